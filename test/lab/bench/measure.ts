import { performance } from 'node:perf_hooks';
import { RawConnection } from '../../support/raw-connection';
import type { RequestKind } from './requests';
import type { ServerProcess } from './servers';

/** When to stop sending: after a time, or a number of requests. */
type Until = { readonly seconds: number } | { readonly requests: number };

interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from each request to its response, ascending. */
  readonly latencies: Float64Array;
}

/**
 * Connections to a port of this machine that send requests of one kind in a closed loop: each waits for the
 * response before the next request. Latencies have microsecond resolution, unlike those of autocannon and similar
 * tools, which are in whole milliseconds.
 */
export class Load {
  private constructor(
    private readonly connections: readonly RawConnection[],
    private readonly kind: RequestKind,
  ) {}

  /** Opens connections, and sends a request on each to ensure that the server has accepted them all. */
  static async open(port: number, kind: RequestKind, connections: number): Promise<Load> {
    const opening = Array.from({ length: connections }, () => RawConnection.open(port));
    const load = new Load(await Promise.all(opening), kind);
    await load.send({ requests: connections });
    return load;
  }

  /**
   * @param isAwake true if this process, on its own core, polls for responses without sleeping
   * @throws Error for a response with another status than the kind's, and for a broken connection; then all are
   * closed
   */
  async send(until: Until, isAwake = false): Promise<LoadResult> {
    const latencies: number[] = [];
    const begin = performance.now();
    const deadline = 'seconds' in until ? begin + until.seconds * 1_000 : Infinity;
    let left = 'requests' in until ? until.requests : Infinity;
    const converse = async (connection: RawConnection): Promise<void> => {
      while (performance.now() < deadline && left-- > 0) {
        const request = this.kind.next();
        const sentAt = performance.now();
        const { status, body } = await connection.send(request);
        latencies.push(performance.now() - sentAt);
        if (status === this.kind.status) continue;
        throw new Error(`A response is ${status}, not ${this.kind.status}: ${body.toString()}`);
      }
    };
    const rest = isAwake ? stayAwake() : () => undefined;
    try {
      await Promise.all(this.connections.map(converse));
    } catch (error) {
      this.close();
      throw error;
    } finally {
      rest();
    }
    return {
      requests: latencies.length,
      seconds: (performance.now() - begin) / 1_000,
      latencies: Float64Array.from(latencies).sort(),
    };
  }

  close(): void {
    for (const connection of this.connections) connection.abort();
  }
}

/** Figures of a server under load. */
export interface LoadSample {
  /** CPU time of the server's process per request, in microseconds. */
  readonly cpuMicros: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Resident memory afterwards. */
  readonly rssBytes: number;
}

export interface LoadOptions {
  readonly connections: number;
  readonly until: Until;
  readonly isAwake: boolean;
}

/** The server's usage under a load, without opening the connections. */
export async function measureLoad(
  server: ServerProcess,
  kind: RequestKind,
  { connections, until, isAwake }: LoadOptions,
): Promise<LoadSample> {
  const load = await Load.open(server.port, kind, connections);
  const before = await server.usage();
  const { requests, seconds, latencies } = await load.send(until, isAwake);
  const after = await server.usage();
  load.close();
  return {
    cpuMicros: (after.cpuMicros - before.cpuMicros) / requests,
    requestsPerSecond: requests / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    rssBytes: after.rssBytes,
  };
}

/**
 * Keeps this process polling. If it slept, the server's process would pay for waking it, and the slower the
 * server, the more responses find it asleep: a slowdown of the server would seem about twice as large as it is.
 * @returns a function that stops it
 */
function stayAwake(): () => void {
  let isAwake = true;
  const look = (): void => {
    if (isAwake) setImmediate(look);
  };
  look();
  return () => {
    isAwake = false;
  };
}

/**
 * The smallest value that a share of all values does not exceed (nearest rank).
 *
 * @param sorted ascending
 * @param share more than 0, at most 1
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
}

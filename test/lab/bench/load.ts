import { performance } from 'node:perf_hooks';
import { Connection, ConnectionLostError } from './connection';
import type { RequestKind } from './requests';

/** What came of a load. */
export interface LoadResult {
  /** Requests that were answered, all of them as they must be. */
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from each request to its response, ascending. */
  readonly latencies: Float64Array;
}

export interface LoadOptions {
  readonly connections: number;
  /** When to send no more: after a time, or a number of requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** Whether it looks for responses without end, which wants a core for itself; by default it sleeps in between. */
  readonly isAwake?: boolean | undefined;
}

/**
 * Sends requests to a port of this machine, in a closed loop: each connection sends the next one when it
 * has the response to the last. Its latencies are of a microsecond's resolution, which those of autocannon
 * and its like, in whole milliseconds, are not.
 *
 * @throws Error for a response of another status than the kind's, and for a connection that breaks
 */
export async function sendLoad(
  port: number,
  kind: RequestKind,
  { connections, until, isAwake = false }: LoadOptions,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const begin = performance.now();
  const deadline = 'seconds' in until ? begin + until.seconds * 1_000 : Infinity;
  let left = 'requests' in until ? until.requests : Infinity;
  const converse = async (): Promise<void> => {
    const connection = await Connection.open(port);
    if (connection === undefined) throw new ConnectionLostError('the connection was not taken');
    try {
      while (performance.now() < deadline && left-- > 0) {
        const request = kind.next();
        const sentAt = performance.now();
        const { status, body } = await connection.send(request);
        latencies.push(performance.now() - sentAt);
        if (status === kind.status) continue;
        throw new Error(`A response is ${status}, not ${kind.status}: ${body}`);
      }
    } finally {
      connection.close();
    }
  };
  const rest = isAwake ? stayAwake() : () => undefined;
  await Promise.all(Array.from({ length: connections }, converse)).finally(rest);
  return {
    requests: latencies.length,
    seconds: (performance.now() - begin) / 1_000,
    latencies: Float64Array.from(latencies).sort(),
  };
}

/**
 * Has this process look for responses without end. To wake it would cost the server's process, for each response that
 * finds it asleep, and the slower the server, the more of them do: what makes a server slower would seem to cost twice
 * as much as it does.
 *
 * @returns what ends it
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

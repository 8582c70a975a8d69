import { performance } from 'node:perf_hooks';
import { RawConnection } from '../../support/raw-connection';
import { say } from '../command';
import type { RequestKind, ServerProcess } from './servers';

/** A figure over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Figures of a server under load, each over all rounds. */
export interface Figures {
  readonly name: string;
  /** CPU time of the server's process for each request, in microseconds. */
  readonly cpuMicros: Spread;
  readonly requestsPerSecond: Spread;
  readonly p50Ms: Spread;
  readonly p99Ms: Spread;
  /** Resident memory after each measurement. */
  readonly rssBytes: Spread;
}

export interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Whether the load has a core for itself, and polls for responses without sleeping. */
  readonly isAwake?: boolean;
}

/** A server, and what it is asked. */
interface Subject {
  readonly name: string;
  readonly server: ServerProcess;
  readonly kind: RequestKind;
}

type Sample = Readonly<Record<Exclude<keyof Figures, 'name'>, number>>;

/**
 * Measures servers in rounds: each is warmed up once, then each round measures all of them, beginning
 * with another one each time, so that what slows the machine for a while falls on all alike. While one is
 * measured the others are idle.
 *
 * @returns their figures, in the same order
 */
export async function measureInRounds(
  subjects: readonly Subject[],
  settings: Settings,
): Promise<Figures[]> {
  for (const { name, server, kind } of subjects) {
    await sendLoad(server.port, kind, loadOf(settings));
    say(`warmed up ${name}`);
  }
  const measured = subjects.map((subject) => ({ subject, samples: [] as Sample[] }));
  for (let round = 0; round < settings.rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      const next = measured[(round + turn) % measured.length];
      if (next === undefined) continue;
      const sample = await measure(next.subject, settings);
      next.samples.push(sample);
      const figures = `${sample.cpuMicros.toFixed(1)} µs, ${sample.requestsPerSecond.toFixed(0)} requests/s`;
      say(`round ${round + 1} of ${settings.rounds}: ${next.subject.name}: ${figures}`);
    }
  }
  return measured.map(({ subject, samples }) => {
    const spread = (key: keyof Sample): Spread => spreadOf(samples.map((sample) => sample[key]));
    return {
      name: subject.name,
      cpuMicros: spread('cpuMicros'),
      requestsPerSecond: spread('requestsPerSecond'),
      p50Ms: spread('p50Ms'),
      p99Ms: spread('p99Ms'),
      rssBytes: spread('rssBytes'),
    };
  });
}

async function measure({ server, kind }: Subject, settings: Settings): Promise<Sample> {
  const before = await server.usage();
  const { requests, seconds, latencies } = await sendLoad(server.port, kind, loadOf(settings));
  const after = await server.usage();
  return {
    cpuMicros: (after.cpuMicros - before.cpuMicros) / requests,
    requestsPerSecond: requests / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    rssBytes: after.rssBytes,
  };
}

function loadOf({ connections, seconds, isAwake }: Settings): LoadOptions {
  return { connections, until: { seconds }, isAwake };
}

interface LoadOptions {
  readonly connections: number;
  /** When to send no more: after a time, or a number of requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  readonly isAwake?: boolean | undefined;
}

interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from each request to its response, ascending. */
  readonly latencies: Float64Array;
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
    const connection = await RawConnection.open(port);
    try {
      while (performance.now() < deadline && left-- > 0) {
        const request = kind.next();
        const sentAt = performance.now();
        const { status, body } = await connection.send(request);
        latencies.push(performance.now() - sentAt);
        if (status === kind.status) continue;
        throw new Error(`A response is ${status}, not ${kind.status}: ${body.toString()}`);
      }
    } finally {
      connection.abort();
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
 * Keeps this process polling. To wake it would cost the server's process, for each response that finds it asleep, and
 * the slower the server, the more of them do: what makes a server slower would seem to cost twice as much as it does.
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

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  const middle = (sorted.length - 1) / 2;
  const median = ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
  return { median, min: sorted.at(0) ?? NaN, max: sorted.at(-1) ?? NaN };
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

import { performance } from 'node:perf_hooks';
import { Connection, ConnectionLostError } from './connection';
import type { Response } from './response-reader';
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
  { connections, until }: LoadOptions,
): Promise<LoadResult> {
  const latencies: number[] = [];
  const begin = performance.now();
  const deadline = 'seconds' in until ? begin + until.seconds * 1_000 : Infinity;
  let left = 'requests' in until ? until.requests : Infinity;
  const takeNext = (): string | undefined => {
    if (performance.now() >= deadline || left === 0) return undefined;
    left--;
    return kind.next();
  };
  const onResponse = (response: Response, latencyMs: number): void => {
    if (response.status !== kind.status) {
      throw new Error(`A response is ${response.status}, not ${kind.status}: ${response.body}`);
    }
    latencies.push(latencyMs);
  };
  await Promise.all(
    Array.from({ length: connections }, () => converse(port, takeNext, onResponse)),
  );
  return {
    requests: latencies.length,
    seconds: (performance.now() - begin) / 1_000,
    latencies: Float64Array.from(latencies).sort(),
  };
}

async function converse(
  port: number,
  takeNext: () => string | undefined,
  onResponse: (response: Response, latencyMs: number) => void,
): Promise<void> {
  const connection = await Connection.open(port);
  if (connection === undefined) throw new ConnectionLostError('the connection was not taken');
  try {
    for (let request = takeNext(); request !== undefined; request = takeNext()) {
      const sentAt = performance.now();
      const response = await connection.send(request);
      onResponse(response, performance.now() - sentAt);
    }
  } finally {
    connection.close();
  }
}

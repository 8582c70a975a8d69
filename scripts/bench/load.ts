import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { ReplyReader, type Reply } from './reply-reader';
import type { RequestKind } from './requests';

/** What came of a load. */
export interface LoadResult {
  /** Requests that were answered, all of them as they must be. */
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from each request to its reply, ascending. */
  readonly latencies: Float64Array;
}

export interface LoadOptions {
  readonly connections: number;
  /** When to send no more: after a time, or a number of requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
}

/**
 * Sends requests to a port of this machine, in a closed loop: each connection sends the next one when it
 * has the reply to the last. Its latencies are of a microsecond's resolution, which those of autocannon
 * and its like, in whole milliseconds, are not.
 *
 * @throws Error for a reply of another status than the kind's, and for a connection that breaks
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
  const onReply = (reply: Reply, latencyMs: number): void => {
    if (reply.status !== kind.status) {
      throw new Error(`A reply is ${reply.status}, not ${kind.status}: ${reply.body}`);
    }
    latencies.push(latencyMs);
  };
  await Promise.all(Array.from({ length: connections }, () => converse(port, takeNext, onReply)));
  return {
    requests: latencies.length,
    seconds: (performance.now() - begin) / 1_000,
    latencies: Float64Array.from(latencies).sort(),
  };
}

/** Resolves when there is no next request. @throws what `onReply` throws */
export function converse(
  port: number,
  takeNext: () => string | undefined,
  onReply: (reply: Reply, latencyMs: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const reader = new ReplyReader();
    let sentAt = 0;
    const sendNext = (): void => {
      const request = takeNext();
      if (request === undefined) {
        socket.destroy();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request, 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('connect', sendNext);
    socket.on('data', (chunk: string) => {
      try {
        const reply = reader.push(chunk);
        if (reply === undefined) return;
        onReply(reply, performance.now() - sentAt);
        sendNext();
      } catch (error) {
        socket.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.on('error', reject);
    socket.on('end', () => {
      reject(new Error('The server closed a connection'));
    });
  });
}

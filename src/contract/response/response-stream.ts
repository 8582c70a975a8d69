import { Readable } from 'node:stream';
import type { ResponseStream } from '../http-message';

/** True for content that comes in pieces. */
export function isStream(body: unknown): body is ResponseStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** What a handler may give piece by piece. */
export type AnyIterable = AsyncIterable<unknown> | Iterable<unknown>;
export type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

/** True for what has items; text and bytes have none. */
export function isItems(body: unknown): body is AnyIterable {
  if (typeof body !== 'object' || body === null || body instanceof Uint8Array) return false;
  return isStream(body) || Symbol.iterator in body;
}

export function iteratorOf(iterable: AnyIterable): AnyIterator {
  return Symbol.asyncIterator in iterable
    ? iterable[Symbol.asyncIterator]()
    : iterable[Symbol.iterator]();
}

/**
 * Lets go of a stream that nobody will read, or read on. What it throws then is of no interest.
 *
 * @param iterator the one that is in use
 */
export async function cancelStream(
  stream: AnyIterable,
  iterator: AnyIterator = iteratorOf(stream),
): Promise<void> {
  try {
    // Node's streams hold their source until they are destroyed, also while a chunk is awaited.
    if (stream instanceof Readable) stream.destroy();
    await iterator.return?.();
  } catch {
    // The response does not depend on it.
  }
}

import { Readable } from 'node:stream';
import type { ResponseStream } from '../http-message';

/** True for content that comes in pieces. */
export function isStream(body: unknown): body is ResponseStream {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/**
 * Lets go of a stream that nobody will read, or read on. What it throws then is of no interest.
 *
 * @param iterator the one that is in use
 */
export async function cancelStream(
  stream: ResponseStream,
  iterator = stream[Symbol.asyncIterator](),
): Promise<void> {
  try {
    // Node's streams hold their source until they are destroyed, also while a chunk is awaited.
    if (stream instanceof Readable) stream.destroy();
    await iterator.return?.();
  } catch {
    // The response does not depend on it.
  }
}

import type { ServerResponse } from 'node:http';
import { cancelStream, type ResponseStream } from '../contract';
import type { UnsentResponses } from './connections/unsent-responses';

/**
 * Writes content that comes in pieces, no faster than the client takes it. When the client goes away, or
 * the response is ended by others, the stream is let go and this resolves as soon as the stream does.
 *
 * @throws what the stream throws; the response must then be cut, so that the client sees that it is not whole
 */
export async function writeStream(
  response: ServerResponse,
  stream: ResponseStream,
  unsent: UnsentResponses,
): Promise<void> {
  const iterator = stream[Symbol.asyncIterator]();
  const stop = (): void => {
    void cancelStream(stream, iterator);
  };
  response.once('close', stop);
  // Clients of event streams wait for the head before there is an event.
  response.flushHeaders();
  try {
    for (;;) {
      const result = await iterator.next();
      if (response.writableEnded || response.destroyed || result.done === true) return;
      const chunk = checked(result.value);
      if (!response.write(chunk)) await unsent.drained(response, chunk.length);
    }
  } catch (error) {
    // A stream may well fail for being let go.
    if (response.writableEnded || response.destroyed) return;
    stop();
    throw error;
  } finally {
    response.off('close', stop);
  }
}

/** Handlers are typed; this is for those that are not. */
function checked(chunk: unknown): Uint8Array | string {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) return chunk;
  throw new TypeError(
    `A stream of a response gave ${typeof chunk}, which is neither text nor bytes`,
  );
}

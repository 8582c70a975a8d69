import type { IncomingMessage } from 'node:http';
import { UpstreamError } from './sent-on';

/** Content beyond this is passed through as it comes, and not looked at. */
const MAX_BYTES = 16 * 1_048_576;

/**
 * Reads content as a whole.
 *
 * @param timeoutMs in which the next part must come
 * @returns the bytes, or a stream of them where they are too many
 * @throws UpstreamError when it ends too early, or stops
 */
export async function contentOf(
  body: IncomingMessage,
  timeoutMs: number,
): Promise<Buffer | AsyncIterable<Uint8Array>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const late = new AbortController();
  body.setTimeout(timeoutMs, () => {
    late.abort();
    body.destroy();
  });
  const reading = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await reading.next();
      if (next.done === true) return Buffer.concat(chunks);
      chunks.push(next.value);
      size += next.value.length;
      if (size > MAX_BYTES) {
        body.setTimeout(0);
        return joined(chunks, reading);
      }
    }
  } catch {
    const isLate = late.signal.aborted;
    const what = isLate
      ? `sent no more of its response for ${timeoutMs / 1000} s`
      : 'ended too early';
    throw new UpstreamError(`The upstream ${what}`, isLate);
  }
}

/** What was read already, and then the rest. */
async function* joined(
  chunks: readonly Buffer[],
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

import type { IncomingMessage } from 'node:http';
import { codingNamed, contentCodings } from 'openapi-trellis/tools';
import { UpstreamError } from './sent-on';

/** Maximum size of content, encoded or decoded. Larger content is passed through without validation. */
const MAX_BYTES = 16 * 1_048_576;

/**
 * Reads the whole content.
 * @param timeoutMs maximum time until the next part
 * @returns the bytes, or a stream of them if they are too many
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

/** The parts already read, and then the rest. */
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

const LIMIT = { maxOutputLength: MAX_BYTES };

/**
 * Decodes content.
 * @param codings the values of Content-Encoding, in the order in which they were applied
 * @returns undefined for an unknown coding, and for content that is malformed or too large
 */
export function decoded(content: Buffer, codings: readonly string[]): Buffer | undefined {
  const names = codings
    .join(',')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  if (content.length === 0) return content;
  try {
    return names.reduceRight<Buffer | undefined>(
      (inner, name) => inner && codingNamed(name, contentCodings)?.decode(inner, LIMIT),
      content,
    );
  } catch {
    return undefined;
  }
}

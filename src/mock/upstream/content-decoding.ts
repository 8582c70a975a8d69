import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** Content that takes more bytes when it is decoded is not looked at. */
const MAX_BYTES = 16 * 1_048_576;
const LIMIT = { maxOutputLength: MAX_BYTES };

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
const DECODERS: ReadonlyMap<string, (content: Buffer) => Buffer> = new Map([
  ['identity', (content: Buffer) => content],
  ['gzip', (content: Buffer) => gunzipSync(content, LIMIT)],
  ['x-gzip', (content: Buffer) => gunzipSync(content, LIMIT)],
  ['br', (content: Buffer) => brotliDecompressSync(content, LIMIT)],
  ['deflate', inflate],
]);

/** Some send the compressed data without the format around it, which the standard wants. */
function inflate(content: Buffer): Buffer {
  try {
    return inflateSync(content, LIMIT);
  } catch {
    return inflateRawSync(content, LIMIT);
  }
}

/**
 * Content without its codings.
 *
 * @param codings the values of Content-Encoding, in the order in which they were applied
 * @returns undefined for a coding that is not known here, and for content that is not in it or too large
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
      (inner, name) => inner && DECODERS.get(name)?.(inner),
      content,
    );
  } catch {
    return undefined;
  }
}

import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1 */
interface ContentCoding {
  readonly name: string;
  /** Another name with the same meaning. */
  readonly alias?: string;
  /** Absent for a coding in which nothing is sent. */
  readonly encode?: (content: Uint8Array) => Promise<Uint8Array>;
  /** @throws Error for content that is malformed or exceeds the limit */
  readonly decode: (content: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;
  /** Decodes request bodies as they arrive, in so much memory; absent for a coding that requests may not use. */
  readonly decoder?: { readonly create: () => Transform; readonly bytes: number };
}

/** The highest quality, 11, makes a document of 3 MB a tenth smaller than 9, and takes 13 s instead of 0.6. */
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * The smallest first: it is sent where the client has no preference. Requests take gzip alone, since a decoder of
 * Brotli takes up to 16 MiB for a few bytes.
 */
export const contentCodings = [
  {
    name: 'br',
    encode: (content) => promisify(zlib.brotliCompress)(content, BROTLI),
    decode: zlib.brotliDecompressSync,
  },
  {
    name: 'gzip',
    alias: 'x-gzip',
    encode: promisify<Uint8Array, Uint8Array>(zlib.gzip),
    decode: zlib.gunzipSync,
    decoder: { create: zlib.createGunzip, bytes: 98_304 },
  },
  { name: 'deflate', decode: inflate },
  { name: 'identity', encode: (content) => Promise.resolve(content), decode: (content) => content },
] as const satisfies readonly ContentCoding[];

export const sentCodings = contentCodings.filter((coding) => 'encode' in coding);
export type SentCoding = (typeof sentCodings)[number];
export const requestCodings = contentCodings.filter((coding) => 'decoder' in coding);

/** Some servers send raw deflate data instead of the zlib format that the standard requires. */
function inflate(...given: Parameters<ContentCoding['decode']>): Buffer {
  try {
    return zlib.inflateSync(...given);
  } catch {
    return zlib.inflateRawSync(...given);
  }
}

/** @param name in lower case */
export function codingNamed<Coding extends Pick<ContentCoding, 'name' | 'alias'>>(
  name: string,
  codings: readonly Coding[],
): Coding | undefined {
  return codings.find((coding) => coding.name === name || coding.alias === name);
}

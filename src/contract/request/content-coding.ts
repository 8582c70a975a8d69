import { pipeline } from 'node:stream';
import { createGunzip, gunzip } from 'node:zlib';
import { Failure, failureKinds } from '../failure';
import {
  type BodyChunks,
  BodyRefusedError,
  type HttpRequest,
  RequestAbortedError,
} from '../http-message';
import { requestHeaders, responseHeaders } from '../http-semantics';

/**
 * Compressed bodies, in gzip alone: a decoder of Brotli takes up to 16 MiB for a few bytes. Their limit applies to the
 * decoded content, which prevents decompression bombs.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1
 */
export type BodyCoding = (typeof CODINGS)[number];

const CODINGS = ['gzip'] as const;

/** The coding of a body; undefined where it has none. */
export function bodyCoding(request: HttpRequest): BodyCoding | Failure | undefined {
  const values = request.headerValues(requestHeaders.contentEncoding);
  if (values.length === 0) return undefined;
  const written = values.join(', ').toLowerCase();
  if (written === '' || written === 'identity') return undefined;
  const coding = CODINGS.find((name) => name === written || `x-${name}` === written);
  if (coding !== undefined) return coding;
  const names = CODINGS.join(', ');
  return new Failure(
    failureKinds.unsupportedMediaType,
    `The body must be sent without a Content-Encoding, or with ${names}`,
    { headers: { [responseHeaders.acceptEncoding]: names } },
  );
}

/**
 * Decodes a complete body.
 *
 * @param maxBytes the largest content accepted
 * @returns undefined where it is larger
 */
export function decodeContent(
  bytes: Buffer,
  coding: BodyCoding,
  maxBytes: number,
): Promise<Buffer | Failure | undefined> {
  return new Promise((resolve) => {
    const options = { maxOutputLength: maxBytes };
    const done = (error: NodeJS.ErrnoException | null, content: Buffer): void => {
      if (error === null) resolve(content);
      else resolve(isTooLarge(error) ? undefined : malformed(coding));
    };
    gunzip(bytes, options, done);
  });
}

function isTooLarge(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_BUFFER_TOO_LARGE';
}

/** The decoded content of a body as it arrives. Invalid content is thrown as a BodyRefusedError. */
export class DecodedBody implements BodyChunks {
  private readonly chunks: AsyncIterator<Uint8Array>;

  constructor(
    private readonly source: BodyChunks,
    private readonly coding: BodyCoding,
  ) {
    const decoder = createGunzip();
    this.chunks = decoder[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    // The reader of the decoder gets its errors.
    pipeline(source, decoder, () => undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.chunks.next();
    } catch (error) {
      if (error instanceof RequestAbortedError || error instanceof BodyRefusedError) throw error;
      throw new BodyRefusedError(malformed(this.coding));
    }
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.chunks.return?.();
    return { done: true, value: undefined };
  }

  keep(bytes: number): void {
    this.source.keep?.(bytes);
  }
}

function malformed(coding: BodyCoding): Failure {
  const message = `The body is not ${coding}, as its Content-Encoding says, or was cut off`;
  const faults = [{ in: 'body', pointer: '', message }] as const;
  return new Failure(failureKinds.malformedBody, message, { faults });
}

import { createGunzip } from 'node:zlib';
import { Failure, failureKinds } from '../failure';
import {
  type BodyChunks,
  BodyRefusedError,
  type HttpRequest,
  RequestAbortedError,
} from '../http-message';
import { requestHeaders, responseHeaders } from '../http-semantics';

/**
 * The one coding of request bodies: a decoder of Brotli takes up to 16 MiB for a few bytes. Limits apply to the decoded
 * content too, which prevents decompression bombs.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1
 */
const GZIP = 'gzip';

/** True for a body in gzip, false for one without a coding. */
export function isCompressed(request: HttpRequest): boolean | Failure {
  const values = request.headerValues(requestHeaders.contentEncoding);
  if (values.length === 0) return false;
  const written = values.join(', ').toLowerCase();
  if (written === '' || written === 'identity') return false;
  if (written === GZIP || written === `x-${GZIP}`) return true;
  return new Failure(
    failureKinds.unsupportedMediaType,
    `The body must be sent without a Content-Encoding, or with ${GZIP}`,
    { headers: { [responseHeaders.acceptEncoding]: GZIP } },
  );
}

/** The memory of a decoder, its window and its buffers. */
const DECODER_BYTES = 98_304;

/**
 * The decoded content of a body as it arrives. It reads the source only while its own reader waits, so the host knows
 * when nothing of the body is in use.
 */
export class DecodedBody implements BodyChunks {
  private readonly chunks: AsyncGenerator<Uint8Array, undefined>;

  constructor(private readonly source: BodyChunks) {
    this.chunks = decoded(source, () => {
      this.keep(0);
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws BodyRefusedError for content that is not gzip; errors of the source */
  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.chunks.next();
    } catch (error) {
      if (error instanceof RequestAbortedError || error instanceof BodyRefusedError) throw error;
      throw new BodyRefusedError(malformed());
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    return this.chunks.return(undefined);
  }

  keep(bytes: number): void {
    this.source.keep?.(bytes + DECODER_BYTES);
  }
}

/** @param begin called before the decoder is created; an empty body needs none */
async function* decoded(
  source: BodyChunks,
  begin: () => void,
): AsyncGenerator<Uint8Array, undefined> {
  let decoder: GzipDecoder | undefined;
  try {
    for await (const chunk of source) {
      if (decoder === undefined) begin();
      decoder ??= new GzipDecoder();
      yield* decoder.output(chunk);
      // What follows the compressed content is ignored.
      if (decoder.hasEnded) return;
    }
    if (decoder !== undefined) yield* decoder.output();
  } finally {
    decoder?.destroy();
  }
}

/** Decodes chunk by chunk: zlib in a thread, and no chunk before the one before it has been decoded. */
class GzipDecoder {
  private readonly stream = createGunzip();
  private wake = (): void => undefined;

  constructor() {
    const onEvent = (): void => {
      this.wake();
    };
    this.stream.on('readable', onEvent).on('end', onEvent).on('error', onEvent);
  }

  get hasEnded(): boolean {
    return this.stream.readableEnded;
  }

  /** The content of a chunk, or without one the rest of the content. */
  async *output(chunk?: Uint8Array): AsyncGenerator<Buffer, undefined> {
    const { stream } = this;
    if (chunk === undefined) stream.end();
    else
      stream.write(chunk, () => {
        this.wake();
      });
    for (;;) {
      const bytes = stream.read() as Buffer | null;
      if (bytes !== null) yield bytes;
      else if (stream.errored !== null) throw stream.errored;
      else if (this.hasEnded || (chunk && stream.writableLength === 0)) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  destroy(): void {
    this.stream.destroy();
  }
}

function malformed(): Failure {
  const message = `The body is not ${GZIP}, as its Content-Encoding says, or was cut off`;
  const faults = [{ in: 'body', pointer: '', message }] as const;
  return new Failure(failureKinds.malformedBody, message, { faults });
}

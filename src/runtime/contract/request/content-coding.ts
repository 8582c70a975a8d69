import type { Transform } from 'node:stream';
import { codingNamed, requestCodings } from '../content-codings';
import { Failure, failureKinds } from '../failure';
import {
  type BodyChunks,
  BodyRefusedError,
  type HttpRequest,
  RequestAbortedError,
} from '../http-message';
import { requestHeaders, responseHeaders } from '../http-semantics';

type RequestCoding = (typeof requestCodings)[number];

/** The coding of a body; undefined for one without a coding. */
export function requestCoding(request: HttpRequest): RequestCoding | Failure | undefined {
  const written = request.headerValues(requestHeaders.contentEncoding).join(', ').toLowerCase();
  if (written === '' || written === 'identity') return undefined;
  const coding = codingNamed(written, requestCodings);
  if (coding !== undefined) return coding;
  const taken = requestCodings.map(({ name }) => name);
  return new Failure(
    failureKinds.unsupportedMediaType,
    `The body must be sent without a Content-Encoding, or with ${taken.join(' or ')}`,
    { headers: { [responseHeaders.acceptEncoding]: taken.join(', ') } },
  );
}

/**
 * The decoded content of a body as it arrives. It reads the source only while its own reader waits, so the host knows
 * when nothing of the body is in use. Limits apply to the decoded content too, which prevents decompression bombs.
 */
export class DecodedBody implements BodyChunks {
  private readonly chunks: AsyncGenerator<Uint8Array, undefined>;

  constructor(
    private readonly source: BodyChunks,
    private readonly coding: RequestCoding,
  ) {
    this.chunks = decoded(source, coding, () => {
      this.keep(0);
    });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws BodyRefusedError for content that is not in the coding; errors of the source */
  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      return await this.chunks.next();
    } catch (error) {
      if (error instanceof RequestAbortedError || error instanceof BodyRefusedError) throw error;
      throw new BodyRefusedError(malformed(this.coding.name));
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    return this.chunks.return(undefined);
  }

  keep(bytes: number): void {
    this.source.keep?.(bytes + this.coding.decoder.bytes);
  }
}

/** @param begin called before the decoder is created; an empty body needs none */
async function* decoded(
  source: BodyChunks,
  coding: RequestCoding,
  begin: () => void,
): AsyncGenerator<Uint8Array, undefined> {
  let decoder: ChunkDecoder | undefined;
  try {
    for await (const chunk of source) {
      if (decoder === undefined) begin();
      decoder ??= new ChunkDecoder(coding.decoder.create());
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
class ChunkDecoder {
  private wake = (): void => undefined;

  constructor(private readonly stream: Transform) {
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

function malformed(coding: string): Failure {
  const message = `The body is not ${coding}, as its Content-Encoding says, or was cut off`;
  const faults = [{ in: 'body', pointer: '', message }] as const;
  return new Failure(failureKinds.malformedBody, message, { faults });
}

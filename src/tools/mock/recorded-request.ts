import {
  type BodyChunks,
  type BodyRead,
  type HttpRequest,
  isStream,
  ItemReader,
} from 'openapi-trellis/tools';

export class RecordedRequest implements HttpRequest {
  private readonly chunks: Uint8Array[] = [];

  constructor(private readonly request: HttpRequest) {}

  /** The part of the body read so far. */
  get content(): Buffer {
    return Buffer.concat(this.chunks);
  }

  get method(): string {
    return this.request.method;
  }

  get target(): string {
    return this.request.target;
  }

  get address(): string | undefined {
    return this.request.address;
  }

  get hasBody(): boolean {
    return this.request.hasBody;
  }

  get signal(): AbortSignal {
    return this.request.signal;
  }

  get closing(): AbortSignal {
    return this.request.closing;
  }

  get observation(): HttpRequest['observation'] {
    return this.request.observation;
  }

  headerNames(): readonly string[] {
    return this.request.headerNames?.() ?? [];
  }

  headerValues(name: string): readonly string[] {
    return this.request.headerValues(name);
  }

  readBody(maxBytes: number, caller?: string): Promise<BodyRead> | BodyRead {
    const reading = this.request.readBody(maxBytes, caller);
    return reading instanceof Promise
      ? reading.then((read) => this.keep(read))
      : this.keep(reading);
  }

  streamBody(caller?: string): BodyChunks {
    return new RecordedChunks(this.request.streamBody(caller), (chunk) => this.chunks.push(chunk));
  }

  private keep(read: BodyRead): BodyRead {
    if (read.outcome === 'complete') this.chunks.push(read.bytes);
    return read;
  }
}

class RecordedChunks implements BodyChunks {
  constructor(
    private readonly source: BodyChunks,
    private readonly onChunk: (chunk: Uint8Array) => void,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const result = await this.source.next();
    if (result.done !== true) this.onChunk(result.value);
    return result;
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    return (await this.source.return?.()) ?? { done: true, value: undefined };
  }

  keep(bytes: number): void {
    this.source.keep?.(bytes);
  }
}

/**
 * Reads the items of a streamed body to its end: they are validated on demand.
 * @throws InvalidItemError for an invalid item
 */
export async function readItems(body: unknown): Promise<void> {
  if (!(body instanceof ItemReader)) return;
  while ((await body.next()).done !== true);
}

/** Reads a streamed body to its end. @throws the error for which reading has to stop */
export async function readWhole(body: unknown): Promise<void> {
  if (body instanceof ItemReader || !isStream(body)) return;
  const reading = body[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
}

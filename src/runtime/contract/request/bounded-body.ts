import { Failure, failureKinds } from '../failure';
import { type BodyChunks, BodyRefusedError, RequestAbortedError } from '../http-message';

/**
 * A body that a handler reads as it arrives. It records the first fault, which decides the response even if the handler
 * swallows the error.
 */
export class BoundedBody implements BodyChunks {
  private size = 0;
  private state: Failure | 'aborted' | undefined;
  /** The chunk read ahead. */
  private ahead: Promise<IteratorResult<Uint8Array>> | undefined;
  private onBytes: ((bytes: number) => void) | undefined;

  /** @param maxBytes `Infinity` for a body whose items are bounded one by one */
  constructor(
    private readonly source: BodyChunks | undefined,
    private readonly maxBytes: number,
  ) {}

  /** The reason to refuse the request after all; `aborted` when the client disconnected. */
  get fault(): Failure | 'aborted' | undefined {
    return this.state;
  }

  /** @param onBytes called with the number of bytes read, first with those read before this call */
  countBytes(onBytes: (bytes: number) => void): void {
    this.onBytes = onBytes;
    if (this.size > 0) onBytes(this.size);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Waits for the first bytes, which a later read still returns. An error meanwhile is thrown to that reader. */
  async isEmpty(): Promise<boolean> {
    this.ahead = this.read();
    return this.ahead.then(
      ({ done }) => done === true,
      () => false,
    );
  }

  /** @throws BodyRefusedError; RequestAbortedError when the client disconnected */
  next(): Promise<IteratorResult<Uint8Array>> {
    const result = this.ahead ?? this.read();
    this.ahead = undefined;
    return result;
  }

  private async read(): Promise<IteratorResult<Uint8Array>> {
    if (this.source === undefined) return { done: true, value: undefined };
    if (this.state !== undefined) throw errorOf(this.state);
    try {
      const result = await this.source.next();
      if (result.done === true) return result;
      this.size += result.value.length;
      this.onBytes?.(result.value.length);
      if (this.size <= this.maxBytes) return result;
    } catch (error) {
      this.record(error);
      throw error;
    }
    this.state = bodyTooLarge(this.maxBytes);
    await this.source.return?.();
    throw errorOf(this.state);
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.source?.return?.();
    return { done: true, value: undefined };
  }

  /** @throws BodyRefusedError when the host has no room for them */
  keep(bytes: number): void {
    try {
      this.source?.keep?.(bytes);
    } catch (error) {
      this.record(error);
      throw error;
    }
  }

  private record(error: unknown): void {
    if (error instanceof RequestAbortedError) this.state = 'aborted';
    if (error instanceof BodyRefusedError) this.state = error.failure;
  }
}

function errorOf(fault: Failure | 'aborted'): Error {
  return fault === 'aborted' ? new RequestAbortedError() : new BodyRefusedError(fault);
}

/** The failure of a body beyond its limit. */
export function bodyTooLarge(maxBytes: number): Failure {
  return new Failure(
    failureKinds.bodyTooLarge,
    `The body is larger than the limit of ${maxBytes} bytes`,
  );
}

import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import {
  type BodyChunks,
  BodyRefusedError,
  type Failure,
  RequestAbortedError,
  GrowingBuffer,
  type BodyRead,
} from '../contract';
import { isGathering, wastefulBody } from './gathering-message';
import type { CountBody, UnfinishedBody } from './unfinished-bodies';

/** An incoming message, or a body of a host without any. */
export type BodySource = Readable & Partial<Pick<IncomingMessage, 'complete'>>;

/**
 * A body as it arrives. The message is paused while nobody reads, and is not destroyed at the end, so the connection
 * survives a reader that stops early.
 */
export class BodyStream implements BodyChunks {
  private readonly chunks: Buffer[] = [];
  private isBegun = false;
  private isEnded = false;
  private error: Error | undefined;
  private counted: UnfinishedBody | undefined;
  /** Bytes of the chunks that wait for the reader, and of the one that it got last. */
  private chunkBytes = 0;
  private keptBytes = 0;
  private wake: () => void = () => undefined;

  /** A private field (`#`), since handlers get the stream, and the message holds the client's credentials. */
  readonly #message: BodySource;

  /** @param begin called before the first chunk is requested */
  constructor(
    message: BodySource,
    private readonly count: CountBody,
    private readonly begin: () => void = ignore,
  ) {
    this.#message = message;
  }

  /** True when more of the body may come that nobody will read. */
  get isRefused(): boolean {
    return this.error instanceof BodyRefusedError;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * @throws RequestAbortedError when the client disconnects before the end, or the reading was ended
   * @throws BodyRefusedError when the host stops reading
   */
  async next(): Promise<IteratorResult<Uint8Array>> {
    this.start();
    this.countChunks();
    for (;;) {
      this.counted?.use();
      if (this.error instanceof BodyRefusedError) throw this.error;
      const chunk = this.chunks.shift();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (this.isEnded) return { done: true, value: undefined };
      if (this.error !== undefined) throw this.error;
      this.counted?.wait();
      this.#message.resume();
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.detach();
    this.settle(() => (this.isEnded = true));
    return Promise.resolve({ done: true, value: undefined });
  }

  keep(bytes: number): void {
    const more = bytes - this.keptBytes;
    this.keptBytes = bytes;
    if (more !== 0) this.counted?.grow(more);
    if (this.error instanceof BodyRefusedError) throw this.error;
  }

  private countChunks(): void {
    const bytes = this.chunks.reduce((sum, { length }) => sum + length, 0);
    const more = bytes - this.chunkBytes;
    this.chunkBytes = bytes;
    if (more !== 0) this.counted?.grow(more);
  }

  /** Ends the reading: further reads get nothing. */
  end(): void {
    this.detach();
    this.settle(() => (this.error ??= new RequestAbortedError()));
  }

  private start(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.begin();
    const message = this.#message;
    message.on('data', this.onData).on('end', this.onEnd).on('close', this.onClose);
    message.on('error', ignore);
    this.counted = this.count(this.refuse);
    this.counted.grow(this.keptBytes);
    if (isGathering(message)) {
      const refuse = (): void => {
        this.refuse(wastefulBody());
      };
      message.onWasteful = refuse;
      if (message.isWasteful) refuse();
    }
    // A message destroyed before this emits no further 'close'.
    if (message.destroyed) this.onClose();
  }

  private detach(): void {
    this.isBegun = true;
    this.#message.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
    this.chunks.length = 0;
    this.counted?.end();
  }

  private settle(change: () => void): void {
    change();
    this.wake();
  }

  private readonly refuse = (failure: Failure): void => {
    this.detach();
    this.settle(() => (this.error ??= new BodyRefusedError(failure)));
  };

  private readonly onData = (chunk: Buffer): void => {
    this.#message.pause();
    this.settle(() => {
      this.chunks.push(chunk);
      this.chunkBytes += chunk.length;
      this.counted?.grow(chunk.length);
    });
  };

  private readonly onEnd = (): void => {
    this.counted?.arrive();
    this.settle(() => (this.isEnded = true));
  };

  private readonly onClose = (): void => {
    this.settle(() => (this.error ??= new RequestAbortedError()));
  };
}

/** 'close' reports a cut connection; without a listener for 'error', it would end the process. */
function ignore(): void {
  // Nothing to do.
}

/** Reads a body that has not arrived yet, and counts it until its end. @param isPutBack leaves it to others, too */
export function collectBody(
  message: BodySource,
  maxBytes: number,
  count: CountBody,
  isPutBack = false,
): Promise<BodyRead> {
  return new Promise((resolve) => {
    const buffer = new GrowingBuffer(maxBytes);
    // Dropped after its call: `refuse` is kept until the response, and with it would be the promise and the bytes.
    let answer: typeof resolve | undefined = resolve;
    const settle = (read: BodyRead): void => {
      message.off('data', onData).off('readable', onReadable);
      message.off('end', onEnd).off('close', onClose);
      if (read.outcome !== 'complete') body.end();
      // The message may outlive its response, and would hold the bytes.
      if (isGathering(message)) message.onWasteful = undefined;
      answer?.(read);
      answer = undefined;
    };
    const refuse = (failure: Failure): void => {
      message.pause();
      settle({ outcome: 'refused', failure });
    };
    const body = count(refuse);
    const onData = (chunk: Buffer): void => {
      if (buffer.length + chunk.length > maxBytes) {
        message.pause();
        settle({ outcome: 'too-large' });
        return;
      }
      const before = buffer.capacity;
      buffer.append(chunk);
      body.grow(buffer.capacity - before);
    };
    const onEnd = (): void => {
      body.arrive();
      settle({ outcome: 'complete', bytes: buffer.take() });
    };
    const onReadable = (): void => {
      let chunk: Buffer | null = null;
      while (answer && (chunk = message.read() as Buffer | null)) onData(chunk);
      if (!answer || !message.complete) return;
      // In the same tick as the last read: 'end', after which nothing can be put back, comes in the next one.
      message.unshift(buffer.bytes());
      onEnd();
    };
    const onClose = (): void => {
      settle({ outcome: 'aborted' });
    };
    message.on('end', onEnd).on('close', onClose);
    message.on(isPutBack ? 'readable' : 'data', isPutBack ? onReadable : onData);
    // 'close' also reports a cut connection; without a listener, this would end the process.
    message.on('error', ignore);
    if (isGathering(message)) {
      const stop = (): void => {
        refuse(wastefulBody());
      };
      message.onWasteful = stop;
      if (message.isWasteful) stop();
    }
  });
}

/**
 * Up to this many bytes of a body left after the response are read and discarded, which keeps a reset from destroying
 * the response; then the connection is cut.
 */
export const MAX_DISCARDED_BYTES = 16 * 1_048_576;

export function discardRest(message: BodySource, cut: () => void): void {
  let discarded = 0;
  message.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES && message.complete !== true) cut();
  });
  message.on('error', ignore);
  if (isGathering(message)) message.onWasteful = cut;
  message.resume();
}

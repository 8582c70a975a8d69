import type { IncomingMessage } from 'node:http';
import { RequestAbortedError } from '../contract/http-message';

/**
 * A body as it arrives. The message is paused while nobody asks for more, and left as it is at the end,
 * so that the connection survives a reader that stops half way.
 */
export class BodyStream implements AsyncIterableIterator<Uint8Array> {
  private readonly chunks: Buffer[] = [];
  private isBegun = false;
  private isEnded = false;
  private isAborted = false;
  private wake: () => void = () => undefined;

  /** @param begin is called before the first chunk is asked for */
  constructor(
    private readonly message: IncomingMessage,
    private readonly begin: () => void,
  ) {}

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @throws RequestAbortedError when the client goes away before the end, or the reading was ended */
  async next(): Promise<IteratorResult<Uint8Array>> {
    this.start();
    for (;;) {
      const chunk = this.chunks.shift();
      if (chunk !== undefined) return { done: false, value: chunk };
      if (this.isEnded) return { done: true, value: undefined };
      if (this.isAborted) throw new RequestAbortedError();
      this.message.resume();
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  return(): Promise<IteratorResult<Uint8Array>> {
    this.detach();
    this.settle(() => (this.isEnded = true));
    return Promise.resolve({ done: true, value: undefined });
  }

  /** Ends the reading: nobody gets more of it. */
  end(): void {
    this.detach();
    this.settle(() => (this.isAborted = true));
  }

  private start(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.begin();
    this.message.on('data', this.onData).on('end', this.onEnd).on('close', this.onClose);
    this.message.on('error', ignore);
    // One that is gone by now does not say so again.
    if (this.message.destroyed) this.isAborted = true;
  }

  private detach(): void {
    this.isBegun = true;
    this.message.off('data', this.onData).off('end', this.onEnd).off('close', this.onClose);
    this.chunks.length = 0;
  }

  private settle(change: () => void): void {
    change();
    this.wake();
  }

  private readonly onData = (chunk: Buffer): void => {
    this.message.pause();
    this.settle(() => this.chunks.push(chunk));
  };

  private readonly onEnd = (): void => {
    this.settle(() => (this.isEnded = true));
  };

  private readonly onClose = (): void => {
    this.settle(() => (this.isAborted = true));
  };
}

/** A connection that is cut is told by 'close'; without a listener, this would end the process. */
function ignore(): void {
  // Nothing is left to do.
}

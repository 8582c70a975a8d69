import type { Writable } from 'node:stream';

/** The number of checks for progress within the timeout. */
const LOOKS_WITHIN_TIMEOUT = 4;

interface Unsent {
  /** Bytes kept for the response. */
  readonly bytes: number;
  /** The time since which the client has taken nothing, in milliseconds of `performance.now()`. */
  readonly since: number;
}

/**
 * Responses that clients have not taken yet. A response is cut when its client takes nothing for too long. While all
 * together exceed their limit, those that have waited longest are cut.
 */
export class UnsentResponses {
  /** By their writable stream, the longest waiting first. */
  private readonly unsent = new Map<Writable, Unsent>();
  private bytes = 0;
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param timeoutMs milliseconds without progress after which a connection is cut
   * @param maxBytes bytes that all of them may keep; a single response may exceed it
   */
  constructor(
    private readonly timeoutMs: number,
    private readonly maxBytes: number,
  ) {}

  /** Resolves when the client has taken the written bytes, or disconnected. @param bytes the bytes kept */
  drained(response: Writable, bytes: number): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        response.off('drain', settle).off('close', settle);
        this.release(response);
        resolve();
      };
      response.on('drain', settle).on('close', settle);
      this.watch(response, bytes);
      if (response.destroyed) settle();
    });
  }

  /** Watches a completely written response until it closes. */
  watchLast(response: Writable, bytes: number): void {
    this.watch(response, bytes);
    response.once('close', () => {
      this.release(response);
    });
  }

  private watch(response: Writable, bytes: number): void {
    this.unsent.set(response, { bytes, since: performance.now() });
    this.bytes += bytes;
    this.timer ??= setInterval(() => {
      this.cutStalled();
    }, this.timeoutMs / LOOKS_WITHIN_TIMEOUT).unref();
    if (this.bytes > this.maxBytes) this.makeRoom();
  }

  private release(response: Writable): void {
    const known = this.unsent.get(response);
    if (known === undefined) return;
    this.unsent.delete(response);
    this.bytes -= known.bytes;
    if (this.unsent.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private cutStalled(): void {
    const latest = performance.now() - this.timeoutMs;
    for (const [response, { since }] of this.unsent) {
      if (since > latest) return;
      this.cut(response);
    }
  }

  private makeRoom(): void {
    for (const response of this.unsent.keys()) {
      if (this.bytes <= this.maxBytes || this.unsent.size === 1) return;
      this.cut(response);
    }
  }

  private cut(response: Writable): void {
    this.release(response);
    response.destroy();
  }
}

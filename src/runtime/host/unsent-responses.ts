import type { Writable } from 'node:stream';

/**
 * Responses that clients have not taken yet. A response is cut when its client takes nothing for too long. While all
 * together exceed their limit, those that have waited longest are cut.
 */
export class UnsentResponses {
  /** The bytes kept, by the writable stream of the response; the longest waiting first. */
  private readonly unsent = new Map<Writable, number>();
  private bytes = 0;

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
      const timer = setTimeout(() => response.destroy(), this.timeoutMs).unref();
      const settle = (): void => {
        response.off('drain', settle).off('close', settle);
        clearTimeout(timer);
        this.release(response);
        resolve();
      };
      response.on('drain', settle).on('close', settle);
      this.unsent.set(response, bytes);
      this.bytes += bytes;
      this.makeRoom();
      if (response.destroyed) settle();
    });
  }

  private makeRoom(): void {
    for (const longest of this.unsent.keys()) {
      if (this.bytes <= this.maxBytes || this.unsent.size === 1) return;
      this.release(longest);
      longest.destroy();
    }
  }

  private release(response: Writable): void {
    this.bytes -= this.unsent.get(response) ?? 0;
    this.unsent.delete(response);
  }
}

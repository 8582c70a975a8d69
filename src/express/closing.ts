/**
 * Whether a server is closing. What has no end of its own is told when that begins, or when what serves it is
 * replaced and the server goes on. This is no AbortSignal
 * because Node takes more than ten listeners of one for a leak; those that handlers get are of a request.
 */
export class Closing {
  private readonly listeners = new Set<() => void>();
  private isBegun = false;
  private isTold = false;

  /** True once the server is closing: connections end with their response. */
  get hasBegun(): boolean {
    return this.isBegun;
  }

  /** Begins to close; harmless when it has begun. */
  begin(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    this.tell();
  }

  /**
   * Tells what has no end of its own, now and from now on, while connections are kept.
   *
   * @returns whether anything was told
   */
  endStreams(): boolean {
    const hasListeners = this.listeners.size > 0;
    this.tell();
    return hasListeners;
  }

  /** Has a function called when it is time to end, now if it is. @returns what takes it off again */
  onBegin(listener: () => void): () => void {
    if (this.isTold) listener();
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(): void {
    this.isTold = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }
}

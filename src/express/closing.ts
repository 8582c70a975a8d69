/**
 * Whether a server is closing. What has no end of its own is told when that begins. This is no AbortSignal
 * because Node takes more than ten listeners of one for a leak; those that handlers get are of a request.
 */
export class Closing {
  private readonly listeners = new Set<() => void>();
  private isBegun = false;

  /** True once the server is closing: connections end with their response. */
  get hasBegun(): boolean {
    return this.isBegun;
  }

  /** Begins to close; harmless when it has begun. */
  begin(): void {
    if (this.isBegun) return;
    this.isBegun = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Has a function called when closing begins, now if it has. @returns what takes it off again */
  onBegin(listener: () => void): () => void {
    if (this.isBegun) listener();
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

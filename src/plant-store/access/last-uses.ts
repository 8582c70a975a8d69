import type { TokenStore } from './token-store';

/** Milliseconds from a use to its being written, and at least between two writes. */
const WRITE_MS = 60_000;

/**
 * When stored tokens were used last, written at most once a minute for each, all in one statement, and
 * never while a request waits.
 */
export class LastUses {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param onFault is told when the store cannot be written; what it lacks is written a minute later */
  constructor(
    private readonly tokens: Pick<TokenStore, 'markUsed'>,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Keeps that a token is used now. */
  note(id: string): void {
    // The moment is that of the first use within the minute: later ones need not look at the clock.
    if (this.uses.has(id)) return;
    this.uses.set(id, new Date());
    this.writeLater();
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.write();
  }

  private writeLater(): void {
    if (this.isClosed) return;
    this.timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { uses } = this;
    this.uses = new Map();
    try {
      await this.tokens.markUsed(uses);
    } catch (error) {
      for (const [id, at] of uses) if (!this.uses.has(id)) this.uses.set(id, at);
      this.writeLater();
      this.onFault(error);
    }
  }
}

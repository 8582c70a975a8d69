import { hashToken, type TokenRecord, type TokenStore } from './token-store';
import type { AccessGrant } from './token-verifier';

/** Some 5 MB of tokens. */
const MAX_ENTRIES = 10_000;

/** A bounded map that evicts the oldest entry. */
class BoundedCache<Value> {
  private readonly values = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.values.get(key);
  }

  put(key: string, value: Value): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size <= MAX_ENTRIES) return;
    const [oldest] = this.values.keys();
    if (oldest !== undefined) this.values.delete(oldest);
  }

  delete(key: string): void {
    this.values.delete(key);
  }
}

/** Milliseconds for which a token that was found counts as it was: the most by which a revocation is late. */
const RECENT_MS = 1_000;

interface FoundToken {
  readonly record: TokenRecord;
  /** When it was asked for: what another process changes later may not be in the answer. */
  readonly askedAt: number;
}

/**
 * The tokens of a store that takes a while to be asked. Those that it has are remembered for a second. Those
 * that it has not are asked for each time, so that a new token holds at once and guesses take no memory.
 */
export class RecentTokens implements Pick<TokenStore, 'findByHash'> {
  private readonly recent = new BoundedCache<FoundToken>();

  /** @param now the present moment in milliseconds; by default a clock that is never set */
  constructor(
    private readonly tokens: Pick<TokenStore, 'findByHash'>,
    private readonly now = () => performance.now(),
  ) {}

  async findByHash(hash: Buffer): Promise<TokenRecord | undefined> {
    const key = hash.toString('latin1');
    const askedAt = this.now();
    const known = this.recent.get(key);
    if (known !== undefined && askedAt < known.askedAt + RECENT_MS) return known.record;
    const record = await this.tokens.findByHash(hash);
    this.recent.delete(key);
    if (record !== undefined) this.recent.put(key, { record, askedAt });
    return record;
  }
}

interface VerifiedGrant {
  readonly grant: AccessGrant;
  /** The keys by which its signature was verified. */
  readonly keys: object;
  /** First moment at which it is no longer valid, in milliseconds since 1970 UTC. */
  readonly endsAtMs: number;
}

/**
 * What tokens were found to grant, so that the signature of one that is sent again is not verified again: that
 * takes several times as long as all else about a request. It holds until the token ends or the keys are
 * fetched again, so that a withdrawn key is taken no longer than without it. Tokens are kept as SHA-256.
 */
export class RecentGrants {
  private readonly recent = new BoundedCache<VerifiedGrant>();

  /** @param keys those that are in use @returns undefined when the signature is to be verified */
  find(token: string, keys: object, now: Date): AccessGrant | undefined {
    const known = this.recent.get(keyOf(token));
    if (known?.keys !== keys || now.getTime() >= known.endsAtMs) return undefined;
    return known.grant;
  }

  keep(token: string, recent: VerifiedGrant): void {
    this.recent.put(keyOf(token), recent);
  }
}

function keyOf(token: string): string {
  return hashToken(token).toString('latin1');
}

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

  /** @param onFault called when the store cannot be written; the write is tried again a minute later */
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

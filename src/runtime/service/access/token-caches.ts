import type { TokenRecord, TokenStore } from './token-store';
import { type AccessGrant, hashToken } from './token-verifier';

/** Approximately 5 MB of tokens. */
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

/** Milliseconds for which a found token is cached: the longest delay of a revocation. */
const RECENT_MS = 1_000;

interface FoundToken {
  readonly record: TokenRecord;
  /** When it was requested: the answer may lack later changes by another process. */
  readonly askedAt: number;
}

/**
 * Caches the tokens of a slow store for a second. Unknown tokens are looked up each time, so a new token is valid at
 * once and guesses take no memory.
 */
export class RecentTokens implements Pick<TokenStore, 'findByHash'> {
  private readonly recent = new BoundedCache<FoundToken>();

  /** @param now the current time in milliseconds; by default a monotonic clock */
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
  /** The keys that verified its signature. */
  readonly keys: object;
  /** The time from which it is no longer valid, in milliseconds since 1970 UTC. */
  readonly endsAtMs: number;
}

/**
 * Caches the grants of tokens, which avoids verifying a repeated token's signature again: that takes several times as
 * long as the rest of a request. An entry is valid until the token ends or the keys are fetched again, so a withdrawn
 * key is accepted no longer than without the cache. Tokens are kept as SHA-256.
 */
export class RecentGrants {
  private readonly recent = new BoundedCache<VerifiedGrant>();

  /** @param keys the keys in use @returns undefined when the signature must be verified */
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

/** Milliseconds from a use to its write, and between two writes. */
const WRITE_MS = 60_000;

/**
 * The last uses of stored tokens, written at most once a minute for each, all in one statement, without delaying
 * requests.
 */
export class LastUses {
  private uses = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param onFault called when the store cannot be written; the write is retried a minute later */
  constructor(
    private readonly tokens: Pick<TokenStore, 'markUsed'>,
    private readonly onFault: (error: unknown) => void,
  ) {}

  /** Records a use of a token now. */
  note(id: string): void {
    // The time is that of the first use within the minute, which saves reading the clock for later ones.
    if (this.uses.has(id)) return;
    this.uses.set(id, new Date());
    this.writeLater();
  }

  /** Writes the remaining uses. */
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

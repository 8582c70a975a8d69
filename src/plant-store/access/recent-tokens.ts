import { Latest } from './latest';
import type { TokenRecord, TokenStore } from './token-store';

/** Milliseconds for which a token that was found counts as it was: the most by which a revocation is late. */
const RECENT_MS = 1_000;

interface Recent {
  readonly record: TokenRecord;
  /** When it was asked for: what another process changes later may not be in the answer. */
  readonly askedAt: number;
}

/**
 * The tokens of a store that takes a while to be asked. Those that it has are remembered for a second. Those
 * that it has not are asked for each time, so that a new token holds at once and guesses take no memory.
 */
export class RecentTokens implements Pick<TokenStore, 'findByHash'> {
  private readonly recent = new Latest<Recent>();

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

import type { TokenRecord, TokenStore } from '../access/token-store';
import { Batches, type Concurrency } from './batches';
import { toTokenRecord, toTokenRow, type TokenTable } from './token-table';
import { escapeText } from './escape';

/** Hashes that one query asks for at most, and that may wait. */
const MAX_LOOKUPS = 1_000;
const MAX_WAITING_LOOKUPS = 1_000_000;

/**
 * The access tokens of a database of any kind. Each call reads the database, so what another process
 * adds or revokes holds from the next call on; lookups that come together share a query.
 */
export class TableTokenStore implements TokenStore {
  private readonly lookups: Batches<Buffer, TokenRecord | undefined>;

  /** @param queries how many the database may work on at once */
  constructor(
    private readonly table: TokenTable,
    queries: Concurrency,
  ) {
    this.lookups = new Batches({
      run: (hashes) => this.findAll(hashes),
      weigh: () => 1,
      maxBatchWeight: MAX_LOOKUPS,
      maxWaitingWeight: MAX_WAITING_LOOKUPS,
      ...queries,
    });
  }

  add(record: TokenRecord): Promise<void> {
    return this.table.insert(toTokenRow(record));
  }

  findByHash(hash: Buffer): Promise<TokenRecord | undefined> {
    return this.lookups.add(hash);
  }

  async list(): Promise<TokenRecord[]> {
    return (await this.table.list()).map(toTokenRecord);
  }

  revoke(id: string, at: Date): Promise<boolean> {
    return this.table.revoke(escapeText(id), at.getTime());
  }

  async markUsed(uses: ReadonlyMap<string, Date>): Promise<void> {
    if (uses.size === 0) return;
    const rows = [...uses].map(([id, at]) => ({ id: escapeText(id), at: at.getTime() }));
    await this.table.markUsed(rows);
  }

  /** Most of the hashes are alike: of clients that send one request after the other. */
  private async findAll(hashes: readonly Buffer[]): Promise<(TokenRecord | undefined)[]> {
    const keys = hashes.map(keyOf);
    const distinct = new Map(hashes.map((hash) => [keyOf(hash), hash]));
    const rows = await this.table.findByHash([...distinct.values()]);
    const records = rows.map(toTokenRecord);
    const found = new Map(records.map((record) => [keyOf(record.hash), record]));
    return keys.map((key) => found.get(key));
  }
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}

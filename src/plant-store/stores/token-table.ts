import type { TokenRecord, TokenStore } from '../../service';
import { Batches, type Concurrency } from './batches';
import { escapeText, unescapeText } from './escape';

/** A token as a database keeps it; moments are milliseconds since 1970 UTC. */
export interface TokenRow {
  readonly id: string;
  /** SHA-256, 32 bytes. */
  readonly hash: Uint8Array;
  readonly label: string;
  /** Separated by spaces; empty where there are none. */
  readonly scopes: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** A token that was used, by its ID, and when. */
export interface TokenUse {
  readonly id: string;
  readonly at: number;
}

/**
 * What a kind of database does for tokens; all else about them is done once, above it.
 * Each method throws UnavailableError when the database failed.
 */
export interface TokenTable {
  /** @throws Error when the id or the hash is there already */
  insert(row: TokenRow): Promise<void>;
  /** The rows with one of these hashes, in any order. */
  findByHash(hashes: readonly Uint8Array[]): Promise<readonly TokenRow[]>;
  /** All rows by the moment of creation; those of one moment as they came. */
  list(): Promise<readonly TokenRow[]>;
  /** Sets the moment of revocation where there is none; false when no row has the id. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Sets the moment of the last use where there is none or an earlier one. */
  markUsed(uses: readonly TokenUse[]): Promise<void>;
}

function toTokenRow(record: TokenRecord): TokenRow {
  return {
    id: escapeText(record.id),
    hash: record.hash,
    label: escapeText(record.label),
    scopes: escapeText(record.scopes.join(' ')),
    createdAt: record.createdAt.getTime(),
    expiresAt: record.expiresAt?.getTime() ?? null,
    revokedAt: record.revokedAt?.getTime() ?? null,
    lastUsedAt: record.lastUsedAt?.getTime() ?? null,
  };
}

/** The inverse of {@link toTokenRow}. */
export function toTokenRecord(row: TokenRow): TokenRecord {
  const { buffer, byteOffset, byteLength } = row.hash;
  return {
    id: unescapeText(row.id),
    hash: Buffer.from(buffer, byteOffset, byteLength),
    label: unescapeText(row.label),
    scopes: unescapeText(row.scopes)
      .split(' ')
      .filter((scope) => scope !== ''),
    createdAt: new Date(row.createdAt),
    ...(row.expiresAt !== null && { expiresAt: new Date(row.expiresAt) }),
    ...(row.revokedAt !== null && { revokedAt: new Date(row.revokedAt) }),
    ...(row.lastUsedAt !== null && { lastUsedAt: new Date(row.lastUsedAt) }),
  };
}

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

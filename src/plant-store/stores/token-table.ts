import type { TokenRecord } from 'openapi-trellis/service';
import { Batches, type Concurrency } from './batches';
import { escapeText, unescapeText } from './escape';
import type { AccessTokens } from './store';

/** A token as a database row; times are milliseconds since 1970 UTC. */
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

/** The use of a token: its ID and the time. */
export interface TokenUse {
  readonly id: string;
  readonly at: number;
}

/**
 * The token operations that differ by kind of database; everything else is done above it. Each method throws
 * UnavailableError when the database failed.
 */
export interface TokenTable {
  /** @throws Error when the id or the hash exists already */
  insert(row: TokenRow): Promise<void>;
  /** The rows with one of these hashes, in any order. */
  findByHash(hashes: readonly Uint8Array[]): Promise<readonly TokenRow[]>;
  /** All rows by creation time; those of the same time in order of insertion. */
  list(): Promise<readonly TokenRow[]>;
  /** Sets the revocation time unless it is set; false when no row has the id. */
  revoke(id: string, at: number): Promise<boolean>;
  /** Sets the time of the last use, unless a later one is set. */
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

/** The most hashes of one query, and the most that may wait. */
const MAX_LOOKUPS = 1_000;
const MAX_WAITING_LOOKUPS = 1_000_000;

/**
 * The access tokens of a database of any kind. Each call reads the database, so tokens that another process adds or
 * revokes take effect at the next call; concurrent lookups share a query.
 */
export class TableTokenStore implements AccessTokens {
  private readonly lookups: Batches<Buffer, TokenRecord | undefined>;

  /** @param queries the database's concurrency */
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

  /** Most hashes are equal, from clients that send one request after the other. */
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

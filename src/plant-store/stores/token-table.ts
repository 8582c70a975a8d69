import type { TokenRecord } from '../access/token-store';
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

export function toTokenRow(record: TokenRecord): TokenRow {
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

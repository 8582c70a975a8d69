import type { TokenRecord } from '../access/token-store';
import { escapeText, unescapeText } from './escape';

/** A token as a database keeps it; moments are milliseconds since 1970 UTC. */
export interface TokenRow {
  readonly id: string;
  /** SHA-256, 32 bytes. */
  readonly hash: Uint8Array;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
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
}

export function toTokenRow(record: TokenRecord): TokenRow {
  return {
    id: escapeText(record.id),
    hash: record.hash,
    label: escapeText(record.label),
    createdAt: record.createdAt.getTime(),
    expiresAt: record.expiresAt?.getTime() ?? null,
    revokedAt: record.revokedAt?.getTime() ?? null,
  };
}

/** The inverse of {@link toTokenRow}. */
export function toTokenRecord(row: TokenRow): TokenRecord {
  const { buffer, byteOffset, byteLength } = row.hash;
  return {
    id: unescapeText(row.id),
    hash: Buffer.from(buffer, byteOffset, byteLength),
    label: unescapeText(row.label),
    createdAt: new Date(row.createdAt),
    ...(row.expiresAt !== null && { expiresAt: new Date(row.expiresAt) }),
    ...(row.revokedAt !== null && { revokedAt: new Date(row.revokedAt) }),
  };
}

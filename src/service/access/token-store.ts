import { createHash } from 'node:crypto';

/** An access token as stored: only its SHA-256, never the secret itself. */
export interface TokenRecord {
  /** Short public name of the token for lists and revocation, unique and independent of the secret. */
  readonly id: string;
  /** SHA-256 of the token's UTF-8 bytes, 32 bytes. */
  readonly hash: Buffer;
  /** The operator's name for it. */
  readonly label: string;
  /** Its scopes; empty: only operations that require no scope. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** The time from which it is no longer valid; absent: it does not expire. */
  readonly expiresAt?: Date;
  /** The time of its revocation; absent: it is not revoked. */
  readonly revokedAt?: Date;
  /** The approximate time of its last use; absent: unused, or used before such times were stored. */
  readonly lastUsedAt?: Date;
}

export interface TokenStore {
  /** @throws UnavailableError when the store temporarily cannot be written */
  add(record: TokenRecord): Promise<void>;
  /** The token with this hash, even if revoked or expired. */
  findByHash(hash: Buffer): Promise<TokenRecord | undefined>;
  /** All tokens, oldest first. */
  list(): Promise<TokenRecord[]>;
  /** Marks a token as revoked; false when there is none with this id. Revoking twice keeps the first time. */
  revoke(id: string, at: Date): Promise<boolean>;
  /** Records when tokens were used, by their IDs, unless a later time is stored already. */
  markUsed(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** SHA-256 of the token's UTF-8 bytes, 32 bytes: the only form in which a token is stored or compared. */
export function hashToken(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}

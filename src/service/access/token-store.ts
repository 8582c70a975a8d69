import { createHash } from 'node:crypto';

/** An access token as it is kept: never the secret itself, only its SHA-256. */
export interface TokenRecord {
  /** Short public name of the token for lists and revocation, unique; it tells nothing of the secret. */
  readonly id: string;
  /** SHA-256 of the token's UTF-8 bytes, 32 bytes. */
  readonly hash: Buffer;
  /** What the operator called it. */
  readonly label: string;
  /** What it allows, by name; empty: only operations that ask for no scope. */
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** First moment at which it is no longer valid; absent: it does not expire. */
  readonly expiresAt?: Date;
  /** Moment of its revocation; absent: it is not revoked. */
  readonly revokedAt?: Date;
  /** About when it was used last; absent: it was not, or before such moments were kept. */
  readonly lastUsedAt?: Date;
}

/** The port through which access reaches its tokens. */
export interface TokenStore {
  /** @throws UnavailableError when the store cannot be written for now */
  add(record: TokenRecord): Promise<void>;
  /** The token with this hash, revoked and expired ones included. */
  findByHash(hash: Buffer): Promise<TokenRecord | undefined>;
  /** All tokens, oldest first. */
  list(): Promise<TokenRecord[]>;
  /** Marks a token as revoked; false when there is none with this id. Revoking twice keeps the first moment. */
  revoke(id: string, at: Date): Promise<boolean>;
  /** Keeps when tokens were used, by their IDs, unless a later moment is kept already. */
  markUsed(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** SHA-256 of the token's UTF-8 bytes, 32 bytes: the only form in which a token is kept or compared. */
export function hashToken(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}

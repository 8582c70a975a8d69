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

/**
 * A store of access tokens, as a service reads it.
 *
 * @example
 * ```ts
 * import type { TokenRecord, TokenStore } from 'openapi-trellis/service';
 *
 * const records = new Map<string, TokenRecord>();
 *
 * export const tokens: TokenStore = {
 *   findByHash: (hash) => Promise.resolve(records.get(hash.toString('hex'))),
 *   markUsed: () => Promise.resolve(),
 * };
 * ```
 */
export interface TokenStore {
  /**
   * The token with this SHA-256, even if revoked or expired.
   *
   * @throws UnavailableError when the store temporarily cannot be read, which becomes 503
   */
  findByHash(hash: Buffer): Promise<TokenRecord | undefined>;
  /** Records when tokens were used, by their IDs, unless a later time is stored already: at most once a minute. */
  markUsed(uses: ReadonlyMap<string, Date>): Promise<void>;
}

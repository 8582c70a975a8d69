import { timingSafeEqual } from 'node:crypto';
import { hashToken } from './opaque-token';
import type { TokenRecord, TokenStore } from './token-store';

/** What a valid token gives its bearer. */
export interface AccessGrant {
  /** Who calls, for the log: the label of a stored token, or `static token 1` and so on. */
  readonly label: string;
  /** The ID of a stored token, as `token list` shows it. */
  readonly id?: string;
}

/** Resolves to the grant of a valid token and to undefined for any other. */
export type TokenVerifier = (token: string) => Promise<AccessGrant | undefined>;

/** What a verifier checks tokens against. */
export interface TokenVerifierOptions {
  /** Tokens that are valid as long as the service runs; their order numbers them. */
  readonly staticTokens: readonly string[];
  readonly tokens: TokenStore;
  /** The present moment; by default the system's clock. */
  readonly now?: () => Date;
}

/**
 * Makes the check of opaque bearer tokens: first the static list, then the store, which is asked
 * each time, so a revocation holds at once.
 *
 * @returns a verifier that throws UnavailableError when the store does: a token that could not be
 *   looked up is not a wrong token
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { tokens, now = () => new Date() } = options;
  const staticHashes = options.staticTokens.map(hashToken);

  return async (token) => {
    const hash = hashToken(token);
    const position = findHash(staticHashes, hash);
    if (position !== undefined) return { label: `static token ${position + 1}` };

    const record = await tokens.findByHash(hash);
    if (record === undefined || !timingSafeEqual(record.hash, hash)) return undefined;
    return isValidAt(record, now()) ? { label: record.label, id: record.id } : undefined;
  };
}

/** The place of a hash in a list, in a time that tells neither whether nor where it was found. */
function findHash(hashes: readonly Buffer[], wanted: Buffer): number | undefined {
  let found: number | undefined;
  hashes.forEach((hash, position) => {
    const isEqual = timingSafeEqual(hash, wanted);
    found = isEqual ? position : found;
  });
  return found;
}

function isValidAt(record: TokenRecord, moment: Date): boolean {
  const hasEnded = record.expiresAt !== undefined && moment >= record.expiresAt;
  return record.revokedAt === undefined && !hasEnded;
}

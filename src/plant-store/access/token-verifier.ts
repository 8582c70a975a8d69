import { timingSafeEqual } from 'node:crypto';
import { readJwsHeader } from './jwt/jws-header';
import { hashToken } from './opaque-token';
import type { TokenRecord, TokenStore } from './token-store';
import type { TokenVerdict, TokenVerifier } from './token-verdict';

/** What a verifier checks tokens against. */
export interface TokenVerifierOptions {
  /** Tokens that are valid as long as the service runs; their order numbers them. They allow everything. */
  readonly staticTokens: readonly string[];
  readonly tokens: Pick<TokenStore, 'findByHash'>;
  /** Decides on JSON Web Tokens, where they are taken. */
  readonly verifyJwt?: TokenVerifier | undefined;
  /** Is told the ID of each stored token that is accepted. */
  readonly onUse?: (id: string) => void;
  /** The present moment; by default the system's clock. */
  readonly now?: () => Date;
}

/**
 * Makes the check of bearer tokens: first the static list, then, of a token that looks like a JSON Web
 * Token, its signature, and of any other the store, which is asked each time.
 *
 * @returns a verifier that throws UnavailableError when the store or the issuer's keys are away
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const { tokens, verifyJwt, onUse, now = () => new Date() } = options;
  const staticHashes = options.staticTokens.map(hashToken);

  return async (token) => {
    const hash = hashToken(token);
    const position = findHash(staticHashes, hash);
    if (position !== undefined) {
      return { grant: { name: `static token ${position + 1}`, scopes: 'all' } };
    }
    if (verifyJwt !== undefined && readJwsHeader(token) !== undefined) return verifyJwt(token);

    const record = await tokens.findByHash(hash);
    if (record === undefined || !timingSafeEqual(record.hash, hash)) return { refusal: 'unknown' };
    const verdict = verdictOf(record, now());
    if ('grant' in verdict) onUse?.(record.id);
    return verdict;
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

function verdictOf(record: TokenRecord, moment: Date): TokenVerdict {
  if (record.revokedAt !== undefined) return { refusal: 'revoked' };
  if (record.expiresAt !== undefined && moment >= record.expiresAt) return { refusal: 'expired' };
  return { grant: { name: record.label, id: record.id, scopes: record.scopes } };
}

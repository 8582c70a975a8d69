import { createHash, timingSafeEqual } from 'node:crypto';
import type { TokenRecord, TokenStore } from './token-store';

/** The rights of a valid token. */
export interface AccessGrant {
  /** The caller's name for the log: never the token itself. */
  readonly name: string;
  /** Identifies the token: the ID of a stored token, as in `token list`, or the `jti` of a JWT. */
  readonly id?: string;
  /** Its holder, where known: an issuer's tokens for one client count as one. */
  readonly client?: string;
  /** Its scopes; `all` for tokens that the operator configured without a limit. */
  readonly scopes: readonly string[] | 'all';
  /** The verified claims of a JSON Web Token. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/**
 * The reason why a token is refused. All except `unknown` imply a genuine token, so they may be revealed to its bearer.
 */
export type Refusal =
  | 'unknown'
  | 'expired'
  | 'revoked'
  | 'notYetValid'
  | 'otherIssuer'
  | 'otherAudience'
  | 'otherType'
  | 'incomplete';

export type TokenVerdict = { readonly grant: AccessGrant } | { readonly refusal: Refusal };

/**
 * Decides on a bearer token.
 *
 * @throws UnavailableError when it temporarily cannot decide: a token that could not be looked up is not invalid
 */
export type TokenVerifier = (token: string) => Promise<TokenVerdict>;

interface TokenVerifierOptions {
  /** Tokens that are valid as long as the service runs; their order numbers them. They have all scopes. */
  readonly staticTokens: readonly string[];
  /** The store of further tokens; by default none. */
  readonly tokens?: Pick<TokenStore, 'findByHash'> | undefined;
  /** Verifies JSON Web Tokens, where they are accepted. */
  readonly verifyJwt?: TokenVerifier | undefined;
  /** Called with the ID of each accepted token of the store. */
  readonly onUse?: (id: string) => void;
  /** The current time; by default the system's clock. */
  readonly now?: () => Date;
}

/**
 * Creates the check of bearer tokens: first the static list; then, for a token in the format of a JSON Web Token, its
 * signature, and for any other the store, which is queried each time.
 *
 * @returns a verifier that throws UnavailableError when the store or the issuer's keys are unavailable
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

    const record = await tokens?.findByHash(hash);
    if (record === undefined || !timingSafeEqual(record.hash, hash)) return { refusal: 'unknown' };
    const verdict = verdictOf(record, now());
    if ('grant' in verdict) onUse?.(record.id);
    return verdict;
  };
}

/** The index of a hash in a list, in a time that reveals neither whether nor where it was found. */
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

/** The unverified header of a JSON Web Signature. */
export type JwsHeader = Readonly<Record<string, unknown>>;

/**
 * The header of a token in the compact serialization of JWS: three parts in base64url, the first of which is a JSON
 * object that names an algorithm.
 *
 * @returns undefined for any other token, such as an opaque one
 * @see https://www.rfc-editor.org/rfc/rfc7515#section-7.1
 */
export function readJwsHeader(token: string): JwsHeader | undefined {
  const [first, ...others] = token.split('.', MAX_PARTS);
  if (first === undefined || others.length !== 2) return undefined;
  try {
    const header: unknown = JSON.parse(Buffer.from(first, 'base64url').toString('utf8'));
    return isHeader(header) ? header : undefined;
  } catch {
    // Opaque tokens need not be JSON.
    return undefined;
  }
}

/** One more than a JWS has. */
const MAX_PARTS = 4;

function isHeader(value: unknown): value is JwsHeader {
  return typeof value === 'object' && value !== null && 'alg' in value;
}

/** The reasons that the bearer of a refused token gets. */
const REASONS: Readonly<Record<Refusal, { readonly reason?: string }>> = {
  unknown: {},
  expired: { reason: 'The token has expired' },
  revoked: { reason: 'The token was revoked' },
  notYetValid: { reason: 'The token is not valid yet' },
  otherIssuer: { reason: 'The token is of another issuer' },
  otherAudience: { reason: 'The token is for another audience' },
  otherType: {
    reason: 'The token is no access token: the typ of its header must be at+jwt, JWT or absent',
  },
  incomplete: { reason: 'The token lacks a claim that it must have, or has it in the wrong form' },
};

/** The reason of a refusal for an authenticator's result. */
export function reasonOf(refusal: Refusal): { readonly reason?: string } {
  return REASONS[refusal];
}

/** SHA-256 of the token's UTF-8 bytes, 32 bytes: the only form in which a token is stored or compared. */
export function hashToken(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest();
}

import { timingSafeEqual } from 'node:crypto';
import { hashToken, type TokenRecord, type TokenStore } from './token-store';

/** What a valid token gives its bearer. */
export interface AccessGrant {
  /** Who calls, for the log: never the token itself. */
  readonly name: string;
  /** Which of their tokens it is: the ID of a stored token, as `token list` shows it, or the `jti` of a JWT. */
  readonly id?: string;
  /** Who holds it, where that is known: the tokens of a client that an issuer gives count as one. */
  readonly client?: string;
  /** What it allows, by name; `all` is for tokens that the operator gave without a limit. */
  readonly scopes: readonly string[] | 'all';
  /** Of a JSON Web Token: its claims, which were verified. */
  readonly claims?: Readonly<Record<string, unknown>>;
}

/**
 * Why a token is refused. All but `unknown` follow from a token that is genuine, so that its bearer, and
 * nobody else, is told of it.
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
 * @throws UnavailableError when it cannot decide for now: a token that could not be looked up is not a
 *   wrong one
 */
export type TokenVerifier = (token: string) => Promise<TokenVerdict>;

/** What a verifier checks tokens against. */
interface TokenVerifierOptions {
  /** Tokens that are valid as long as the service runs; their order numbers them. They allow everything. */
  readonly staticTokens: readonly string[];
  /** Where further tokens are kept; by default nowhere. */
  readonly tokens?: Pick<TokenStore, 'findByHash'>;
  /** Decides on JSON Web Tokens, where they are taken. */
  readonly verifyJwt?: TokenVerifier | undefined;
  /** Called with the ID of each stored token that is accepted. */
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

    const record = await tokens?.findByHash(hash);
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

/** The header of a JSON Web Signature, as its sender wrote it: nothing of it is verified. */
export type JwsHeader = Readonly<Record<string, unknown>>;

/**
 * The header of a token in the compact serialization of JWS: three parts in base64url, the first of which
 * is a JSON object that names an algorithm.
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

/** What the bearer of a token that is refused is told. */
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

/** The reason of a refusal, as an authenticator gives it. */
export function reasonOf(refusal: Refusal): { readonly reason?: string } {
  return REASONS[refusal];
}

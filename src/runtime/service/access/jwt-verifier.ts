import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from '#jose';
import { RecentGrants } from './token-caches';
import {
  type AccessGrant,
  type Refusal,
  type TokenVerifier,
  readJwsHeader,
  type JwsHeader,
} from './token-verifier';
import { KeySet, SIGNATURE_ALGORITHMS, type KeySetOptions } from './key-set';

/**
 * Access tokens that are JSON Web Tokens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9068#section-4 and https://www.rfc-editor.org/rfc/rfc8725
 */

/** The longest token, in characters: half of the limit for all headers of a request. */
const MAX_LENGTH = 8_192;
/** The tolerated difference between clocks, for `exp` and `nbf`. */
const CLOCK_SKEW_SECONDS = 30;

/**
 * Accepted values of the header's `typ`, without `application/` and in lower case. Most issuers write `JWT` or nothing
 * where RFC 9068, section 2.1, requires `at+jwt`; other types are other tokens.
 */
const TYPES: readonly unknown[] = ['at+jwt', 'jwt', undefined];

/**
 * Refused members of the header: those that supply a key of the sender's choice, and the one that lists required
 * extensions, none of which is supported (RFC 8725, section 3.10, and RFC 7515, section 4.1.11).
 */
const REFUSED_MEMBERS: readonly string[] = ['crit', 'jwk', 'jku'];

export interface JwtVerifierOptions extends KeySetOptions {
  /** The exact `iss` of its tokens. */
  readonly issuer: string;
  /** A value that `aud` must contain. */
  readonly audience: string;
  /** The current time for `exp` and `nbf`; by default the system's clock. */
  readonly clock?: () => Date;
}

export interface JwtVerifier {
  readonly verify: TokenVerifier;
  readonly keys: KeySet;
}

/** Creates the check of JWTs. It fetches no keys before `keys.start` or the first token. */
export function createJwtVerifier(options: JwtVerifierOptions): JwtVerifier {
  const keys = new KeySet(options);
  const recent = new RecentGrants();
  const { issuer, audience, clock = () => new Date() } = options;
  const verify: TokenVerifier = async (token) => {
    const header = readJwsHeader(token);
    if (header === undefined || token.length > MAX_LENGTH || !isAcceptable(header)) {
      return { refusal: 'unknown' };
    }
    const inUse = await keys.inUse();
    const known = recent.find(token, inUse, clock());
    if (known !== undefined) return { grant: known };
    try {
      const claims = await readClaims(token, keys, {
        algorithms: [...SIGNATURE_ALGORITHMS],
        issuer,
        audience,
        requiredClaims: ['exp'],
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: clock(),
      });
      if (!TYPES.includes(typeOf(header))) return { refusal: 'otherType' };
      const grant = grantOf(claims);
      recent.keep(token, { grant, keys: inUse, endsAtMs: endOf(claims) });
      return { grant };
    } catch (error) {
      // jose's errors hold the claims, so they are neither logged nor kept as a cause.
      if (error instanceof errors.JOSEError) return { refusal: refusalOf(error) };
      throw error;
    }
  };
  return { verify, keys };
}

function isAcceptable(header: JwsHeader): boolean {
  const { alg, kid } = header;
  return (
    typeof alg === 'string' &&
    SIGNATURE_ALGORITHMS.includes(alg) &&
    (kid === undefined || typeof kid === 'string') &&
    !REFUSED_MEMBERS.some((name) => name in header)
  );
}

/** @see https://www.rfc-editor.org/rfc/rfc7515#section-4.1.9 */
function typeOf({ typ }: JwsHeader): unknown {
  return typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
}

/** The claims of a valid token. @throws JOSEError for any other */
async function readClaims(
  token: string,
  keys: KeySet,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys.find, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    // A token without `kid`: any key of its algorithm may match.
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (fault) {
        if (!(fault instanceof errors.JWSSignatureVerificationFailed)) throw fault;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Verified claims have a numeric `exp`. */
function endOf({ exp = 0 }: JWTPayload): number {
  return (exp + CLOCK_SKEW_SECONDS) * 1_000;
}

/** The name of the caller is the first of these claims that a token has, with the issuer last. */
function grantOf(claims: JWTPayload): AccessGrant {
  const name = [claims.sub, claims.client_id, claims.azp, claims.iss].find(isText) ?? '';
  const { jti } = claims;
  const id = isText(jti) ? { id: jti } : {};
  return { name, ...id, client: `issuer ${name}`, scopes: scopesOf(claims), claims };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Claims are checked only after the signature, so their faults may be revealed. */
function refusalOf(error: errors.JOSEError): Refusal {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'unknown';
  return REFUSALS.get(error.claim) ?? 'incomplete';
}

const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['nbf', 'notYetValid'],
  ['iss', 'otherIssuer'],
  ['aud', 'otherAudience'],
]);

/**
 * The scopes of a token: `scope`, names separated by spaces, or `scp`, which some issuers write instead, in the same
 * form or as an array.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8693#section-4.2
 */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  return namesOf(scope ?? scp);
}

function namesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(' ').filter((name) => name !== '');
  if (!Array.isArray(value)) return [];
  return value.filter((name): name is string => typeof name === 'string');
}

import type { Authenticator, Principal } from '../../contract';
import { ConfigError, type JwtConfig } from '../config';
import type { Log } from '../log';
import type { AccessSetup } from '../start-options';
import { openJwtVerifier } from './access';
import { allows, principalOf } from './authenticators';
import { reasonOf } from './token-verifier';

/** The claims of a token, verified. @see https://www.rfc-editor.org/rfc/rfc7519#section-4.1 */
export interface JwtClaims {
  readonly iss?: string;
  readonly sub?: string;
  readonly jti?: string;
  readonly [claim: string]: unknown;
}

/** Who calls with a JSON Web Token, unless a function makes another principal of its claims. */
export interface JwtPrincipal extends Principal {
  /** Of `scope`, or `scp`. */
  readonly scopes: readonly string[];
  readonly claims: JwtClaims;
}

/** Options of `jwtAuthenticator`. */
export interface JwtAuthenticatorOptions<Accepted> {
  /** Makes the principal that handlers get. @returns undefined for claims that are not enough: 401 */
  readonly principal?: (claims: JwtClaims) => Accepted | undefined;
  /** What a token allows, by the names in security requirements; by default its `scope`, or `scp`. */
  readonly scopes?: (claims: JwtClaims) => readonly string[];
  /** Where it is said that keys cannot be fetched; by default the log of the setup, or nowhere. */
  readonly log?: Log;
}

/**
 * Accepts JSON Web Tokens of an issuer: signature, `iss`, `aud`, `exp` and `nbf`. Its keys are fetched when they are
 * first needed, anew when a token names one that is not known, and stay in use for a day while they cannot be.
 *
 * @param issuer `{ jwksUrl, issuer, audience }`, or the setup of a service, for the variables JWKS_URL, TOKEN_ISSUER
 *   and TOKEN_AUDIENCE
 * @throws ConfigError where the setup has no JWKS_URL
 * @throws (from the authenticator) UnavailableError while there are no keys
 * @see https://www.rfc-editor.org/rfc/rfc9068#section-4
 * @example
 * ```ts
 * import { type AccessSetup, jwtAuthenticator } from 'plant-store/service';
 *
 * export const authenticators = (setup: AccessSetup) => ({
 *   accessToken: jwtAuthenticator(setup, {
 *     principal: ({ sub = '', roles }) => ({ userId: sub, isEditor: Array.isArray(roles) && roles.includes('editor') }),
 *   }),
 * });
 * ```
 */
export function jwtAuthenticator<Accepted = JwtPrincipal>(
  issuer: JwtConfig | AccessSetup,
  options: JwtAuthenticatorOptions<Accepted> = {},
): Authenticator<unknown, Accepted> {
  const { principal: principalFor, scopes: scopesOf } = options;
  const { verify } = openJwtVerifier(configOf(issuer), options.log ?? logOf(issuer));
  return async (token, { scopes: wanted }) => {
    const verdict = await verify(token);
    if ('refusal' in verdict) return { outcome: 'rejected', ...reasonOf(verdict.refusal) };
    const { grant } = verdict;
    const { claims = {} } = grant;
    const caller = principalOf(grant);
    const scopes = scopesOf?.(claims) ?? grant.scopes;
    const usual: JwtPrincipal = { ...caller, scopes: scopes === 'all' ? [] : scopes, claims };
    // Without a function, Accepted is a JwtPrincipal.
    const principal = principalFor === undefined ? (usual as Accepted) : principalFor(claims);
    if (principal === undefined) return { outcome: 'rejected', ...reasonOf('incomplete') };
    if (!allows({ scopes }, wanted)) return { outcome: 'forbidden' };
    return { outcome: 'accepted', principal, caller };
  };
}

function configOf(issuer: JwtConfig | AccessSetup): JwtConfig {
  if ('jwksUrl' in issuer) return issuer;
  const { jwt } = issuer.config;
  if (jwt !== undefined) return jwt;
  throw new ConfigError(
    'JWKS_URL is not set, but must say where the keys of the issuer of access tokens are, beside TOKEN_ISSUER and TOKEN_AUDIENCE',
  );
}

function logOf(issuer: JwtConfig | AccessSetup): Log | undefined {
  return 'log' in issuer ? issuer.log : undefined;
}

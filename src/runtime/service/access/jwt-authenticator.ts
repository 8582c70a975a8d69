import type { Authenticator, Principal } from '../../contract';
import { ConfigError, type JwtConfig } from '../config';
import type { Log } from '../log';
import type { AccessSetup } from '../start-options';
import { openJwtVerifier } from './access';
import { allows, principalOf } from './authenticators';
import { reasonOf } from './token-verifier';

/** The verified claims of a token. @see https://www.rfc-editor.org/rfc/rfc7519#section-4.1 */
export interface JwtClaims {
  readonly iss?: string;
  readonly sub?: string;
  readonly jti?: string;
  readonly [claim: string]: unknown;
}

/** The principal of a JSON Web Token, unless a function makes another one of its claims. */
export interface JwtPrincipal extends Principal {
  /** From `scope`, or `scp`. */
  readonly scopes: readonly string[];
  readonly claims: JwtClaims;
}

/** Options of `jwtAuthenticator`. */
export interface JwtAuthenticatorOptions<Accepted> {
  /** Makes the principal for handlers. @returns undefined for insufficient claims, which become 401 */
  readonly principal?: (claims: JwtClaims) => Accepted | undefined;
  /** The scopes of a token, by the names in security requirements; by default its `scope`, or `scp`. */
  readonly scopes?: (claims: JwtClaims) => readonly string[];
  /** The log for failures to fetch keys; by default the log of the setup, or none. */
  readonly log?: Log;
}

/**
 * Accepts JSON Web Tokens of an issuer: signature, `iss`, `aud`, `exp` and `nbf`. Its keys are fetched on first use and
 * again when a token names an unknown one. If they cannot be fetched, they stay in use for a day.
 *
 * @param issuer `{ jwksUrl, issuer, audience }`, or the setup of a service, for the variables JWKS_URL, TOKEN_ISSUER
 *   and TOKEN_AUDIENCE
 * @throws ConfigError where the setup has no JWKS_URL
 * @throws (from the authenticator) UnavailableError while there are no keys
 * @see https://www.rfc-editor.org/rfc/rfc9068#section-4
 * @example
 * ```ts
 * import { type AccessSetup, jwtAuthenticator } from 'openapi-trellis/service';
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

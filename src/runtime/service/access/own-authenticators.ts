import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Authenticator, type Authenticators, decoded, secretOf } from '../../contract';
import type { AccessSetup } from '../start-options';
import { openAccess } from './access';
import { allows, tokenAuthenticatorBy } from './authenticators';
import { hashToken } from './token-verifier';

/** Authenticators that a project may give its service, one for each kind of credentials. */

/**
 * Accepts the tokens of the configuration, those of ACCESS_TOKENS and, where JWKS_URL is set, those of an issuer, as
 * bearer token, API key or password of any user. Without any, everybody is refused. The principal is a Principal: the
 * subject of a JSON Web Token, or the position of a token in ACCESS_TOKENS, such as `static token 1`, which has all
 * scopes.
 *
 * @example
 * ```ts
 * import { type AccessSetup, accessTokenAuthenticator } from 'openapi-trellis/service';
 *
 * export const authenticators = (setup: AccessSetup) => ({
 *   bearerAuth: accessTokenAuthenticator(setup),
 * });
 * ```
 */
export function accessTokenAuthenticator({ config, log }: AccessSetup): Authenticator {
  return tokenAuthenticatorBy(openAccess(config, log).verify);
}

/**
 * An {@link accessTokenAuthenticator} for each security scheme of the document that carries a token: bearer, API key and
 * basic. They are the default of `startService`; give them to tools that ask which schemes have an authenticator, or
 * beside those of other schemes.
 *
 * @example
 * ```ts
 * import { type AccessSetup, accessTokenAuthenticators, sessionAuthenticator } from 'openapi-trellis/service';
 *
 * const sessions = new Map([['4f1c', { name: 'Ada' }]]);
 *
 * export const authenticators = (setup: AccessSetup) => ({
 *   ...accessTokenAuthenticators(setup),
 *   session: sessionAuthenticator({ find: (id) => sessions.get(id) }),
 * });
 * ```
 */
export function accessTokenAuthenticators({ contract, config, log }: AccessSetup): Authenticators {
  return openAccess(config, log).authenticators(contract);
}

/** The second argument of an authenticator. */
type Context<Dependencies, Locals> = Parameters<Authenticator<Dependencies, unknown, Locals>>[1];

/** The result of a lookup, possibly asynchronous; undefined when nothing was found. */
type Found<Accepted> = Promise<Accepted | undefined> | Accepted | undefined;

/** Options of `tokenAuthenticator`. */
export interface TokenAuthenticatorOptions<Accepted, Dependencies, Locals> {
  /**
   * Finds the holder of a token: a bearer token, an API key or a password.
   *
   * @param sha256 SHA-256 of the token's UTF-8 bytes, 32 bytes: the only form in which a token should be stored
   * @returns the principal; undefined for a token that is unknown, expired or revoked
   */
  readonly find: (sha256: Buffer, context: Context<Dependencies, Locals>) => Found<Accepted>;
  /** The scopes of a token. By default none, which forbids operations that require any (403). */
  readonly scopes?: (principal: Accepted) => readonly string[];
}

/**
 * Accepts tokens and API keys that are stored as SHA-256.
 *
 * @throws (from the authenticator) errors of `find`; an UnavailableError becomes 503
 * @example
 * ```ts
 * import { tokenAuthenticator } from 'openapi-trellis/service';
 *
 * const keys = new Map([['5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8', { shop: 7 }]]);
 *
 * export const authenticators = {
 *   apiKey: tokenAuthenticator({ find: (sha256) => keys.get(sha256.toString('hex')) }),
 * };
 * ```
 */
export function tokenAuthenticator<Accepted, Dependencies = unknown, Locals = unknown>({
  find,
  scopes = () => [],
}: TokenAuthenticatorOptions<Accepted, Dependencies, Locals>): Authenticator<
  Dependencies,
  Accepted,
  Locals
> {
  return async (credentials, context) => {
    const principal = await find(hashToken(secretOf(context.scheme, credentials)), context);
    if (principal === undefined) return { outcome: 'rejected' };
    if (!allows({ scopes: scopes(principal) }, context.scopes)) return { outcome: 'forbidden' };
    return { outcome: 'accepted', principal };
  };
}

/** Options of `sessionAuthenticator`. */
export interface SessionAuthenticatorOptions<Accepted, Dependencies, Locals> {
  /** Finds the principal of a session. @returns undefined for an unknown or ended session */
  readonly find: (id: string, context: Context<Dependencies, Locals>) => Found<Accepted>;
  /**
   * Secrets, one of which signs the id, in the format of express-session (`s:ID.SIGNATURE`); by default the id is
   * unsigned.
   */
  readonly secrets?: readonly string[];
}

/**
 * Accepts the id of a session in a cookie. Where the application's own middleware has already found the session, write
 * an authenticator that reads `locals` instead.
 *
 * @throws (from the authenticator) errors of `find`; an UnavailableError becomes 503
 * @example
 * ```ts
 * import { sessionAuthenticator } from 'openapi-trellis/service';
 *
 * const sessions = new Map([['4f1c', { userId: 7 }]]);
 *
 * export const authenticators = {
 *   session: sessionAuthenticator({ find: (id) => sessions.get(id), secrets: ['keyboard cat'] }),
 * };
 * ```
 */
export function sessionAuthenticator<Accepted, Dependencies = unknown, Locals = unknown>({
  find,
  secrets,
}: SessionAuthenticatorOptions<Accepted, Dependencies, Locals>): Authenticator<
  Dependencies,
  Accepted,
  Locals
> {
  return async (credentials, context) => {
    // Libraries percent-encode the values of cookies.
    const value = decoded(credentials);
    const id = secrets === undefined ? value : signedId(value, secrets);
    const principal = id === undefined ? undefined : await find(id, context);
    if (principal === undefined) return { outcome: 'rejected' };
    // A session has no scopes.
    if (context.scopes.length > 0) return { outcome: 'forbidden' };
    return { outcome: 'accepted', principal };
  };
}

/** @returns undefined for an id that none of the secrets signed */
function signedId(value: string, secrets: readonly string[]): string | undefined {
  const dot = value.lastIndexOf('.');
  if (!value.startsWith('s:') || dot === -1) return undefined;
  const id = value.slice('s:'.length, dot);
  const signature = Buffer.from(value.slice(dot + 1));
  const isSigned = secrets.some((secret) => {
    const made = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
    const wanted = Buffer.from(made);
    return signature.length === wanted.length && timingSafeEqual(signature, wanted);
  });
  return isSigned ? id : undefined;
}

import type { SecurityScheme } from '../compiled-contract';
import { Failure, failureKinds } from '../failure';
import type { HttpRequest } from '../http-message';
import { requestHeaders } from '../http-semantics';
import { challengeOf, type ChallengeError } from './challenge';

/**
 * Finds the credentials of a security scheme in a request.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object
 */

/** The parts of a request that hold credentials. */
export interface CredentialSource {
  readonly request: HttpRequest;
  /** The raw query string. */
  readonly query: string;
}

/**
 * Reads the client's credentials for a scheme: the token of `http` bearer, `oauth2` and `openIdConnect`;
 * `user-id:password` of `http` basic; the text after the scheme's name of any other `http`; an API key; for `mutualTLS`
 * the base64 certificate that the TLS front put into Client-Cert.
 *
 * @returns undefined when none were sent; a Failure when they are malformed
 */
export function readCredentials(
  scheme: SecurityScheme,
  { request, query }: CredentialSource,
): string | Failure | undefined {
  switch (scheme.type) {
    case 'http':
      return readAuthorization(scheme, scheme.scheme, request);
    case 'oauth2':
    case 'openIdConnect':
      return readAuthorization(scheme, 'bearer', request);
    case 'apiKey':
      return readKey(scheme, keyValues(scheme, request, query));
    case 'mutualTLS':
      return readCertificate(scheme, request);
  }
}

/**
 * The secret in the credentials that an authenticator gets: the password of `basic`, else all of them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7617#section-2
 * @example
 * ```ts
 * import { secretOf } from 'openapi-trellis/contract';
 *
 * export const password = secretOf({ type: 'http', scheme: 'basic' }, 'alice:open sesame');
 * ```
 */
export function secretOf(scheme: SecurityScheme, credentials: string): string {
  const isBasic = scheme.type === 'http' && scheme.scheme.toLowerCase() === 'basic';
  return isBasic ? credentials.slice(credentials.indexOf(':') + 1) : credentials;
}

/** The failure of credentials that are not accepted. @param reason where it is known; see AuthenticationResult */
export function invalidCredentials(scheme: SecurityScheme, reason?: string): Failure {
  const error = { error: 'invalid_token', description: reason } as const;
  const message = reason ?? 'The credentials are unknown, expired or revoked; use others';
  return refused(scheme, message, error);
}

/** The failure of credentials that do not have the form of their scheme. */
function malformed(scheme: SecurityScheme, message: string): Failure {
  return refused(scheme, message, { error: 'invalid_token', description: message });
}

/** The failure of a request with several different credentials for one scheme, none of which is checked. */
function repeated(scheme: SecurityScheme, message: string): Failure {
  return refused(scheme, message, { error: 'invalid_request', description: message });
}

function refused(scheme: SecurityScheme, message: string, error: ChallengeError): Failure {
  const headers = challengeOf(scheme, error);
  return new Failure(failureKinds.invalidCredentials, message, { headers });
}

function readAuthorization(
  scheme: SecurityScheme,
  wanted: string,
  request: HttpRequest,
): string | Failure | undefined {
  const values = request.headerValues(requestHeaders.authorization);
  const value = values[0];
  if (value === undefined) return undefined;
  if (values.some((other) => other !== value)) {
    return repeated(scheme, 'Send one Authorization header, not several that differ');
  }
  const separator = value.indexOf(' ');
  const name = separator < 0 ? value : value.slice(0, separator);
  if (name.toLowerCase() !== wanted.toLowerCase()) return undefined;
  const text = separator < 0 ? '' : value.slice(separator).trim();
  const credentials = readForm(wanted.toLowerCase(), text);
  return (
    credentials ??
    malformed(scheme, `The ${wanted} credentials are not of the form that RFC 9110 defines`)
  );
}

/** token68 of RFC 9110, section 11.2. */
const TOKEN68 = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Parses credentials; undefined when they do not have the form of their scheme. */
function readForm(scheme: string, text: string): string | undefined {
  if (scheme === 'basic') return TOKEN68.test(text) ? readBasic(text) : undefined;
  if (scheme === 'bearer') return TOKEN68.test(text) ? text : undefined;
  return text === '' ? undefined : text;
}

/** @see https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function readBasic(token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64');
  const text = new TextDecoder().decode(bytes);
  // eslint-disable-next-line no-control-regex -- the RFC forbids exactly these
  return text.includes(':') && !/[\x00-\x1f\x7f]/.test(text) ? text : undefined;
}

function keyValues(
  scheme: SecurityScheme & { type: 'apiKey' },
  request: HttpRequest,
  query: string,
): readonly string[] {
  switch (scheme.in) {
    case 'header':
      return request.headerValues(scheme.name.toLowerCase());
    case 'query':
      return new URLSearchParams(query).getAll(scheme.name);
    case 'cookie':
      return cookieValues(request, scheme.name);
  }
}

function readKey(
  scheme: SecurityScheme & { type: 'apiKey' },
  values: readonly string[],
): string | Failure | undefined {
  const [value, ...others] = new Set(values);
  if (others.length > 0) {
    return repeated(scheme, `Send one ${scheme.in} "${scheme.name}", not several that differ`);
  }
  return value === '' ? undefined : value;
}

/** A byte sequence of RFC 8941, section 3.3.5. */
const BYTE_SEQUENCE = /^:([A-Za-z0-9+/]+=*):$/;

/**
 * TLS ends before this service, at a front that puts the verified certificate into the header and drops the header that
 * a client sends itself.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9440#section-2.2
 */
function readCertificate(
  scheme: SecurityScheme,
  request: HttpRequest,
): string | Failure | undefined {
  const values = request.headerValues(requestHeaders.clientCert);
  if (values.length === 0) return undefined;
  const certificate = BYTE_SEQUENCE.exec(values.join(', '))?.[1];
  return certificate ?? malformed(scheme, 'The Client-Cert header is not of the right form');
}

/**
 * All values of a cookie, in order, as they are in the header.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-4.2.1
 */
function cookieValues(request: HttpRequest, name: string): readonly string[] {
  const pairs = request.headerValues(requestHeaders.cookie).join(';').split(';');
  return pairs.flatMap((pair) => {
    const separator = pair.indexOf('=');
    if (separator < 0 || pair.slice(0, separator).trim() !== name) return [];
    return [pair.slice(separator + 1).trim()];
  });
}

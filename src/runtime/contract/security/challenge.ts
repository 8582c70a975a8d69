import type { SecurityScheme } from '../compiled-contract';
import { responseHeaders } from '../http-semantics';

/**
 * The challenges of 401 responses, which tell a client how to authenticate (RFC 9110, section 11.6.1).
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.3
 */

/**
 * The reason why credentials were refused, by the error codes of RFC 6750 for bearer tokens. There is no code for
 * missing credentials, and none in a 401 for those that lack scopes alone.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1
 */
export interface ChallengeError {
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  /** For developers; never holds any part of the credentials. */
  readonly description?: string | undefined;
  /** The scopes that the operation requires, where the credentials lack some. */
  readonly scopes?: readonly string[];
}

export function challengeOf(
  scheme: SecurityScheme,
  error?: ChallengeError,
): Record<string, string> {
  return { [responseHeaders.wwwAuthenticate]: challenge(scheme, error) };
}

/** Whether the credentials of a scheme are a bearer token, for which RFC 6750 defines error codes. */
export function takesBearerToken(scheme: SecurityScheme): boolean {
  if (scheme.type === 'http') return scheme.scheme.toLowerCase() === 'bearer';
  return scheme.type === 'oauth2' || scheme.type === 'openIdConnect';
}

/** Instructs the client to authenticate, in a sentence that begins with a verb in lower case. */
export function instructionOf(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case 'http':
      return `send the header "Authorization: ${titleCase(scheme.scheme)} <credentials>"`;
    case 'oauth2':
    case 'openIdConnect':
      return 'send the header "Authorization: Bearer <token>"';
    case 'apiKey':
      return `send the ${PLACES[scheme.in]} "${scheme.name}" with the key`;
    case 'mutualTLS':
      return 'connect with a client certificate';
  }
}

const PLACES = { header: 'header', query: 'query parameter', cookie: 'cookie' };

function challenge(scheme: SecurityScheme, error: ChallengeError | undefined): string {
  switch (scheme.type) {
    case 'http':
      return httpChallenge(scheme.scheme, error);
    case 'oauth2':
    case 'openIdConnect':
      return httpChallenge('bearer', error);
    case 'apiKey':
      return `ApiKey in="${scheme.in}", name=${quoted(scheme.name)}`;
    case 'mutualTLS':
      return 'MutualTLS';
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3 and https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function httpChallenge(scheme: string, error: ChallengeError | undefined): string {
  const name = titleCase(scheme);
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return `${name} ${bearerAttributes(error).join(', ')}`.trim();
    case 'basic':
      return `${name} realm="api", charset="UTF-8"`;
    default:
      return name;
  }
}

/** scope-token: printable ASCII without the space, quotes and backslashes. @see https://www.rfc-editor.org/rfc/rfc6749#section-3.3 */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function bearerAttributes({ error, description, scopes = [] }: ChallengeError = {}): string[] {
  const attributes = error === undefined ? [] : [`error="${error}"`];
  if (description !== undefined) attributes.push(`error_description=${described(description)}`);
  // The roles of other schemes may contain other characters.
  if (scopes.length > 0 && scopes.every((scope) => SCOPE_TOKEN.test(scope))) {
    attributes.push(`scope="${scopes.join(' ')}"`);
  }
  return attributes;
}

/** A description allows no quotes and backslashes, not even escaped. */
function described(text: string): string {
  return quoted(text.replace(/["\\]/g, "'"));
}

function titleCase(scheme: string): string {
  return scheme.charAt(0).toUpperCase() + scheme.slice(1);
}

function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}

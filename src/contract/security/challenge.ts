import type { SecurityScheme } from '../compiled-contract';
import { responseHeaders } from '../header-names';

/**
 * How a client is told to authenticate: each 401 names the ways (RFC 9110, section 11.6.1).
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-11.3
 */

/** The header that asks for a scheme's credentials. @param state `invalid` for those that were refused */
export function challengeOf(
  scheme: SecurityScheme,
  state: { readonly invalid?: boolean } = {},
): Record<string, string> {
  return { [responseHeaders.wwwAuthenticate]: challenge(scheme, state.invalid === true) };
}

/** What a client has to send, as a sentence that begins with a verb in lower case. */
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

function challenge(scheme: SecurityScheme, invalid: boolean): string {
  switch (scheme.type) {
    case 'http':
      return httpChallenge(scheme.scheme, invalid);
    case 'oauth2':
    case 'openIdConnect':
      return httpChallenge('bearer', invalid);
    case 'apiKey':
      return `ApiKey in="${scheme.in}", name=${quoted(scheme.name)}`;
    case 'mutualTLS':
      return 'MutualTLS';
  }
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-3 and https://www.rfc-editor.org/rfc/rfc7617#section-2 */
function httpChallenge(scheme: string, invalid: boolean): string {
  const name = titleCase(scheme);
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return invalid ? `${name} error="invalid_token"` : name;
    case 'basic':
      return `${name} realm="api", charset="UTF-8"`;
    default:
      return name;
  }
}

function titleCase(scheme: string): string {
  return scheme.charAt(0).toUpperCase() + scheme.slice(1);
}

function quoted(text: string): string {
  return `"${text.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}

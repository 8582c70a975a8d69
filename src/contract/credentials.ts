import type { SecurityScheme } from './compiled-contract';
import { Failure, failureKinds } from './failure';
import { replyHeaders, requestHeaders } from './header-names';
import type { HttpRequest } from './http-message';

/**
 * Finds the credentials of a security scheme in a request.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-scheme-object
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */

/** token68 of RFC 9110, section 11.2. */
const TOKEN68 = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * Reads the credentials of an `http` scheme: what follows the scheme's name in Authorization.
 *
 * @returns the credentials as sent; undefined when none were sent; a Failure when they cannot be read
 */
export function readAuthorization(
  scheme: SecurityScheme & { type: 'http' },
  request: HttpRequest,
): string | Failure | undefined {
  const values = new Set(request.headerValues(requestHeaders.authorization));
  if (values.size > 1) {
    return invalid(scheme, 'Send one Authorization header, not several that differ');
  }
  const [value] = values;
  if (value === undefined) return undefined;
  const separator = value.indexOf(' ');
  const name = separator < 0 ? value : value.slice(0, separator);
  if (name.toLowerCase() !== scheme.scheme.toLowerCase()) return undefined;
  const credentials = separator < 0 ? '' : value.slice(separator).trim();
  if (!TOKEN68.test(credentials)) {
    return invalid(
      scheme,
      `The ${scheme.scheme} credentials are not of the form that RFC 9110 has`,
    );
  }
  return credentials;
}

/** Credentials that were not sent. */
export function missingCredentials(scheme: SecurityScheme): Failure {
  const wanted =
    scheme.type === 'http'
      ? `Send the header "Authorization: ${challengeName(scheme)} <credentials>"`
      : 'Send the credentials that the document asks for';
  return new Failure(failureKinds.missingCredentials, wanted, challenge(scheme));
}

/** Credentials that were sent and are not accepted. */
export function invalidCredentials(scheme: SecurityScheme): Failure {
  return invalid(scheme, 'The credentials are unknown, expired or revoked; use others');
}

function invalid(scheme: SecurityScheme, message: string): Failure {
  const error = isBearer(scheme) ? ' error="invalid_token"' : '';
  return new Failure(failureKinds.invalidCredentials, message, challenge(scheme, error));
}

/** A 401 always names the way to authenticate (RFC 9110, section 11.6.1; RFC 6750, section 3). */
function challenge(scheme: SecurityScheme, parameters = ''): { headers: Record<string, string> } {
  return { headers: { [replyHeaders.wwwAuthenticate]: challengeName(scheme) + parameters } };
}

function challengeName(scheme: SecurityScheme): string {
  if (scheme.type !== 'http') return scheme.type;
  return scheme.scheme.charAt(0).toUpperCase() + scheme.scheme.slice(1);
}

function isBearer(scheme: SecurityScheme): boolean {
  return scheme.type === 'http' && scheme.scheme.toLowerCase() === 'bearer';
}

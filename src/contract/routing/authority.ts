/** An IP literal, or a registered name, of which an IPv4 address has the form; and a port. */
const AUTHORITY =
  /^(?:\[[0-9A-Fa-f:.]+\]|(?:[A-Za-z0-9\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})+)(?::[0-9]*)?$/;

/**
 * True for a host, with a port or without: what a Host header and the authority of an `http` URI may
 * have. User information has no place there.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.2
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2
 */
export function isAuthority(text: string): boolean {
  return AUTHORITY.test(text);
}

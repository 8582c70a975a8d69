import { IPV4, isAsciiName, isIdnHostname, isIpv6 } from './hosts';

/** Maximum lengths of RFC 5321, section 4.5.3.1, in characters: a path has angle brackets around the address. */
const MOST_OF_LOCAL_PART = 64;
const MOST_OF_ADDRESS = 254;

/** @param more the non-ASCII characters allowed */
function localPart(more = ''): string {
  const atom = `[\\w!#$%&'*+/=?^\`{|}~${more}-]+`;
  const quoted = `"(?:[ !#-\\[\\]-~${more}]|\\\\[ -~])*"`;
  return `^(?:${atom}(?:\\.${atom})*|${quoted})$`;
}

const LOCAL_PART = new RegExp(localPart());
const IDN_LOCAL_PART = new RegExp(localPart('\\u{80}-\\u{10ffff}'), 'u');

/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 */
export function isEmail(text: string): boolean {
  return isMailbox(text, LOCAL_PART, isAsciiName);
}

/** @see https://www.rfc-editor.org/rfc/rfc6531#section-3.3 */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, IDN_LOCAL_PART, (domain) => isIdnHostname(domain.normalize('NFC')));
}

function isMailbox(text: string, local: RegExp, isDomain: (domain: string) => boolean): boolean {
  const at = text.lastIndexOf('@');
  if (at === -1 || at > MOST_OF_LOCAL_PART || text.length > MOST_OF_ADDRESS) return false;
  if (!local.test(text.slice(0, at))) return false;
  const domain = text.slice(at + 1);
  return isDomain(domain) || isAddressLiteral(domain);
}

/** @see https://www.rfc-editor.org/rfc/rfc5321#section-4.1.3 */
function isAddressLiteral(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false;
  const address = text.slice(1, -1);
  return /^IPv6:/i.test(address) ? isIpv6(address.slice('IPv6:'.length)) : IPV4.test(address);
}

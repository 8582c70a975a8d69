import { isIPv6 } from 'node:net';
import type * as InternationalizedNames from './internationalized-names';

/** Names and addresses of hosts. */

const OCTET = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;

/** @see https://www.rfc-editor.org/rfc/rfc2673#section-3.2 */
export const IPV4 = new RegExp(String.raw`^${OCTET}(?:\.${OCTET}){3}$`);

/** Excludes the additional forms that node:net accepts: a zone, and any text after a NUL. */
const OF_IPV6 = /^[\da-f:.]{2,45}$/i;

/** @see https://www.rfc-editor.org/rfc/rfc4291#section-2.2 */
export function isIpv6(text: string): boolean {
  return OF_IPV6.test(text) && isIPv6(text);
}

const LABEL = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`;
const LABELS = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*$`, 'i');

/**
 * True for labels of letters, digits and hyphens.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1123#section-2.1
 */
export function isAsciiName(text: string): boolean {
  return text.length <= 253 && LABELS.test(text);
}

/** True for such a name if its labels that begin with `xn--` are A-labels. */
export function isHostname(text: string): boolean {
  return isAsciiName(text) && (!/xn--/i.test(text) || isInternationalized(text));
}

/** @see https://www.rfc-editor.org/rfc/rfc5890#section-2.3.2.3 */
export function isIdnHostname(text: string): boolean {
  return isHostname(text) || isInternationalized(text);
}

/** 253 ASCII characters, each of which may correspond to two code units. */
const MOST_CODE_UNITS = 506;

function isInternationalized(text: string): boolean {
  return text.length <= MOST_CODE_UNITS && isAsciiName(internationalizedNames().toAsciiName(text));
}

/** Loaded on first use: the Unicode properties take milliseconds. */
function internationalizedNames(): typeof InternationalizedNames {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- see above
  return require('./internationalized-names') as typeof InternationalizedNames;
}

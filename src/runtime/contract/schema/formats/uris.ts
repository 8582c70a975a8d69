import { isIpv6 } from './hosts';

/** @see https://www.rfc-editor.org/rfc/rfc3987#section-2.2 */
const UCSCHAR = [
  String.raw`\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef`,
  // Each plane without its two noncharacters; the last plane also without the tags.
  ...Array.from('123456789abcd', (plane) => `\\u{${plane}0000}-\\u{${plane}fffd}`),
  String.raw`\u{e1000}-\u{efffd}`,
].join('');
const IPRIVATE = String.raw`\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}`;

const PERCENT_ENCODED = '%[\\dA-Fa-f]{2}';
const NAME = "\\w.~!$&'()*+,;=";
const IP_LITERAL = String.raw`\[(?:([\dA-Fa-f:.]+)|[Vv][\dA-Fa-f]+\.[${NAME}:-]+)\]`;

/** Any number of these characters and of percent-encoded bytes. */
function encoded(characters: string): string {
  return `[${characters}-]*(?:${PERCENT_ENCODED}[${characters}-]*)*`;
}

/**
 * Patterns of URIs, and of references without a scheme.
 *
 * @param more the non-ASCII characters allowed
 * @param moreInQuery those allowed only in queries
 * @see https://www.rfc-editor.org/rfc/rfc3986#appendix-A
 */
function uriPatterns(more = '', moreInQuery = ''): Record<'uri' | 'relative', string> {
  const name = NAME + more;
  const path = encoded(`${name}:@/`);
  const host = `(?:${IP_LITERAL}|${encoded(name)})`;
  const authority = `//(?:${encoded(`${name}:`)}@)?${host}(?::\\d*)?(?:/${path})?`;
  const query = encoded(`${name}:@/?${moreInQuery}`);
  const rest = `(?:\\?${query})?(?:#${encoded(`${name}:@/?`)})?$`;
  return {
    uri: `^[A-Za-z][A-Za-z\\d+.-]*:(?:${authority}|(?!//)${path})${rest}`,
    relative: `^(?:${authority}|(?!//)${encoded(`${name}@`)}(?:/${path})?)${rest}`,
  };
}

const OF_URI = uriPatterns();
const OF_IRI = uriPatterns(UCSCHAR, IPRIVATE);

const URI = new RegExp(OF_URI.uri);
const RELATIVE_URI = new RegExp(OF_URI.relative);
const IRI = new RegExp(OF_IRI.uri, 'u');
const RELATIVE_IRI = new RegExp(OF_IRI.relative, 'u');

export function isUri(text: string): boolean {
  return matches(URI, text);
}

export function isUriReference(text: string): boolean {
  return isUri(text) || matches(RELATIVE_URI, text);
}

/** @see https://www.rfc-editor.org/rfc/rfc3987#section-2.2 */
export function isIri(text: string): boolean {
  return matches(IRI, text);
}

export function isIriReference(text: string): boolean {
  return isIri(text) || matches(RELATIVE_IRI, text);
}

function matches(pattern: RegExp, text: string): boolean {
  const [whole, address] = pattern.exec(text) ?? [];
  return whole !== undefined && (address === undefined || isIpv6(address));
}

const OF_NAME = `(?:\\w|${PERCENT_ENCODED})+`;
const VARIABLE = `${OF_NAME}(?:\\.${OF_NAME})*(?::[1-9]\\d{0,3}|\\*)?`;
const EXPRESSION = new RegExp(`^[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*$`);
/** Includes the apostrophe, which URIs allow too. */
const LITERALS = new RegExp(`^${encoded(`!#-$&-;=?-\\[\\]_a-z~${UCSCHAR}${IPRIVATE}`)}$`, 'u');

/** @see https://www.rfc-editor.org/rfc/rfc6570#section-2 */
export function isUriTemplate(text: string): boolean {
  const parts = text.split(/\{([^{}]*)\}/);
  return parts.every((part, index) => (index % 2 === 0 ? LITERALS : EXPRESSION).test(part));
}

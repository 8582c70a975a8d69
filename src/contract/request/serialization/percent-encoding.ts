/** @see https://www.rfc-editor.org/rfc/rfc3986#section-2.1 */

/** True when every percent sign begins an encoded byte and the bytes are UTF-8. */
export function isPercentEncoded(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Decodes what isPercentEncoded holds of. @throws URIError for other text */
export function decodePercent(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

/**
 * As decodePercent, with each plus sign as a space.
 *
 * @see https://url.spec.whatwg.org/#concept-urlencoded-parser
 */
export function decodeForm(text: string): string {
  return decodePercent(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** The text that decodeForm and decodePercent make of this one; delimiters stay as they are. */
export function encodeForm(text: string): string {
  return text.replace(/[%+]/g, encodeURIComponent);
}

/** Headers are not percent-encoded: an item of a list only has space around it (RFC 9110, section 5.6.1). */
export function decodeHeader(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

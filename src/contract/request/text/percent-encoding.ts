/** @see https://www.rfc-editor.org/rfc/rfc3986#section-2.1 */

/** True when every percent sign begins an encoded byte and the bytes are UTF-8. */
export function isPercentEncoded(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodePercent(text);
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
  return decodePercent(text.replaceAll('+', ' '));
}

/** Clients and proxies take a header field of limited length, and other fields stand beside it. */
const MOST_CHARACTERS = 500;

/** A text as a header field can have it. @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
export function fieldValue(text: string): string {
  const printable = text.replace(/[^\x20-\x7e]/g, '?');
  return printable.length > MOST_CHARACTERS
    ? `${printable.slice(0, MOST_CHARACTERS)}...`
    : printable;
}

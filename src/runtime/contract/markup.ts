/** Escapes text for an element or an attribute of XML or HTML. @see https://www.w3.org/TR/xml/#syntax */
export function escapeMarkup(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // XML cannot represent these characters.
      .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
  );
}

/** The problem of a record that exceeds the limit. */
export function tooLarge(maxBytes: number): string {
  return `The line is larger than the limit of ${maxBytes} bytes, which MAX_BODY_BYTES raises`;
}

/**
 * Lists in which a client says how much it wants each item, such as that of Accept.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2
 */

/** The items of all values of a header, without empty ones; commas inside quotes do not separate. */
export function splitList(values: readonly string[]): string[] {
  const items = values.join(',').match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** A weight of 0 to 1 from the value of `q`; undefined when it is not one. */
export function parseWeight(q = '1'): number | undefined {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : undefined;
}

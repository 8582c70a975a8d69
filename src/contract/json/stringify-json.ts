/**
 * A value to JSON text, with each `bigint` as an exact integer. Strings are escaped as
 * `JSON.stringify` does, so lone surrogates survive. Properties that are `undefined` are left out.
 *
 * @param value null, boolean, finite number, bigint, string, array or plain object
 * @throws TypeError for anything else, such as a function or NaN
 * @see https://www.rfc-editor.org/rfc/rfc8259
 */
export function stringifyJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`);
      return numberText(value);
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? stringifyArray(value) : stringifyObject(value);
    default:
      throw new TypeError(`JSON has no ${typeof value}`);
  }
}

/**
 * The shortest digits that lead to a double, which JavaScript writes, are those of another integer beyond 2^53:
 * a reader that keeps integers exact would find one that no double holds.
 */
function numberText(value: number): string {
  const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
  return isExact ? JSON.stringify(value) : String(BigInt(value));
}

function stringifyArray(items: readonly unknown[]): string {
  // A hole is an item too.
  const texts = Array.from(items, (item) => stringifyJson(item === undefined ? null : item));
  return `[${texts.join(',')}]`;
}

function stringifyObject(value: object): string {
  if (value instanceof Date) return JSON.stringify(value);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${stringifyJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

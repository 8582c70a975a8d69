/**
 * Serializes a value as JSON, with each `bigint` as an exact integer. Strings are escaped as `JSON.stringify` does, so
 * lone surrogates survive. Properties that are `undefined` are left out.
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
 * JavaScript writes the shortest digits that round to a double. Beyond 2^53 these are another integer, which a reader
 * with exact integers would take literally.
 */
function numberText(value: number): string {
  const isExact = Number.isSafeInteger(value) || !Number.isInteger(value);
  return isExact ? JSON.stringify(value) : String(BigInt(value));
}

function stringifyArray(items: readonly unknown[]): string {
  // A hole counts as an item.
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

/** The length of client-supplied names in messages, in UTF-16 code units; longer ones are cut. */
const MAX_QUOTED = 100;

/** A name, or a value as JSON, in quotes, truncated where it is long. */
export function quote(value: unknown): string {
  const name = typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(name.length > MAX_QUOTED ? `${name.slice(0, MAX_QUOTED)}…` : name);
}

/** Sets an own property, even one called `__proto__`. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else target[key] = value;
}

/**
 * Escapes a property name for a JSON Pointer.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901#section-3
 */
export function escapeKey(key: string): string {
  // Few keys need it, and replacing is slow even without a match.
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The keys of a JSON Pointer. @see https://www.rfc-editor.org/rfc/rfc6901#section-4 */
export function pointerKeys(pointer: string): string[] {
  if (pointer === '') return [];
  const keys = pointer.slice(1).split('/');
  if (!pointer.includes('~')) return keys;
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** True for an array or object. */
export function isComposite(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** True for a JSON object. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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

/** Names that come from the client are cut to this length in messages, in UTF-16 code units. */
const MAX_QUOTED = 100;

/** A name, or a value as JSON, in quotes, cut where it is long. */
export function quote(value: unknown): string {
  const name = typeof value === 'string' ? value : JSON.stringify(value);
  return JSON.stringify(name.length > MAX_QUOTED ? `${name.slice(0, MAX_QUOTED)}…` : name);
}

/** Sets a property of an object's own, also one that is called `__proto__`. */
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
 * A property name as a JSON Pointer has it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901#section-3
 */
export function escapeKey(key: string): string {
  // Few keys need it, and replacing takes long where it finds nothing.
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}

/** The keys that a pointer steps through. @see https://www.rfc-editor.org/rfc/rfc6901#section-4 */
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

/** True for an object of JSON. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Memoizes by object identity (WeakMap). */
export function memoize<Key extends object, Result extends object | string | boolean>(
  make: (key: Key) => Result,
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = make(key);
    results.set(key, result);
    return result;
  };
}

/** The most texts kept, and their greatest length: clients send them, and must not exhaust memory. */
const MAX_TEXTS = 100;
const MAX_LENGTH = 200;

/** Memoizes by text, within bounds. */
export function memoizeByText<Result extends object>(
  make: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (text.length > MAX_LENGTH) return make(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= MAX_TEXTS) results.clear();
    const result = make(text);
    results.set(text, result);
    return result;
  };
}

/** Makes a predicate that is true once for each text of an object, and false after 100 texts of the object. */
export function oncePer(): (owner: object, text: string) => boolean {
  const textsOf = memoize<object, Set<string>>(() => new Set());
  return (owner, text) => {
    const texts = textsOf(owner);
    const start = text.slice(0, MAX_LENGTH);
    if (texts.size >= MAX_TEXTS || texts.has(start)) return false;
    texts.add(start);
    return true;
  };
}

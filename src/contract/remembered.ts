/**
 * Functions that keep their results: what depends on the document alone, or on the same few texts that
 * clients send, is worked out once.
 */

/** A function that keeps its result for each object, as long as there is the object. */
export function rememberedFor<Key extends object, Result extends object>(
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

/** As many texts as are remembered, and as long; a client that sends others must not fill the memory. */
const MOST = 100;
const LONGEST = 200;

/** A function that keeps its results for the texts that it was given last. */
export function remembered<Result extends object>(
  make: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (text.length > LONGEST) return make(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= MOST) results.clear();
    const result = make(text);
    results.set(text, result);
    return result;
  };
}

/**
 * Makes a function that is true of each text of an object the first time, as long as there is the object.
 * It is false for further texts of an object that has had as many as are remembered.
 */
export function firstTimes(): (owner: object, text: string) => boolean {
  const textsOf = rememberedFor<object, Set<string>>(() => new Set());
  return (owner, text) => {
    const texts = textsOf(owner);
    const start = text.slice(0, LONGEST);
    if (texts.size >= MOST || texts.has(start)) return false;
    texts.add(start);
    return true;
  };
}

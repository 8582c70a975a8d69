/** As many texts as are remembered; clients send the same few, and one that does not must not fill the memory. */
const MOST = 100;

/** A function that keeps its results for the texts that it was given last. */
export function remembered<Result extends object>(
  make: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    if (results.size >= MOST) results.clear();
    const result = make(text);
    results.set(text, result);
    return result;
  };
}

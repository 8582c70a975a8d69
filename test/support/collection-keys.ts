/**
 * What Maps and Sets are given as keys while something is done.
 *
 * @returns the keys as texts, but for objects
 */
export async function keysWhile(work: () => unknown): Promise<ReadonlySet<string>> {
  const keys: unknown[] = [];
  const { set } = Map.prototype;
  const { add } = Set.prototype;
  Map.prototype.set = function (this: Map<unknown, unknown>, key, value) {
    keys.push(key);
    return set.call(this, key, value);
  };
  Set.prototype.add = function (this: Set<unknown>, key) {
    keys.push(key);
    return add.call(this, key);
  };
  try {
    await work();
  } finally {
    Map.prototype.set = set;
    Set.prototype.add = add;
  }
  return new Set(keys.filter((key) => typeof key !== 'object').map(String));
}

/**
 * Records the keys that are added to Maps and Sets during some work.
 *
 * @returns the keys as texts, without objects
 */
export async function keysWhile(work: () => unknown): Promise<ReadonlySet<string>> {
  const keys: unknown[] = [];
  const spies = [jest.spyOn(Map.prototype, 'set'), jest.spyOn(Set.prototype, 'add')];
  try {
    await work();
    for (const { mock } of spies) for (const [key] of mock.calls) keys.push(key);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return new Set(keys.filter((key) => typeof key !== 'object').map(String));
}

/**
 * Starts something before the tests of the calling block, and closes it after them.
 *
 * @returns what was started, once the first test runs
 */
export function useStarted<T extends { close(graceMs?: number): unknown }>(
  start: () => Promise<T>,
): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close(0));
  return new Proxy({} as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(started!, name);
      return typeof value === 'function' ? value.bind(started) : value;
    },
  });
}

import { LastUses } from '../../../../src/runtime/service/access/token-caches';

const MINUTE_MS = 60_000;

let writes: (readonly (readonly [id: string, at: number])[])[];
let faults: unknown[];
let isAway: boolean;
let lastUses: LastUses;
beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  writes = [];
  faults = [];
  isAway = false;
  const markUsed = (uses: ReadonlyMap<string, Date>): Promise<void> => {
    if (isAway) return Promise.reject(new Error('away'));
    if (uses.size > 0) writes.push([...uses].map(([id, at]) => [id, at.getTime()]));
    return Promise.resolve();
  };
  lastUses = new LastUses({ markUsed }, (error) => faults.push(error));
});
afterEach(() => {
  jest.useRealTimers();
});

it('are written once a minute, whatever is used how often', async () => {
  for (let times = 0; times < 100; times++) lastUses.note('a');
  await jest.advanceTimersByTimeAsync(1_000);
  lastUses.note('b');
  lastUses.note('a');
  expect(writes).toEqual([]);
  await jest.advanceTimersByTimeAsync(MINUTE_MS);
  const first = [
    ['a', 0],
    ['b', 1_000],
  ];
  expect(writes).toEqual([first]);
  lastUses.note('a');
  await jest.advanceTimersByTimeAsync(10 * MINUTE_MS);
  expect(writes).toEqual([first, [['a', 1_000 + MINUTE_MS]]]);
});

it('are written at the end', async () => {
  lastUses.note('a');
  await lastUses.close();
  expect(writes).toEqual([[['a', 0]]]);
  expect(jest.getTimerCount()).toBe(0);
});

it('are written later when they cannot be written now', async () => {
  isAway = true;
  lastUses.note('a');
  await jest.advanceTimersByTimeAsync(3 * MINUTE_MS);
  expect(faults).toHaveLength(3);
  isAway = false;
  await jest.advanceTimersByTimeAsync(MINUTE_MS);
  expect(writes).toEqual([[['a', 0]]]);
  isAway = true;
  lastUses.note('a');
  await lastUses.close();
  expect(jest.getTimerCount()).toBe(0);
});

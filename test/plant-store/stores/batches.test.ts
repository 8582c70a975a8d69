import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../../../src/runtime/contract/failure';
import {
  Batches,
  type BatchOptions,
  type ItemOutcome,
} from '../../../src/plant-store/stores/batches';

interface Run {
  readonly items: readonly number[];
  finish(outcomes?: readonly ItemOutcome<string>[]): void;
  fail(error: Error): void;
}

/** Batches whose work ends when the test says so. */
function newBatches(options: Partial<BatchOptions<number, string>> = {}): {
  batches: Batches<number, string>;
  runs: Run[];
} {
  const runs: Run[] = [];
  const batches = new Batches<number, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        const finish = (outcomes: readonly ItemOutcome<string>[] = items.map(String)): void => {
          resolve(outcomes);
        };
        runs.push({ items, finish, fail: reject });
      }),
    weigh: (item) => item,
    maxBatchWeight: 1_000,
    maxWaitingWeight: 1_000_000,
    maxUnderWay: 1,
    ...options,
  });
  return { batches, runs };
}

/** What is planned for the end of a turn of the event loop has begun, also what that has planned. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
}

describe('batches', () => {
  it('take together what comes in one turn, and give each item its own result', async () => {
    const { batches, runs } = newBatches();
    const results = Promise.all([batches.add(1), batches.add(2)]);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1, 2]]);
    runs[0]!.finish();
    expect(await results).toEqual(['1', '2']);
  });

  it('take together what comes while one is under way', async () => {
    const { batches, runs } = newBatches();
    const first = batches.add(1);
    await turn();
    const others = [batches.add(2)];
    await turn();
    others.push(batches.add(3));
    await turn();
    expect(runs).toHaveLength(1);
    runs[0]!.finish();
    await first;
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    runs[1]!.finish();
    expect(await Promise.all(others)).toEqual(['2', '3']);
  });

  it('are as many at once as is allowed', async () => {
    const { batches, runs } = newBatches({ maxUnderWay: 2 });
    for (const item of [1, 2, 3]) {
      void batches.add(item);
      await turn();
    }
    expect(runs.map(({ items }) => items)).toEqual([[1], [2]]);
    runs[1]!.finish();
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2], [3]]);
  });

  it('are begun beside one that takes long, and gathered until then', async () => {
    // Long enough that a busy machine gets to the third item before it is over.
    const patienceMs = 1_000;
    const { batches, runs } = newBatches({ maxUnderWay: 2, patienceMs });
    const first = batches.add(1);
    await turn();
    void batches.add(2);
    await turn();
    void batches.add(3);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1]]);
    while (runs.length === 1) await sleep(10);
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3]]);
    void batches.add(4);
    runs[0]!.finish();
    runs[1]!.finish();
    await first;
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
  });

  it('are no heavier than is allowed; what is heavier by itself is alone', async () => {
    const { batches, runs } = newBatches({ maxBatchWeight: 10, maxUnderWay: 9 });
    for (const item of [4, 6, 1, 50, 10, 1]) void batches.add(item);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[4, 6], [1], [50], [10], [1]]);
  });

  it('have no more items than is allowed, each beside the others', async () => {
    const { batches, runs } = newBatches({ maxItems: 1, maxUnderWay: 2 });
    const all = [1, 2, 3].map((item) => batches.add(item));
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2]]);
    runs[1]!.finish();
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2], [3]]);
    runs[0]!.finish();
    runs[2]!.finish();
    expect(await Promise.all(all)).toEqual(['1', '2', '3']);
  });

  it('refuse what is too much to wait, until there is room', async () => {
    const { batches, runs } = newBatches({ maxWaitingWeight: 10 });
    const first = batches.add(50);
    await turn();
    void batches.add(10);
    await expect(batches.add(1)).rejects.toThrow(UnavailableError);
    runs[0]!.finish();
    await first;
    await turn();
    void batches.add(1);
    runs[1]!.finish();
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[50], [10], [1]]);
  });

  it('fail all of a batch when it throws, and none of another', async () => {
    const { batches, runs } = newBatches();
    const failing = Promise.allSettled([batches.add(1), batches.add(2)]);
    await turn();
    const next = batches.add(3);
    const error = new Error('the disk is full');
    runs[0]!.fail(error);
    expect(await failing).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ]);
    await turn();
    runs[1]!.finish();
    expect(await next).toBe('3');
  });

  it('fail one item alone when its outcome is an error', async () => {
    const { batches, runs } = newBatches();
    const settled = Promise.allSettled([batches.add(1), batches.add(2)]);
    await turn();
    const error = new Error('too long');
    runs[0]!.finish([error, '2']);
    expect(await settled).toEqual([
      { status: 'rejected', reason: error },
      { status: 'fulfilled', value: '2' },
    ]);
  });
});

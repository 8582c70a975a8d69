import { createToken } from '../../src/plant-store/access/opaque-token';
import { openStore } from '../../src/plant-store/stores/open-store';
import {
  type CounterTable,
  type UsageRow,
  SharedUsageExchange,
} from '../../src/runtime/service/quotas/shared-usage';
import { UsageCounter } from '../../src/runtime/service/quotas/usage-counter';
import { describePostgres } from './stores/postgres/test-server';
import { startPlantService, TOKEN, type PlantService } from '../support/plant-service';
import { until } from '../support/waiting';

/** Instances on one PostgreSQL share tokens and what they count, and go on by themselves where they cannot. */

const QUOTA = 30;

describePostgres('two instances on one database', (server) => {
  let url = '';
  let instances: readonly PlantService[];

  beforeEach(async () => {
    url = await server().createDatabase();
    const env = { DATABASE_URL: url, RATE_LIMIT: `token=${QUOTA}/h`, ACCESS_TOKENS: `${TOKEN},b` };
    instances = await Promise.all([startPlantService(env), startPlantService(env)]);
  });

  afterEach(async () => {
    for (const instance of instances) await instance.close();
    await server().dropDatabase(url);
  });

  it('take a token at once, and refuse it soon after it is revoked by anybody', async () => {
    const tool = await openStore(url, { role: 'tool' });
    try {
      const { secret, record } = createToken({ label: 'ci', now: new Date() });
      for (const instance of instances) expect(await create(instance, secret)).toBe(40102);
      await tool.tokens.add(record);
      for (const instance of instances) expect(await create(instance, secret)).toBe(200);
      await tool.tokens.revoke(record.id, new Date());
      for (const instance of instances) while ((await create(instance, secret)) !== 40102);
      for (const instance of instances) await instance.close();
      instances = [];
      expect(await tool.tokens.list()).toMatchObject([{ lastUsedAt: expect.any(Date) as Date }]);
    } finally {
      await tool.close();
    }
  });

  let lastId = 0;

  async function create(service: PlantService, token = TOKEN): Promise<number> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await service.post(JSON.stringify({ id: ++lastId, name: 'Fern' }), {
      headers,
    });
    const { error = 200 } = (await response.json()) as { error?: number };
    return error;
  }

  /** Waits until what the instances have counted together is in their database. */
  async function untilShared(count: number): Promise<void> {
    await until(async () => {
      const made = await server().query(url, "SELECT to_regclass('rate_limit_usage') AS name");
      if (made[0]!.name === null) return false;
      const rows = await server().query(url, 'SELECT sum(used)::int AS used FROM rate_limit_usage');
      return Number(rows[0]!.used) === count;
    });
  }

  it('refuse what one of them has counted', async () => {
    const [one, two] = instances as [PlantService, PlantService];
    const taken = await Promise.all(Array.from({ length: QUOTA }, () => create(one)));
    expect(new Set(taken)).toEqual(new Set([200]));
    expect(await create(one)).toBe(42901);
    // It asks when it has a request of the caller to count, one question at a time.
    let used = QUOTA + 1;
    const told: number[] = [];
    while (told.length < 3 && !told.includes(42901)) {
      await untilShared(used++);
      told.push(await create(two));
    }
    expect(told).toContain(42901);
    expect(await create(two, 'b')).toBe(200);
  });

  it('serve and count by themselves while the counts cannot be reached, and share again', async () => {
    const [one, two] = instances as [PlantService, PlantService];
    expect(await create(one)).toBe(200);
    await untilShared(1);
    const block = 'ALTER TABLE rate_limit_usage RENAME COLUMN used TO broken';
    await server().query(url, block);
    const told = await Promise.all(Array.from({ length: QUOTA + 5 }, () => create(one)));
    expect(told.filter((each) => each === 200)).toHaveLength(QUOTA - 1);
    expect(await create(two)).toBe(200);
    await server().query(url, 'DROP TABLE rate_limit_usage');
    // The table is made again, for requests that come later.
    let count = 0;
    await until(async () => {
      expect(await create(two, 'b')).toBe(count++ < QUOTA ? 200 : 42901);
      const tables = await server().query(url, "SELECT to_regclass('rate_limit_usage') AS name");
      return tables[0]!.name !== null;
    });
  });
});

describe('by a clock that the test turns', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('tells once of a store that is away, and counts all the same', async () => {
    const faults: unknown[] = [];
    let asked = 0;
    const away = (): Promise<never> => {
      asked++;
      return Promise.reject(new Error('away'));
    };
    const table = { prepare: away, add: away, prune: away };
    const exchange = new SharedUsageExchange(table, (error) => faults.push(error));
    const counter = new UsageCounter({ name: 'token', quota: 5, windowSeconds: 60 });
    for (let count = 1; count <= 3; count++) {
      const { used } = await counter.add('a', 1);
      expect(used).toBe(count);
      exchange.share(counter, 'a', 1);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(asked).toBe(count);
    }
    await exchange.close();
    expect(faults).toEqual([new Error('away')]);
  });

  it('asks the store once for all that is used meanwhile', async () => {
    const asked: (readonly UsageRow[])[] = [];
    let answer = (): void => undefined;
    const table: CounterTable = {
      prepare: () => Promise.resolve(),
      add: async (rows) => {
        asked.push(rows);
        await new Promise<void>((resolve) => (answer = resolve));
        return rows.map(({ key }) => ({ key, used: 1_000, msLeft: 30_000 }));
      },
      prune: () => Promise.resolve(),
    };
    const exchange = new SharedUsageExchange(table, (error) => {
      throw error;
    });
    const counter = new UsageCounter({ name: 'token', quota: 5_000, windowSeconds: 60 });
    const use = async (): Promise<void> => {
      await counter.add('a', 1);
      exchange.share(counter, 'a', 1);
    };
    for (let count = 0; count < 500; count++) await use();
    await jest.advanceTimersByTimeAsync(10_000);
    for (let count = 0; count < 500; count++) await use();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([[{ key: 'token=5000/60 a', amount: 500, windowMs: 60_000 }]]);
    answer();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked.slice(1)).toEqual([[{ key: 'token=5000/60 a', amount: 500, windowMs: 60_000 }]]);
    // What others have counted, and what was used here since it was asked.
    expect(await counter.look('a')).toMatchObject({ used: 1_500 });
    answer();
    await exchange.close();
  });
});

import { UsageCounter } from '../../../../src/runtime/service/quotas/usage-counter';

const limit = { name: 'address', quota: 2, windowSeconds: 60 } as const;

it('tells what was used, what is left and how long the window lasts', async () => {
  const counter = new UsageCounter(limit);
  expect(await counter.look('a')).toBeUndefined();
  expect(await counter.add('a', 2)).toMatchObject({ used: 2, left: 0, isExceeded: false });
  expect(await counter.add('a', 3)).toMatchObject({ used: 5, left: 0, isExceeded: true });
  const { msLeft = 0 } = (await counter.look('a')) ?? {};
  expect(msLeft).toBeGreaterThan(50_000);
  expect(msLeft).toBeLessThanOrEqual(60_000);
});

it('takes over what others have counted, with the end of their window', async () => {
  const counter = new UsageCounter(limit);
  await counter.add('a', 1);
  await counter.adopt('a', 7, 5_000);
  expect(await counter.look('a')).toMatchObject({ used: 7, isExceeded: true });
  expect((await counter.look('a'))?.msLeft).toBeLessThanOrEqual(5_000);
});

it('keeps its own count where less is known elsewhere, as after the loss of all counts', async () => {
  const counter = new UsageCounter(limit);
  await counter.add('a', 5);
  await counter.adopt('a', 1, 5_000);
  expect(await counter.look('a')).toMatchObject({ used: 5, isExceeded: true });
});

it('forgets who was seen longest ago once there are too many clients', async () => {
  const counter = new UsageCounter(limit, 100);
  await counter.add('staying', 1);
  for (let client = 0; client < 5_000; client++) {
    await counter.add(`client ${client}`, 1);
    if (client % 20 === 0) await counter.add('staying', 1);
  }
  const known = await Promise.all(
    Array.from({ length: 5_000 }, (_, client) => counter.look(`client ${client}`)),
  );
  const places = known.flatMap((usage, client) => (usage === undefined ? [] : [client]));
  expect(places.length).toBeLessThanOrEqual(99);
  expect(Math.min(...places)).toBeGreaterThan(4_900);
  expect(places).toContain(4_999);
  expect(await counter.look('staying')).toMatchObject({ used: 251 });
});

import { setTimeout } from 'node:timers/promises';
import { Admission } from '../../../src/express/connections/admission';
import { Backlog } from '../../../src/express/connections/backlog';
import { Rounds } from '../../../src/express/connections/rounds';

/** When connections are read, while more requests arrive than can be served. */

interface Visit {
  readonly name: string;
  readonly at: number;
}

let visits: Visit[];
let backlog: Backlog;
let rounds: Rounds;

beforeEach(() => {
  visits = [];
  const nobody = (): void => undefined;
  backlog = new Backlog(nobody);
  rounds = new Rounds(new Admission(() => 1, true, nobody), backlog);
});

/** Milliseconds that a visit takes. */
const VISIT_MS = 0.1;

/** Queues one, and again after each visit as long as there is a time for it. */
function queue(name: string, ...dueIn: number[]): void {
  const [first = 0, ...others] = dueIn;
  const visit = (): void => {
    const at = performance.now();
    visits.push({ name, at });
    while (performance.now() < at + VISIT_MS);
    if (others.length > 0) queue(name, ...others);
  };
  rounds.add({ visit }, performance.now() + first);
}

async function untilVisited(count: number): Promise<readonly string[]> {
  while (visits.length < count) await setTimeout(1);
  return visits.map(({ name }) => name);
}

it('whoever is due first is visited first, whenever it was queued', async () => {
  queue('third', 30);
  queue('first', 10);
  queue('second', 20);
  queue('at once');
  expect(await untilVisited(4)).toStrictEqual(['at once', 'first', 'second', 'third']);
});

it('nobody is visited before it is due', async () => {
  const begin = performance.now();
  queue('at once');
  queue('late', 50);
  await untilVisited(2);
  // Timers count whole milliseconds.
  expect((visits[1]?.at ?? 0) - begin).toBeGreaterThan(48);
});

it('however often some queue while they are visited, others are visited when they are due', async () => {
  queue('often', ...Array.from({ length: 200 }, () => 0));
  queue('once', 1);
  const names = await untilVisited(201);
  expect(names.indexOf('once')).toBeLessThan(200);
});

it('while connections wait to be accepted, one in each turn, most turns are left to them', async () => {
  queue('again and again', ...Array.from({ length: 1_000 }, () => 0));
  const turns = 200;
  let withVisits = 0;
  for (let turn = 0; turn < turns; turn++) {
    const before = visits.length;
    backlog.accept();
    await new Promise(setImmediate);
    if (visits.length > before) withVisits++;
  }
  expect(withVisits).toBeGreaterThan(0);
  expect(withVisits).toBeLessThan(turns / 10);
});

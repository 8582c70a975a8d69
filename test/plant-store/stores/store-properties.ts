import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Plant, CreateVerdict } from '../../../src/plant-store/plants/plant-store';
import { collect } from './collect';
import type { TestStores } from './store-suite';
import { anyCharacter, runs } from '../../support/runs';

/** Any string that JSON can hold: also lone surrogates and NUL, and more of those than by chance. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 4 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        '\0',
        '\\',
        '\\0',
        '\uD800',
        '\uDFFF',
        '\uFFFD',
        '\uFEFF',
        "'",
        '"',
        '{',
        '}',
        ',',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const id = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const plant: fc.Arbitrary<Plant> = fc
  .record({ id, name: text, tag: text }, { requiredKeys: ['id', 'name'] })
  .map((made) => ({ ...made }));

/** A create of one of few plants, by one of two stores, some turns of the event loop after the start. */
const call = fc.record({
  store: fc.constantFrom(0, 1),
  turns: fc.nat(6),
  id: fc.bigInt(0n, 4n),
  name: fc.constantFrom('Fern', 'fern'),
});

/** What holds of every kind of store, whatever it is given. */
export function describeStoreProperties({ shared, openTool }: TestStores): void {
  describe('properties', () => {
    it(`any strings and any int64 that go in come out the same (${runs(100)} tries)`, async () => {
      const { plants } = shared();
      const model = new Map<bigint, Plant>();
      const property = fc.asyncProperty(fc.array(plant, { maxLength: 20 }), async (given) => {
        const expected = given.map((each) => verdictOf(model, each));
        expect(await plants.createAll(given)).toEqual(expected);
        const kept = given.map((each) => ({ ...model.get(each.id)! }));
        expect(await plants.createAll(kept)).toEqual(kept.map(() => 'same'));
      });
      await fc.assert(property, { numRuns: runs(100) });
      const inOrder = [...model.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(await collect(plants.list())).toStrictEqual(inOrder);
    });

    it(`any interleaving of creates of two stores gives what one after the other could (${runs(60)} tries)`, async () => {
      const stores = [shared(), await openTool()];
      let base = 0n;
      const kept: Plant[] = [];
      const calls = fc.array(call, { minLength: 2, maxLength: 40 });
      const property = fc.asyncProperty(calls, async (given) => {
        base += 10n;
        let clock = 0;
        const done = await Promise.all(
          given.map(async ({ store, turns, id: offset, name }) => {
            for (let turn = 0; turn < turns; turn++) await nextTurn();
            const start = clock++;
            const verdict = await stores[store]!.plants.create({ id: base + offset, name });
            return { id: base + offset, name, verdict, start, end: clock++ };
          }),
        );
        for (const winner of assertOneWinnerEach(done)) kept.push(winner);
      });
      await fc.assert(property, { numRuns: runs(60) });
      kept.sort((a, b) => (a.id < b.id ? -1 : 1));
      for (const { plants } of stores) expect(await collect(plants.list())).toEqual(kept);
    });
  });
}

/** The verdict of a store that does one create after the other; `model` is what it keeps. */
function verdictOf(model: Map<bigint, Plant>, given: Plant): CreateVerdict {
  const kept = model.get(given.id);
  if (kept === undefined) {
    model.set(given.id, given);
    return 'created';
  }
  return kept.name === given.name && kept.tag === given.tag ? 'same' : 'taken';
}

interface Done extends Plant {
  readonly verdict: CreateVerdict;
  readonly start: number;
  readonly end: number;
}

/** Of the creates of an id one wins, none had its verdict before that began, and all fit it. */
function assertOneWinnerEach(done: readonly Done[]): Plant[] {
  const winners: Plant[] = [];
  for (const each of new Set(done.map(({ id: number }) => number))) {
    const ofId = done.filter(({ id: number }) => number === each);
    const created = ofId.filter(({ verdict }) => verdict === 'created');
    expect(created).toHaveLength(1);
    const [{ id: number, name, start }] = created as [Done];
    for (const other of ofId) {
      if (other === created[0]) continue;
      expect(other.verdict).toBe(other.name === name ? 'same' : 'taken');
      expect(other.end).toBeGreaterThan(start);
    }
    winners.push({ id: number, name });
  }
  return winners;
}

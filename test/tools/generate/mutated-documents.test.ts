import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { dump, load } from 'js-yaml';
import { DocumentError } from '../../../src/tools/document/model/document-error';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { runs } from '../../support/runs';

/**
 * Documents that are broken at random: each is served or refused with places, never anything else. The
 * seed is fixed, and `FUZZ_SEED` changes it.
 */

const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const RUNS = runs(150);

const FIXTURES = path.join(__dirname, '..', '..', 'fixtures');
const texts = ['library.yaml', 'contents.yaml'].map((file) =>
  readFileSync(path.join(FIXTURES, file), 'utf8'),
);

/** What stands where something else should. */
const strange = fc.constantFrom<unknown>(
  null,
  0,
  -1.5,
  true,
  '',
  '#',
  '#/components/schemas/Nope',
  'other.yaml#/a',
  'http://localhost/a',
  '__proto__',
  '5xx',
  [],
  {},
  [[]],
  { $ref: '#/' },
  { $ref: '#/components/schemas' },
  { $ref: 7 },
  { $dynamicRef: '#x' },
  { $id: 'a b' },
  { type: ['string', 7] },
  { enum: [] },
);
const names = fc.constantFrom(
  '$ref',
  '__proto__',
  'a/b',
  '{a}',
  'get',
  'allOf',
  'type',
  'toString',
);

/** What happens to one member of the document, which is chosen by its place among all of them. */
const mutation = fc.record({
  place: fc.nat(),
  kind: fc.constantFrom('remove', 'replace', 'rename', 'add'),
  value: strange,
  name: names,
});

type Holder = Record<string, unknown>;

function members(value: unknown): [holder: Holder, key: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Holder;
  return Object.keys(holder).flatMap((key) => [[holder, key], ...members(holder[key])] as const);
}

function mutate(
  document: unknown,
  change: typeof mutation extends fc.Arbitrary<infer T> ? T : never,
): void {
  const all = members(document);
  const [holder, key] = all[change.place % all.length]!;
  const { [key]: value } = holder;
  const set = (object: Holder, name: string | number, member: unknown): void => {
    const value = { value: member, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, value);
  };
  if (change.kind === 'replace') set(holder, key, change.value);
  else if (change.kind === 'add') {
    if (typeof value === 'object' && value !== null)
      set(value as Holder, change.name, change.value);
  } else {
    Reflect.deleteProperty(holder, key);
    if (change.kind === 'rename') set(holder, change.name, value);
  }
}

/** Anything but a refusal with places is thrown on. */
function take(text: string, strict: boolean): void {
  try {
    const { document, faults } = parseSource(text, 'mutated.yaml');
    loadContract(document, { faults, strict });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    expect(error.faults).not.toStrictEqual([]);
  }
}

it(`are served or refused (${RUNS} of them, seed ${SEED})`, () => {
  const property = fc.property(
    fc.constantFrom(...texts),
    fc.array(mutation, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
    (text, changes, strict) => {
      const document: unknown = load(text);
      for (const change of changes) mutate(document, change);
      take(dump(document), strict);
    },
  );
  fc.assert(property, { seed: SEED, numRuns: RUNS });
});

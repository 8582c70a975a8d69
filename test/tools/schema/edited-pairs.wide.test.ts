import Ajv2020 from 'ajv/dist/2020';
import { stringifyJson } from '../../../src/runtime/contract';
import type { JsonObject } from '../../../src/tools/document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { HyperjumpValidator } from '../../../src/tools/judge';
import { boundaryCases } from '../../../src/tools/samples';
import { Containment, Meanings } from '../../../src/tools/schema';
import { runs } from '../../support/runs';

/**
 * Random schemas and the same with one or two edits. What is proved of all values of one stands against values of
 * both, which two validators judge that share no code with the proof.
 */

const PAIRS = runs(10_000);

/** Pairs of one document. */
const BATCH = 20;

/** Pseudo-random numbers, the same in each run. */
class Dice {
  constructor(private state: number) {}

  below(count: number): number {
    this.state = (this.state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((this.state / 2 ** 32) * count);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, 2, 3, 4, 6, -1, 1.5, 2.5],
  ...['', 'a', 'b', 'ab', 'ba', 'aaa', 'abcd', 'x1'],
  ...[[], [1], ['a'], [1, 2], [1, 1], ['a', 1], [null], ['a', 'b', 'c']],
  ...[{}, { a: 1 }, { a: 'a' }, { b: 1 }, { a: 1, b: 2 }, { a: 'a', b: 'b' }, { ab: 1 }],
  ...[{ a: {} }, { a: [] }, { a: null, b: null, c: null }, { c: { a: 1 } }, { a: { a: 'a' } }],
];

/** One keyword, by the type that it is about. */
const OWN: readonly ((dice: Dice) => JsonObject)[] = [
  (dice) => ({ type: dice.pick(['string', 'integer', 'number', 'object', 'array', 'boolean']) }),
  (dice) => ({
    type: dice.pick([
      ['string', 'null'],
      ['object', 'array'],
      ['integer', 'string'],
    ]),
  }),
  (dice) => ({ enum: [...new Set([dice.pick(VALUES), dice.pick(VALUES), dice.pick(VALUES)])] }),
  (dice) => ({ const: dice.pick(VALUES) }),
  (dice) => ({ [dice.pick(['minimum', 'exclusiveMinimum'])]: dice.below(4) }),
  (dice) => ({ [dice.pick(['maximum', 'exclusiveMaximum'])]: dice.below(6) }),
  (dice) => ({ multipleOf: dice.pick([1, 2, 3]) }),
  (dice) => ({ minLength: dice.below(3), pattern: dice.pick(['^a', 'b$', '^[ab]*$', '.']) }),
  (dice) => ({ maxLength: dice.below(4) }),
  (dice) => ({ minItems: dice.below(3) }),
  (dice) => ({ maxItems: dice.below(3), uniqueItems: dice.chance(30) }),
  (dice) => ({ minProperties: dice.below(3) }),
  (dice) => ({ maxProperties: dice.below(3) }),
  (dice) => ({ required: [dice.pick(['a', 'b'])] }),
  (dice) => ({ dependentRequired: { [dice.pick(['a', 'b'])]: ['c'] } }),
  (dice) => ({ $ref: `#/components/schemas/${dice.pick(['Tree', 'None'])}` }),
];

/** One keyword with schemas. */
const HOLDING: readonly ((dice: Dice, depth: number) => JsonObject)[] = [
  (dice, depth) => ({ properties: { a: made(dice, depth), b: made(dice, depth) } }),
  (dice, depth) => ({ patternProperties: { [dice.pick(['^a', 'b'])]: made(dice, depth) } }),
  (dice, depth) => ({ additionalProperties: dice.chance(50) ? false : made(dice, depth) }),
  (dice) => ({ propertyNames: { pattern: dice.pick(['^a', 'b$', '^.$']) } }),
  (dice, depth) => ({ items: made(dice, depth) }),
  (dice, depth) => ({ prefixItems: [made(dice, depth)] }),
  (dice, depth) => ({ contains: made(dice, depth), minContains: dice.below(3) }),
  (dice, depth) => ({ [dice.pick(['anyOf', 'oneOf'])]: [made(dice, depth), made(dice, depth)] }),
  (dice, depth) => ({ allOf: [made(dice, depth), made(dice, depth)] }),
  (dice, depth) => ({ not: made(dice, depth) }),
  (dice, depth) => ({ if: made(dice, depth), then: made(dice, depth), else: made(dice, depth) }),
  (dice, depth) => ({ dependentSchemas: { a: made(dice, depth) } }),
  () => ({ unevaluatedProperties: false }),
  () => ({ properties: { c: { $ref: '#/components/schemas/Tree' } } }),
  (dice, depth) => ({ anyOf: [made(dice, depth)], properties: { a: { readOnly: true } } }),
];

const TREE = {
  type: 'object',
  properties: { a: { type: ['integer', 'string'] }, c: { $ref: '#/components/schemas/Tree' } },
};

function made(dice: Dice, depth: number): JsonObject {
  const holding = depth > 0 && dice.chance(60) ? dice.pick(HOLDING)(dice, depth - 1) : {};
  return { ...dice.pick(OWN)(dice), ...dice.pick(OWN)(dice), ...holding };
}

/** The schema with a keyword more, less or otherwise, here or in one of its schemas. */
function edited(schema: unknown, dice: Dice): unknown {
  if (Array.isArray(schema)) {
    const at = dice.below(schema.length);
    return schema.map((each: unknown, index) => (index === at ? edited(each, dice) : each));
  }
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema);
  const [keyword, value] = entries.length === 0 ? [] : dice.pick(entries);
  if (keyword !== undefined && value !== null && typeof value === 'object' && dice.chance(60)) {
    return { ...schema, [keyword]: inner(keyword, value as JsonObject, dice) };
  }
  if (keyword !== undefined && typeof value === 'number' && dice.chance(60)) {
    return { ...schema, [keyword]: Math.max(1, value + dice.pick([-1, 1])) };
  }
  const rest = Object.fromEntries(entries.filter(([each]) => each !== keyword));
  return dice.chance(50) ? rest : { ...schema, ...dice.pick(OWN)(dice) };
}

function inner(keyword: string, value: unknown, dice: Dice): unknown {
  if (/^(?:enum|type|required)$/.test(keyword)) {
    const list = value as unknown[];
    if (keyword === 'enum' && dice.chance(50)) return [...list, 'x1'];
    return list.length < 2 ? list : list.slice(1);
  }
  if (/^(?:const|dependentRequired)$/.test(keyword)) return value;
  if (!/^(?:properties|patternProperties|dependentSchemas)$/.test(keyword)) {
    return edited(value, dice);
  }
  const entries = Object.entries(value as JsonObject);
  const at = dice.below(entries.length);
  return Object.fromEntries(
    entries.map(([name, each], index) => [name, index === at ? edited(each, dice) : each]),
  );
}

const counts = { questions: 0, proved: 0, refuted: 0, judged: 0 };
const wrong: string[] = [];

async function judge(seed: number): Promise<void> {
  const dice = new Dice(seed);
  const schemas: Record<string, unknown> = { Tree: TREE, None: false };
  for (let index = 0; index < BATCH; index++) {
    const schema = made(dice, 2);
    const once = edited(schema, dice);
    schemas[`A${index}`] = schema;
    schemas[`B${index}`] = dice.chance(50) ? once : edited(once, dice);
  }
  const document = { openapi: '3.1.0', info: { title: 'Pairs', version: '1' }, paths: {} };
  const loaded = loadContract(
    { ...document, components: { schemas } },
    { lazy: true, resolved: true, report: () => undefined },
  );
  const { resolver } = loaded;
  const sides = { base: resolver, revision: resolver };
  const containment = new Containment(sides, 'request', new Meanings(sides, 'request'));
  const second = HyperjumpValidator.of(loaded);
  const ajv = new Ajv2020({ strict: false, logger: false });
  ajv.addSchema({ components: { schemas } }, 'all');
  /** Whether both validators accept a value; undefined where they disagree. */
  const accepts = async (name: string, value: unknown): Promise<boolean | undefined> => {
    const one = ajv.getSchema(`all#/components/schemas/${name}`)?.(value);
    const other = await second.accepts(`/components/schemas/${name}`, 'request', value);
    return one === other ? one : undefined;
  };
  for (let index = 0; index < BATCH; index++) {
    const names = [`A${index}`, `B${index}`] as const;
    // Those at the boundaries of the keywords take most of the time.
    const atBoundaries = index % 10 === 0 ? names : [];
    const values = [
      ...VALUES,
      ...atBoundaries.flatMap((name) =>
        [...boundaryCases(loaded, `/components/schemas/${name}`, 'request', { left: 400 })].map(
          ({ value }) => value,
        ),
      ),
    ];
    for (const [one, other] of [names, names.toReversed()] as [string, string][]) {
      const [within, around] = [one, other].map((name) => [
        { side: 'base', at: resolver.at(`/components/schemas/${name}`) } as const,
      ]);
      const isProved = containment.holds(within ?? [], around ?? []);
      let against: unknown;
      for (const value of values) {
        counts.judged++;
        if ((await accepts(one, value)) !== true || (await accepts(other, value)) !== false)
          continue;
        against = { value };
        break;
      }
      counts.questions++;
      counts.proved += Number(isProved);
      counts.refuted += Number(against !== undefined);
      if (isProved && against !== undefined) {
        wrong.push([one, schemas[one], schemas[other], against].map(stringifyJson).join('\n'));
      }
    }
  }
}

it(`proves of ${PAIRS} edited schemas only what no value refutes`, async () => {
  for (let seed = 1; seed <= PAIRS / BATCH; seed++) await judge(seed);
  process.stdout.write(`Edited pairs: ${JSON.stringify(counts)}\n`);
  expect(wrong).toEqual([]);
  expect(counts.proved / counts.questions).toBeGreaterThan(0.2);
  expect(counts.refuted / counts.questions).toBeGreaterThan(0.2);
  expect((counts.proved + counts.refuted) / counts.questions).toBeGreaterThan(0.97);
});

import fc from 'fast-check';
import { stringifyJson } from '../../../src/contract';
import { loadContract } from '../../../src/generate/in-memory';
import { NoValueError, valueArbitrary } from '../../../src/samples/values/value-arbitrary';
import { ValueGenerator } from '../../../src/samples/values/value-generator';

/** Values of schemas for fast-check: valid, of all kinds, and small once they are shrunk. */

const LINK = { $ref: '#/components/schemas/Node' };
const SCHEMAS = {
  Anything: {},
  Text: { type: 'string', minLength: 2, maxLength: 5 },
  Code: { type: 'string', pattern: '^[A-Z]{2}-\\d+$', maxLength: 8 },
  Moment: { type: 'string', format: 'date-time' },
  Int32: { type: 'integer', format: 'int32' },
  Int64: { type: 'integer', format: 'int64' },
  Few: { type: 'integer', minimum: -3, exclusiveMaximum: 4 },
  Step: { type: 'number', multipleOf: 0.01, minimum: -1 },
  Listed: { enum: [null, 'a', 1, { b: 2 }] },
  Items: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 4, uniqueItems: true },
  Contained: { type: 'array', contains: { type: 'integer' }, minContains: 2, maxContains: 3 },
  Tuple: { type: 'array', prefixItems: [{ type: 'integer' }, {}], unevaluatedItems: false },
  Object: {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'boolean' }, c: { const: 1 } },
    required: ['a'],
    dependentRequired: { b: ['c'] },
  },
  Patterns: {
    type: 'object',
    patternProperties: { '^x-': { type: 'integer' } },
    propertyNames: { maxLength: 6 },
    additionalProperties: { type: 'null' },
    minProperties: 1,
    maxProperties: 3,
  },
  Conditional: {
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] } },
    required: ['kind'],
    if: { properties: { kind: { const: 'a' } } },
    then: { required: ['size'], properties: { size: { type: 'integer' } } },
    else: { dependentSchemas: { kind: { properties: { size: false } } } },
  },
  Either: { anyOf: [{ type: 'string' }, { type: 'integer' }], not: { const: 0 } },
  Exclusive: { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] },
  Unevaluated: {
    type: 'object',
    allOf: [{ properties: { a: {} } }, { patternProperties: { '^b': {} } }],
    unevaluatedProperties: false,
  },
  Node: {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', items: LINK }, label: { type: 'string' } },
    additionalProperties: false,
  },
  Lists: { type: 'array', items: { type: 'array', items: { type: ['string', 'integer'] } } },
  Account: {
    type: 'object',
    required: ['secret', 'number'],
    properties: { secret: { writeOnly: true }, number: { readOnly: true } },
    additionalProperties: false,
  },
  Impossible: { allOf: [{ type: 'string' }, { type: 'integer' }] },
};

type Name = keyof typeof SCHEMAS;

const loaded = loadContract({
  openapi: '3.1.0',
  info: { title: 'Values', version: '1' },
  paths: {},
  components: { schemas: SCHEMAS },
});
const maker = new ValueGenerator(loaded, 1);
const pointer = (name: Name): string => `/components/schemas/${name}`;
const valuesOf = (name: Name): fc.Arbitrary<unknown> =>
  valueArbitrary(loaded, pointer(name), 'request');
const sample = (name: Name, numRuns = 100, seed = 1): unknown[] =>
  fc.sample(valuesOf(name), { numRuns, seed });
const isValid = (name: Name, value: unknown): boolean =>
  maker.errorOf(pointer(name), 'request', value) === undefined;

const possible = (Object.keys(SCHEMAS) as Name[]).filter((name) => name !== 'Impossible');

it.each(possible)(
  '%s: every value is valid, several are different, a seed gives them again',
  (name) => {
    const values = sample(name);
    expect(values.filter((value) => !isValid(name, value))).toEqual([]);
    const texts = values.map(stringifyJson);
    expect(new Set(texts).size).toBeGreaterThan(name === 'Account' ? 1 : 2);
    expect(sample(name).map(stringifyJson)).toEqual(texts);
    expect(sample(name, 100, 2).map(stringifyJson)).not.toEqual(texts);
  },
);

/** Made once for all that is to be among them. */
const large = new Map<Name, readonly unknown[]>();

function largeSample(name: Name): readonly unknown[] {
  const values = large.get(name) ?? sample(name, 1500);
  large.set(name, values);
  return values;
}

it.each<[Name, string, (value: never) => boolean]>([
  ['Text', 'the shortest', (value: string) => Array.from(value).length === 2],
  ['Text', 'the longest, in code points', (value: string) => Array.from(value).length === 5],
  ['Text', 'no ASCII', (value: string) => /[^\0-\x7f]/.test(value)],
  ['Few', 'the least', (value: number) => value === -3],
  ['Few', 'the greatest', (value: number) => value === 3],
  ['Int32', 'the greatest', (value: number) => value === 2 ** 31 - 1],
  ['Int64', 'beyond 2^53', (value: number | bigint) => value === 2n ** 53n + 1n],
  ['Int64', 'the greatest', (value: number | bigint) => value === 2n ** 63n - 1n],
  ['Items', 'as many as can be', (value: unknown[]) => value.length === 4],
  ['Object', 'all that is optional', (value: object) => 'b' in value && 'c' in value],
  ['Object', 'nothing that is optional', (value: object) => Object.keys(value).length === 1],
  ['Object', 'an inherited name', (value: object) => Object.hasOwn(value, '__proto__')],
  ['Conditional', 'the condition met', (value: { kind: string }) => value.kind === 'a'],
  ['Conditional', 'the condition not met', (value: { kind: string }) => value.kind === 'b'],
  ['Either', 'one branch', (value) => typeof value === 'string'],
  ['Either', 'the other branch', (value) => typeof value === 'number'],
])('%s: %s comes among them', (name, _, isSuch) => {
  expect(largeSample(name).some((value) => isSuch(value as never))).toBe(true);
});

it.each<[Name, unknown, (value: never) => boolean]>([
  ['Anything', null, () => false],
  ['Text', 'aa', () => false],
  ['Int64', 1001, (value: number | bigint) => value <= 1000n],
  ['Few', 0, () => false],
  ['Object', { a: '' }, () => false],
  ['Object', { a: '', b: false, c: 1 }, (value: object) => !('b' in value)],
  ['Items', ['', 'a'], (value: unknown[]) => value.length < 2],
  ['Text', '\0a', (value: string) => !value.includes('\0')],
  [
    'Lists',
    [['aaaa']],
    (value: unknown[][]) =>
      !value.flat().some((item) => typeof item === 'string' && item.length > 3),
  ],
  [
    'Node',
    { children: [{ children: [] }] },
    (value: { children: unknown[] }) => value.children.length === 0,
  ],
])('%s: what fails is shrunk to %j by values that are valid', (name, simplest, passes) => {
  const seen: unknown[] = [];
  const property = fc.property(valuesOf(name), (value) => {
    seen.push(value);
    return passes(value as never);
  });
  const { counterexample } = fc.check(property, { seed: 3, numRuns: 2000 });
  expect(counterexample).toEqual([simplest]);
  expect(seen.filter((value) => !isValid(name, value))).toEqual([]);
});

it.each([
  ['request', ['secret']],
  ['response', ['number']],
] as const)('a %s has the properties that go this way', (direction, keys) => {
  const values = fc.sample(valueArbitrary(loaded, pointer('Account'), direction), 20);
  for (const value of values) expect(Object.keys(value as object)).toEqual(keys);
});

it('says of which schema no value is found', () => {
  expect(() => sample('Impossible')).toThrow(NoValueError);
  expect(() => sample('Impossible')).toThrow(
    'no value was found that the schema at "/components/schemas/Impossible" takes',
  );
});

it('shrinks no value that it did not make', () => {
  const arbitrary = valuesOf('Text');
  expect(arbitrary.canShrinkWithoutContext('text')).toBe(false);
  expect([...arbitrary.shrink('text', undefined)]).toEqual([]);
});

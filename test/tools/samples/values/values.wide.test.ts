import fc from 'fast-check';
import { stringifyJson } from '../../../../src/runtime/contract';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { NoValueError, valueArbitrary } from '../../../../src/tools/samples/values/value-arbitrary';
import { ValueGenerator } from '../../../../src/tools/samples/values/value-generator';

/**
 * Values of schemas are valid, and the same for the same seed. Samples are as small as they must be; values for
 * fast-check are of all kinds, and small once they are shrunk.
 */

const VARIED = `
${`base64url byte char date-time-local decimal decimal128 http-date int64 json-pointer-uri-fragment
media-range sf-binary sf-string sf-token time-local uint64 unixtime`
  .split(/\s+/)
  .map((format, index) => `Format${index}: { type: string, format: ${format} }`)
  .join('\n')}
Decimal: { type: number, format: sf-decimal }
StructuredInteger: { format: sf-integer }
Anything: {}
Text: { type: string, minLength: 2, maxLength: 5 }
ShortCode: { type: string, pattern: '^[A-Z]{2}-\\d+$', maxLength: 8 }
Moment: { type: string, format: date-time }
Int32: { type: integer, format: int32 }
Int64: { type: integer, format: int64 }
Few: { type: integer, minimum: -3, exclusiveMaximum: 4 }
Step: { type: number, multipleOf: 0.01, minimum: -1 }
Listed: { enum: [null, 'a', 1, { b: 2 }] }
Items: { type: array, items: { type: string }, minItems: 1, maxItems: 4, uniqueItems: true }
Contained: { type: array, contains: { type: integer }, minContains: 2, maxContains: 3 }
OpenTuple: { type: array, prefixItems: [{ type: integer }, {}], unevaluatedItems: false }
Object:
  type: object
  properties: { a: { type: string }, b: { type: boolean }, c: { const: 1 } }
  required: [a]
  dependentRequired: { b: ['c'] }
PatternsBeside:
  type: object
  patternProperties: { '^x-': { type: integer } }
  propertyNames: { maxLength: 6 }
  additionalProperties: { type: 'null' }
  minProperties: 1
  maxProperties: 3
ConditionalNever:
  type: object
  properties: { kind: { enum: [a, b] } }
  required: [kind]
  if: { properties: { kind: { const: a } } }
  then: { required: [size], properties: { size: { type: integer } } }
  else: { dependentSchemas: { kind: { properties: { size: false } } } }
Either: { anyOf: [{ type: string }, { type: integer }], not: { const: 0 } }
Exclusive: { oneOf: [{ type: integer }, { type: number, minimum: 2 }] }
UnevaluatedPatterns:
  type: object
  allOf: [{ properties: { a: {} } }, { patternProperties: { '^b': {} } }]
  unevaluatedProperties: false
Node:
  type: object
  required: [children]
  properties: { children: { type: array, items: { $ref: '#/components/schemas/Node' } }, label: { type: string } }
  additionalProperties: false
Lists: { type: array, items: { type: array, items: { type: [string, integer] } } }
`;

/** Some have a single value. */
const OTHERS = `
StructuredBoolean: { type: string, format: sf-boolean }
LongText: { type: string, minLength: 30, maxLength: 32 }
Code: { type: string, pattern: '^[A-Z]{3}-\\d{4}$' }
Slug: { type: string, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', minLength: 30, maxLength: 30 }
NestedRepetition: { type: string, pattern: '^([a-z]+\\.([a-z]+-)*)+$', minLength: 40 }
OpenPattern: { type: string, pattern: 'ab+c' }
Lookahead: { type: string, pattern: '^(?=.*\\d)(?!x)[a-z0-9]{4,8}$' }
Email: { type: string, format: email }
Encoded: { type: string, contentEncoding: base64 }
Multiple64: { type: integer, format: int64, minimum: 9007199254740993, multipleOf: 7 }
High32: { type: integer, format: int32, minimum: 2147483640 }
FewSteps: { type: number, multipleOf: 0.01, exclusiveMinimum: 0, maximum: 0.05 }
Narrow: { type: number, exclusiveMinimum: 1, exclusiveMaximum: 1.0001 }
Negative: { type: integer, exclusiveMaximum: -5, minimum: -7 }
TwoSteps: { allOf: [{ type: integer, multipleOf: 4 }, { multipleOf: 6, minimum: 13 }] }
Nothing: { type: 'null' }
Unsaid: {}
Truth: true
Merged:
  allOf:
    - { type: object, required: [id], properties: { id: { type: [integer, string] } } }
    - { properties: { id: { minimum: 5, maximum: 9 } } }
    - { $ref: '#/components/schemas/Named' }
Named: { type: object, required: [name], properties: { name: { $ref: '#/components/schemas/Code' } } }
Sibling: { $ref: '#/components/schemas/Code', pattern: '^AB' }
ExclusiveObjects:
  oneOf:
    - { type: object, properties: { a: { type: string } } }
    - { type: object, properties: { b: { type: string } }, required: [b] }
    - { type: object, properties: { a: { type: integer } }, required: [a] }
Loose:
  oneOf:
    - { type: object, properties: { a: { type: string }, b: { type: integer } } }
    - { type: object, properties: { c: { type: string } } }
    - { type: object, properties: { c: { type: string }, d: { $ref: '#/components/schemas/Nullable' } } }
Nullable: { oneOf: [{ type: 'null' }, { type: integer }] }
EitherText: { anyOf: [{ type: string, maxLength: 2 }, { type: string, minLength: 5 }], not: { maxLength: 4 } }
Unlike: { type: integer, minimum: 1, maximum: 4, not: { enum: [1, 2, 4] } }
Conditional:
  type: object
  required: [kind]
  properties: { kind: { enum: [a, b] } }
  if: { properties: { kind: { const: a } } }
  then: { required: [size], properties: { size: { type: integer } } }
  else: { required: [weight], properties: { weight: { type: number } } }
Discriminated:
  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
  discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: Dog } }
Implied:
  oneOf: [{ $ref: '#/components/schemas/Dog' }, { $ref: '#/components/schemas/Cat' }]
  discriminator: { propertyName: kind }
Cat: { type: object, required: [kind, lives], properties: { kind: { type: string }, lives: { const: 9 } } }
Dog: { type: object, required: [kind, bark], properties: { kind: { const: dog }, bark: { type: boolean } } }
Chain: { type: object, required: [next], properties: { next: { oneOf: [{ $ref: '#/components/schemas/Chain' }, { type: 'null' }] } } }
Set: { type: array, uniqueItems: true, minItems: 3, items: { enum: [red, green, blue] } }
Tuple: { type: array, prefixItems: [{ type: integer }, { type: string }], items: false, minItems: 2 }
Contains: { type: array, items: { type: integer }, contains: { minimum: 100 }, minContains: 2, maxItems: 2 }
WrittenWithoutUnicode: { type: object, minProperties: 2, patternProperties: { '^[\\w-.]+$': { type: string, pattern: '^[\\w-.]{3}$' } }, additionalProperties: false }
Closed: { type: object, properties: { a: { type: string } }, additionalProperties: false }
NeverProperty: { type: object, properties: { a: false, b: { type: string } } }
Undeclared: { type: object, required: [x, __proto__] }
Map: { type: object, additionalProperties: { type: integer }, minProperties: 3 }
Patterns: { type: object, patternProperties: { '^x-[a-z]+$': { type: integer } }, additionalProperties: false, minProperties: 2 }
Names: { type: object, propertyNames: { pattern: '^[a-f]{4}$' }, minProperties: 2 }
FewMembers: { type: object, maxProperties: 1, properties: { a: { type: string }, b: { type: string } } }
Dependent: { type: object, properties: { card: { type: string } }, required: [card], dependentRequired: { card: [address] }, dependentSchemas: { address: { properties: { address: { type: string } } } } }
Unevaluated: { allOf: [{ properties: { a: { type: string } } }], type: object, unevaluatedProperties: false }
Absent: { not: { type: [string, object, array, 'null', boolean] } }
`;

const SPECIAL = `
Exampled: { type: object, properties: { a: { type: string, example: written } }, examples: [{ a: by hand }] }
WrongExample: { type: integer, example: many, default: 7 }
ExampledPart: { type: object, required: [a], properties: { a: { type: string, examples: [written] } } }
Account:
  type: object
  required: [name, secret, number]
  properties:
    name: { type: string }
    secret: { type: string, writeOnly: true }
    number: { type: integer, readOnly: true }
Endless: { type: object, required: [next], properties: { next: { $ref: '#/components/schemas/Endless' } } }
Impossible: { allOf: [{ type: string }, { type: integer }] }
`;

const text = `openapi: 3.1.0
info: { title: Values, version: '1' }
paths: {}
components:
  schemas:
${`${VARIED}${OTHERS}${SPECIAL}`.replace(/^(?=.)/gm, '    ')}
`;

const { document } = parseSource(text, 'values.yaml');
const loaded = loadContract(document);
const maker = new ValueGenerator(loaded, 1);
const namesIn = (schemas: string): string[] =>
  [...schemas.matchAll(/^(\w+):/gm)].map(([, name]) => name!);
const pointer = (name: string): string => `/components/schemas/${name}`;
const isValid = (name: string, value: unknown): boolean =>
  maker.errorOf(pointer(name), 'request', value) === undefined;

describe('samples', () => {
  it.each(namesIn(VARIED + OTHERS))('of %s are valid, and the same for the same seed', (name) => {
    for (const vary of [undefined, 'a', 'b', 'c']) {
      const options = vary === undefined ? {} : { vary };
      const made = new ValueGenerator(loaded, 1).make(pointer(name), 'request', options);
      expect(made).toEqual({ value: made.value });
      expect(isValid(name, made.value)).toBe(true);
    }
    const made = [1, 1].map((seed) =>
      stringifyJson(new ValueGenerator(loaded, seed).make(pointer(name), 'response').value),
    );
    expect(made[0]).toBe(made[1]);
  });

  it('gives other values for another seed', () => {
    const made = [1, 2, 3].map((seed) =>
      new ValueGenerator(loaded, seed).make(pointer('LongText'), 'response'),
    );
    expect(new Set(made.map(({ value }) => value)).size).toBe(3);
  });

  it.each<[string, unknown]>([
    ['Exampled', { a: 'by hand' }],
    ['WrongExample', 7],
    ['ExampledPart', { a: 'written' }],
  ])('%s: takes the examples that are valid', (name, value) => {
    expect(new ValueGenerator(loaded, 1).make(pointer(name), 'response')).toEqual({ value });
  });

  it('leaves examples out when told to', () => {
    const made = new ValueGenerator(loaded, 1).make(pointer('ExampledPart'), 'response', {
      examples: false,
    });
    expect(made.value).not.toEqual({ a: 'written' });
  });

  it.each([
    ['request', ['name', 'secret']],
    ['response', ['name', 'number']],
  ] as const)('a %s has the properties that go this way', (direction, keys) => {
    const { value } = new ValueGenerator(loaded, 1).make(pointer('Account'), direction);
    expect(Object.keys(value as object).sort()).toEqual(keys);
  });

  it.each(['Endless', 'Impossible'])('%s: says that no value was found', (name) => {
    expect(new ValueGenerator(loaded, 1).make(pointer(name), 'response').error).toBeDefined();
  });
});

describe('values for fast-check', () => {
  const valuesOf = (name: string): fc.Arbitrary<unknown> =>
    valueArbitrary(loaded, pointer(name), 'request');
  const sample = (name: string, numRuns = 100, seed = 1): unknown[] =>
    fc.sample(valuesOf(name), { numRuns, seed });

  it.each([...namesIn(VARIED), 'Account'])(
    '%s: every value is valid, several are different, a seed gives them again',
    (name) => {
      const values = sample(name);
      expect(values.filter((value) => !isValid(name, value))).toEqual([]);
      const texts = values.map(stringifyJson);
      expect(new Set(texts).size).toBeGreaterThan(2);
      expect(sample(name).map(stringifyJson)).toEqual(texts);
      expect(sample(name, 100, 2).map(stringifyJson)).not.toEqual(texts);
    },
  );

  /** Made once for all that is to be among them. */
  const large = new Map<string, readonly unknown[]>();

  function largeSample(name: string): readonly unknown[] {
    const values = large.get(name) ?? sample(name, 1500);
    large.set(name, values);
    return values;
  }

  it.each<[string, string, (value: never) => boolean]>([
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
    ['ConditionalNever', 'the condition met', (value: { kind: string }) => value.kind === 'a'],
    ['ConditionalNever', 'the condition not met', (value: { kind: string }) => value.kind === 'b'],
    ['Either', 'one branch', (value) => typeof value === 'string'],
    ['Either', 'the other branch', (value) => typeof value === 'number'],
  ])('%s: %s comes among them', (name, _, isSuch) => {
    expect(largeSample(name).some((value) => isSuch(value as never))).toBe(true);
  });

  it.each<[string, unknown, (value: never) => boolean]>([
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
    ['request', ['name', 'secret']],
    ['response', ['name', 'number']],
  ] as const)('a %s has the properties that go this way', (direction, keys) => {
    const values = fc.sample(valueArbitrary(loaded, pointer('Account'), direction), 20);
    for (const value of values)
      expect(Object.keys(value as object)).toEqual(expect.arrayContaining([...keys]));
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
});

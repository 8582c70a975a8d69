import { stringifyJson } from '../../../src/contract/json/json-values';
import { parseSource } from '../../../src/document/read/read-document';
import { loadContract } from '../../../src/generate/in-memory';
import { ValueGenerator } from '../../../src/samples/values/value-generator';

/** Values made from schemas are valid by them, the same for the same seed, and as small as they must be. */

const SCHEMAS = `
Text: { type: string, minLength: 30, maxLength: 32 }
Code: { type: string, pattern: '^[A-Z]{3}-\\d{4}$' }
Slug: { type: string, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', minLength: 30, maxLength: 30 }
NestedRepetition: { type: string, pattern: '^([a-z]+\\.([a-z]+-)*)+$', minLength: 40 }
OpenPattern: { type: string, pattern: 'ab+c' }
Lookahead: { type: string, pattern: '^(?=.*\\d)(?!x)[a-z0-9]{4,8}$' }
Email: { type: string, format: email }
Moment: { type: string, format: date-time }
Encoded: { type: string, contentEncoding: base64 }
Int64: { type: integer, format: int64, minimum: 9007199254740993, multipleOf: 7 }
Int32: { type: integer, format: int32, minimum: 2147483640 }
Step: { type: number, multipleOf: 0.01, exclusiveMinimum: 0, maximum: 0.05 }
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
Exclusive:
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
Either: { anyOf: [{ type: string, maxLength: 2 }, { type: string, minLength: 5 }], not: { maxLength: 4 } }
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
Tree: { type: object, required: [children], properties: { children: { type: array, items: { $ref: '#/components/schemas/Tree' } } } }
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
Few: { type: object, maxProperties: 1, properties: { a: { type: string }, b: { type: string } } }
Dependent: { type: object, properties: { card: { type: string } }, required: [card], dependentRequired: { card: [address] }, dependentSchemas: { address: { properties: { address: { type: string } } } } }
Unevaluated: { allOf: [{ properties: { a: { type: string } } }], type: object, unevaluatedProperties: false }
Absent: { not: { type: [string, object, array, 'null', boolean] } }
`;

const text = `openapi: 3.1.0
info: { title: Values, version: '1' }
paths: {}
components:
  schemas:
${SCHEMAS.split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
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

const { document } = parseSource(text, 'values.yaml');
const loaded = loadContract(document);
const names = [...SCHEMAS.matchAll(/^(\w+):/gm)].map(([, name]) => name!);
const pointer = (name: string): string => `/components/schemas/${name}`;

describe.each(names)('%s', (name) => {
  it.each([undefined, 'a', 'b', 'c'])('gets a value that is valid by it (vary %s)', (vary) => {
    const options = vary === undefined ? {} : { vary };
    const made = new ValueGenerator(loaded, 1).make(pointer(name), 'request', options);
    expect(made).toEqual({ value: made.value });
    expect(
      new ValueGenerator(loaded, 1).errorOf(pointer(name), 'request', made.value),
    ).toBeUndefined();
  });

  it('gets the same value for the same seed', () => {
    const made = [1, 1].map((seed) =>
      stringifyJson(new ValueGenerator(loaded, seed).make(pointer(name), 'response').value),
    );
    expect(made[0]).toBe(made[1]);
  });
});

it('gives other values for another seed', () => {
  const made = [1, 2, 3].map((seed) =>
    new ValueGenerator(loaded, seed).make(pointer('Text'), 'response'),
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

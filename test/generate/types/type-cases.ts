/**
 * Schemas of which types and validators must think alike. Where TypeScript cannot say what a schema says,
 * the row has the schema that the type is as good as, and why it is no better.
 */
export interface TypeCase {
  readonly name: string;
  readonly schema: unknown;
  /** Values to start from; others are made of them. */
  readonly values: readonly unknown[];
  readonly looser?: { readonly because: string; readonly as: unknown };
}

const string = { type: 'string' };
const number = { type: 'number' };
const int64 = { type: 'integer', format: 'int64' };
const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});
const arrayOf = (items: unknown): object => ({ type: 'array', items });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const INTEGER = 'TypeScript has one type for all doubles';
const NOT = 'TypeScript has no type for all other values';
const ONE_OF = 'a union takes what both sides take';
const CONDITION = 'which condition holds is not known when compiling';
const NAMES = 'an index signature must cover the named properties too';
const HIDDEN = 'a type says nothing of what is not there';
const BOUNDS = 'TypeScript has no types for parts of strings and of numbers';

export const components: Readonly<Record<string, unknown>> = {
  Pet: object({ name: string, age: number }, { required: ['name'] }),
  Untyped: { properties: { name: string }, required: ['name'] },
  Count: { type: 'integer' },
  Counted: object({ n: { type: 'integer' } }),
  Identified: object({ id: string, name: string }, { required: ['id', 'name'] }),
  Node: object({
    value: string,
    next: ref('Node'),
    children: { type: 'array', items: ref('Node') },
  }),
  Json: {
    anyOf: [
      { type: ['string', 'boolean', 'null'] },
      number,
      { type: 'array', items: ref('Json') },
      { type: 'object', additionalProperties: ref('Json') },
    ],
  },
  Lists: { type: 'array', items: ref('Lists') },
  Tree: { type: 'array', prefixItems: [string], items: ref('Tree') },
  'a.b-c': object({ x: number }),
  toString: string,
  delete: number,
  Never: false,
  Alias: ref('Pet'),
  Secret: object(
    { id: { type: 'string', readOnly: true }, name: string },
    { required: ['id', 'name'] },
  ),
  Colored: object({ color: { type: 'string', default: 'red' } }),
  Chain: object({ label: { type: 'string', default: 'none' }, next: ref('Chain') }),
  Nested: object({ list: { type: 'array', items: ref('Secret') } }),
  Animal: object(
    { kind: { enum: ['cat', 'dog'] }, name: { type: 'string', default: 'Pet' } },
    {
      required: ['kind'],
      discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
    },
  ),
  Cat: { allOf: [ref('Animal'), object({ lives: int64 }, { required: ['lives'] })] },
  Dog: { allOf: [ref('Animal'), object({ tricks: arrayOf(string) })] },
};

const pet = { name: 'a', age: 1.5 };

export const typeCases: readonly TypeCase[] = [
  { name: 'true', schema: true, values: [1] },
  { name: 'false', schema: false, values: [1] },
  { name: 'an empty schema', schema: {}, values: [{ a: [1] }] },
  { name: 'a string', schema: string, values: ['a'] },
  { name: 'a number', schema: number, values: [1, -0.5] },
  {
    name: 'an integer',
    schema: { type: 'integer' },
    values: [1],
    looser: { because: INTEGER, as: number },
  },
  {
    name: 'a list of types',
    schema: { type: ['string', 'null', 'array'] },
    values: ['a', null, [1]],
  },
  { name: 'an object', schema: { type: 'object' }, values: [{ a: 1, b: { c: null } }] },
  { name: 'an array', schema: { type: 'array' }, values: [[1, 'a', null]] },
  { name: 'null', schema: { type: 'null' }, values: [null] },
  {
    name: 'keywords of other types',
    schema: { type: 'string', properties: { a: number }, items: string },
    values: ['a'],
  },
  {
    name: 'no type but properties',
    schema: { properties: { a: string } },
    values: [{ a: 'x' }, { a: 1 }],
  },
  {
    name: 'no type but required',
    schema: { required: ['a'] },
    values: [{ a: 'x', b: 1 }, { b: 1 }],
  },
  { name: 'no type but items', schema: { items: number }, values: [[1], ['a']] },
  { name: 'an int64', schema: int64, values: [1, 2 ** 40] },
  { name: 'a uint64', schema: { type: 'integer', format: 'uint64' }, values: [1, 2 ** 40] },
  {
    name: 'an integer with a bound beyond 2^53',
    schema: { type: 'integer', maximum: 2n ** 64n - 1n },
    values: [1, 2 ** 40],
  },
  {
    name: 'an int64 by two schemas',
    schema: { allOf: [{ type: 'integer' }, { format: 'int64' }] },
    values: [1],
  },
  {
    name: 'an int64 beside a reference',
    schema: { ...ref('Count'), format: 'int64' },
    values: [1],
  },
  {
    name: 'an int64 or a string',
    schema: { type: ['integer', 'string'], format: 'int64' },
    values: [1, '1'],
  },
  { name: 'an int64 or null', schema: { ...int64, type: ['integer', 'null'] }, values: [1, null] },
  { name: 'one of some int64', schema: { ...int64, enum: [1, -2] }, values: [1, -2, 3] },
  { name: 'one int64', schema: { ...int64, const: 7 }, values: [7, 8] },
  { name: 'int64 in arrays', schema: { type: 'array', items: int64 }, values: [[], [1, 2]] },
  {
    name: 'int64 in maps',
    schema: { type: 'object', additionalProperties: int64 },
    values: [{}, { a: 1 }],
  },
  { name: 'int64 in a branch', schema: { anyOf: [int64, string] }, values: [1, 'a'] },
  {
    name: 'int64 in a branch beside a type',
    schema: { type: 'integer', anyOf: [{ format: 'int64', maximum: 5 }, { minimum: 3 }] },
    values: [1, 4, 9],
    looser: { because: INTEGER, as: number },
  },
  {
    name: 'int64 that another schema makes of a property',
    schema: { allOf: [ref('Counted'), object({ n: { format: 'int64' } })] },
    values: [{ n: 1 }, {}],
  },
  {
    name: 'int64 that a condition makes of a property',
    schema: object(
      { kind: string, n: number },
      {
        if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
        then: { properties: { n: int64 } },
      },
    ),
    values: [
      { kind: 'a', n: 1 },
      { kind: 'b', n: 1 },
    ],
    looser: { because: CONDITION, as: object({ kind: string, n: number }) },
  },
  { name: 'enum', schema: { enum: ['a', 1, null, true] }, values: ['a', 1, null, true, 'b'] },
  {
    name: 'enum beside a type',
    schema: { type: 'string', enum: ['a', 1, 'b\'"\n\\`${c}'] },
    values: ['a', 1, 'b\'"\n\\`${c}'],
  },
  {
    name: 'enum of negative numbers',
    schema: { enum: [-1, 0.5, 1e21] },
    values: [-1, 0.5, 1e21, 2],
  },
  { name: 'const', schema: { const: 'a' }, values: ['a', 'b'] },
  { name: 'const null', schema: { const: null }, values: [null] },
  { name: 'const that the type excludes', schema: { type: 'string', const: 1 }, values: [1, '1'] },
  {
    name: 'properties',
    schema: object({ a: string, 'b-c': number }, { required: ['a'] }),
    values: [{ a: 'x', 'b-c': 1 }],
  },
  { name: 'no properties', schema: object({}), values: [{}, { a: 1 }] },
  {
    name: 'required without properties',
    schema: { type: 'object', required: ['a'] },
    values: [{ a: 1, b: 2 }, { b: 2 }],
  },
  {
    name: 'names of every object',
    schema: object({ toString: string, valueOf: number }, { required: ['toString', 'valueOf'] }),
    values: [{ toString: 'a', valueOf: 1 }],
  },
  {
    name: 'boolean properties',
    schema: object({ a: true, b: false }),
    values: [{ a: 1 }, { b: 1 }],
  },
  // Defaults, which are there
  {
    name: 'a default',
    schema: object({ a: { ...string, default: 'x' } }),
    values: [{ a: 'y' }, {}],
  },
  {
    name: 'a default of what is required',
    schema: object({ a: { ...string, default: 'x' } }, { required: ['a'] }),
    values: [{ a: 'y' }, {}],
  },
  {
    name: 'a default of an int64',
    schema: object({ a: { ...int64, default: 7 } }),
    values: [{ a: 1 }, {}],
  },
  { name: 'a default behind a reference', schema: ref('Colored'), values: [{ color: 'a' }, {}] },
  {
    name: 'defaults in what is there',
    schema: object({
      one: ref('Colored'),
      list: arrayOf(ref('Colored')),
      map: { type: 'object', additionalProperties: ref('Colored') },
      tuple: { type: 'array', prefixItems: [ref('Colored')], items: false },
    }),
    values: [{ one: {}, list: [{}], map: { a: {} }, tuple: [{}] }, {}],
  },
  {
    name: 'a default that is filled in itself',
    schema: object({ one: { ...ref('Colored'), default: {} } }),
    values: [{}, { one: {} }],
  },
  {
    name: 'a default by another schema',
    schema: { allOf: [object({ a: string }), object({ a: { default: 'x' } })] },
    values: [{}, { a: 'y' }],
  },
  {
    name: 'defaults that differ',
    schema: { allOf: [ref('Colored')], ...object({ color: { default: 'blue' } }) },
    values: [{}, { color: 'y' }],
  },
  {
    name: 'a default that its schema refuses',
    schema: object({ a: { ...number, default: 'x' } }),
    values: [{}, { a: 1 }],
  },
  {
    name: 'a default in a branch',
    schema: { anyOf: [ref('Colored'), string] },
    values: [{}, { color: 'y' }, 'x'],
  },
  {
    name: 'a default in what a branch says of a property',
    schema: {
      ...object({ a: ref('Colored') }),
      anyOf: [object({ b: ref('Colored') }), object({ c: string }, { required: ['c'] })],
    },
    values: [{ a: {}, b: {} }, { c: 'x' }],
    looser: {
      because: HIDDEN,
      as: object({ a: ref('Colored'), b: object({ color: string }), c: string }),
    },
  },
  {
    name: 'a default among properties by pattern',
    schema: { type: 'object', patternProperties: { '^a': ref('Colored') } },
    values: [{ a: {} }, { a: { color: 'y' } }],
  },
  {
    name: 'a default of an object of itself',
    schema: ref('Chain'),
    values: [{}, { next: {} }, { next: { next: { label: 'x' } } }],
  },
  {
    name: 'a default of what is read only',
    schema: object({ a: { ...string, readOnly: true, default: 'x' }, b: string }),
    values: [{}, { b: 'y' }],
  },
  {
    name: 'a map',
    schema: { type: 'object', additionalProperties: string },
    values: [{}, { a: 'x', b: 'y' }],
  },
  {
    name: 'a map of anything',
    schema: { type: 'object', additionalProperties: true },
    values: [{ a: [1] }],
  },
  {
    name: 'properties and a map',
    schema: object({ a: number }, { required: ['a'], additionalProperties: string }),
    values: [{ a: 1, b: 'x' }],
    looser: {
      because: NAMES,
      as: object(
        { a: number },
        { required: ['a'], additionalProperties: { type: ['string', 'number'] } },
      ),
    },
  },
  {
    name: 'a closed object',
    schema: object({ a: string }, { additionalProperties: false }),
    values: [{ a: 'x' }, { b: 1 }],
    looser: { because: 'TypeScript objects are open', as: object({ a: string }) },
  },
  {
    name: 'an empty closed object',
    schema: { type: 'object', additionalProperties: false },
    values: [{}, { a: 1 }],
  },
  {
    name: 'patternProperties',
    schema: { type: 'object', patternProperties: { '^x-': string }, additionalProperties: false },
    values: [{}, { 'x-a': 'b' }, { a: 'b' }],
    looser: { because: BOUNDS, as: { type: 'object', additionalProperties: string } },
  },
  {
    name: 'propertyNames',
    schema: { type: 'object', propertyNames: { maxLength: 1 } },
    values: [{ a: 1 }, { ab: 1 }],
    looser: { because: BOUNDS, as: { type: 'object' } },
  },
  {
    name: 'unevaluatedProperties: false',
    schema: { allOf: [ref('Pet')], type: 'object', unevaluatedProperties: false },
    values: [pet, { ...pet, b: 1 }],
    looser: { because: 'TypeScript objects are open', as: ref('Pet') },
  },
  {
    name: 'unevaluatedProperties of a type',
    schema: { allOf: [ref('Pet')], type: 'object', unevaluatedProperties: number },
    values: [
      { ...pet, b: 1 },
      { ...pet, b: 'x' },
    ],
    looser: { because: NAMES, as: { ...ref('Pet'), additionalProperties: true } },
  },
  {
    name: 'dependentRequired',
    schema: object({ a: string, b: string }, { dependentRequired: { a: ['b'] } }),
    values: [{ a: 'x', b: 'y' }, { a: 'x' }],
    looser: { because: CONDITION, as: object({ a: string, b: string }) },
  },
  {
    name: 'prefixItems',
    schema: { type: 'array', prefixItems: [string, number] },
    values: [[], ['a'], ['a', 1, null]],
  },
  {
    name: 'prefixItems with minItems',
    schema: { type: 'array', prefixItems: [string, number], minItems: 1 },
    values: [[], ['a'], ['a', 1]],
  },
  {
    name: 'prefixItems and no more',
    schema: { type: 'array', prefixItems: [string, number], items: false },
    values: [
      ['a', 1],
      ['a', 1, 1],
    ],
  },
  {
    name: 'prefixItems and items',
    schema: { type: 'array', prefixItems: [string], items: number },
    values: [
      ['a', 1, 2],
      ['a', 'b'],
    ],
  },
  {
    name: 'prefixItems with maxItems',
    schema: { type: 'array', prefixItems: [string, number], maxItems: 1 },
    values: [['a'], ['a', 1]],
  },
  { name: 'no items', schema: { type: 'array', items: false }, values: [[], [1]] },
  {
    name: 'minItems',
    schema: { type: 'array', items: number, minItems: 1 },
    values: [[], [1]],
    looser: {
      because: 'a type with so many items could not be given a plain array',
      as: { type: 'array', items: number },
    },
  },
  {
    name: 'uniqueItems and contains',
    schema: { type: 'array', items: number, uniqueItems: true, contains: { const: 1 } },
    values: [[1], [1, 1], [2]],
    looser: { because: 'TypeScript does not compare items', as: { type: 'array', items: number } },
  },
  { name: 'a reference', schema: ref('Pet'), values: [pet] },
  { name: 'a reference to a reference', schema: ref('Alias'), values: [pet] },
  {
    name: 'a reference with siblings',
    schema: { ...ref('Pet'), required: ['age'], description: 'x' },
    values: [pet, { name: 'a' }],
  },
  {
    name: 'a reference without a type',
    schema: { type: 'object', ...ref('Untyped') },
    values: [{ name: 'a' }],
  },
  {
    name: 'a reference to a part',
    schema: { $ref: '#/components/schemas/Pet/properties/name' },
    values: ['a'],
  },
  { name: 'a component with an odd name', schema: ref('a.b-c'), values: [{ x: 1 }] },
  {
    name: 'components with names of the language',
    schema: { anyOf: [ref('toString'), ref('delete')] },
    values: ['a', 1],
  },
  {
    name: 'allOf with required',
    schema: { allOf: [ref('Pet'), { required: ['age'] }] },
    values: [pet, { name: 'a' }],
  },
  {
    name: 'allOf of objects',
    schema: { allOf: [ref('Pet'), object({ b: string }, { required: ['b'] })] },
    values: [{ ...pet, b: 'x' }, pet],
  },
  {
    name: 'allOf with an index',
    schema: { allOf: [ref('Pet'), { additionalProperties: { type: ['string', 'number'] } }] },
    values: [{ ...pet, b: 1 }],
  },
  { name: 'allOf that no value meets', schema: { allOf: [string, number] }, values: ['a', 1] },
  {
    name: 'allOf beside properties',
    schema: object({ b: string }, { allOf: [ref('Pet')], required: ['name', 'b'] }),
    values: [{ ...pet, b: 'x' }, pet],
  },
  {
    name: 'anyOf',
    schema: { anyOf: [ref('Pet'), string, { type: 'null' }] },
    values: [pet, 'a', null],
  },
  {
    name: 'anyOf of demands',
    schema: object({ a: string, b: string }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    values: [{ a: 'x' }, { b: 'x' }, {}],
  },
  {
    name: 'anyOf with a branch for all',
    schema: { type: 'string', anyOf: [{ const: 'a' }, {}] },
    values: ['a', 'b'],
  },
  {
    name: 'oneOf of types',
    schema: { oneOf: [string, { type: 'array', items: string }] },
    values: ['a', ['a']],
  },
  {
    name: 'oneOf of which one must fail',
    schema: { oneOf: [{ type: 'number' }, { enum: [1, 'a'] }] },
    values: [2, 1, 'a'],
    looser: { because: ONE_OF, as: { anyOf: [{ type: 'number' }, { enum: [1, 'a'] }] } },
  },
  {
    name: 'oneOf with a discriminator',
    schema: {
      oneOf: [
        object({ kind: { const: 'a' }, x: string }, { required: ['kind', 'x'] }),
        object({ kind: { const: 'b' }, y: number }, { required: ['kind'] }),
      ],
      discriminator: { propertyName: 'kind', mapping: { a: 'Nowhere' } },
    },
    values: [{ kind: 'a', x: 'x' }, { kind: 'b' }, { kind: 'c' }],
  },
  {
    name: 'a base with a discriminator',
    schema: ref('Animal'),
    values: [
      { kind: 'cat', name: 'Tom', lives: 9 },
      { kind: 'dog', tricks: ['sit'] },
      { kind: 'dog', lives: 9 },
      { kind: 'fish' },
    ],
  },
  {
    name: 'a keyword of an extension',
    schema: object({ name: string }, { 'x-unlisted': true }),
    values: [{ name: 'a' }],
  },
  { name: 'not', schema: { not: string }, values: ['a', 1], looser: { because: NOT, as: true } },
  {
    name: 'if, then and else',
    schema: object(
      { a: string, b: number },
      { if: { required: ['a'] }, then: { required: ['b'] } },
    ),
    values: [{ a: 'x', b: 1 }, { a: 'x' }],
    looser: { because: CONDITION, as: object({ a: string, b: number }) },
  },
  {
    name: 'minimum',
    schema: { type: 'number', minimum: 2 },
    values: [1, 3],
    looser: { because: BOUNDS, as: number },
  },
  {
    name: 'pattern',
    schema: { type: 'string', pattern: '^a', minLength: 2 },
    values: ['ab', 'b'],
    looser: { because: BOUNDS, as: string },
  },
  {
    name: 'format',
    schema: { type: 'string', format: 'date' },
    values: ['2020-01-01', 'b'],
    looser: { because: BOUNDS, as: string },
  },
  {
    name: 'an object of itself',
    schema: ref('Node'),
    values: [{ value: 'a', next: { children: [{}] } }],
  },
  { name: 'any JSON', schema: ref('Json'), values: [{ a: [1, { b: null }] }] },
  { name: 'lists of lists', schema: ref('Lists'), values: [[], [[], [[]]], [1]] },
  {
    name: 'a list of itself after text',
    schema: ref('Tree'),
    values: [[], ['a', ['b']], ['a', 'b']],
  },
  { name: 'nothing', schema: { type: 'array', items: ref('Never') }, values: [[], [1]] },
  // Directions: what is read only is neither demanded nor given
  {
    name: 'readOnly',
    schema: ref('Secret'),
    values: [{ name: 'a' }, { id: 'x', name: 'a' }, {}],
    looser: { because: HIDDEN, as: object({ name: string }, { required: ['name'] }) },
  },
  {
    name: 'readOnly further in',
    schema: ref('Nested'),
    values: [{ list: [{ name: 'a' }] }, { list: [{}] }, { list: [{ id: 1, name: 'a' }] }],
    looser: {
      because: HIDDEN,
      as: object({ list: arrayOf(object({ name: string }, { required: ['name'] })) }),
    },
  },
  {
    name: 'readOnly by another schema',
    schema: { allOf: [ref('Identified'), object({ id: { readOnly: true } })] },
    values: [{ name: 'a' }, { id: 'x' }, { id: 1, name: 'a' }],
    looser: { because: HIDDEN, as: object({ name: string }, { required: ['name'] }) },
  },
];

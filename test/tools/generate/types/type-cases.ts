import { titled } from '../../../support/it-each';

/**
 * Schemas of which types and validators must think alike. Where TypeScript cannot say what a schema says,
 * the row has the schema that the type is as good as, and why it is no better.
 */
export type TypeCase = readonly [
  name: string,
  schema: unknown,
  /** Values to start from; others are made of them. */
  values: readonly unknown[],
  looser?: { readonly because: string; readonly as: unknown },
];

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

export const typeCases: readonly TypeCase[] = titled({
  true: [true, [1]],
  false: [false, [1]],
  'an empty schema': [{}, [{ a: [1] }]],
  'a string': [string, ['a']],
  'a number': [number, [1, -0.5]],
  'an integer': [{ type: 'integer' }, [1], { because: INTEGER, as: number }],
  'a list of types': [{ type: ['string', 'null', 'array'] }, ['a', null, [1]]],
  'an object': [{ type: 'object' }, [{ a: 1, b: { c: null } }]],
  'an array': [{ type: 'array' }, [[1, 'a', null]]],
  null: [{ type: 'null' }, [null]],
  'keywords of other types': [{ type: 'string', properties: { a: number }, items: string }, ['a']],
  'no type but properties': [{ properties: { a: string } }, [{ a: 'x' }, { a: 1 }]],
  'no type but required': [{ required: ['a'] }, [{ a: 'x', b: 1 }, { b: 1 }]],
  'no type but items': [{ items: number }, [[1], ['a']]],
  'an int64': [int64, [1, 2 ** 40]],
  'a uint64': [{ type: 'integer', format: 'uint64' }, [1, 2 ** 40]],
  'an integer with a bound beyond 2^53': [
    { type: 'integer', maximum: 2n ** 64n - 1n },
    [1, 2 ** 40],
  ],
  'an int64 by two schemas': [{ allOf: [{ type: 'integer' }, { format: 'int64' }] }, [1]],
  'an int64 beside a reference': [{ ...ref('Count'), format: 'int64' }, [1]],
  'an int64 or a string': [
    { type: ['integer', 'string'], format: 'int64' },
    [1, '1'],
    { because: 'no type has texts of integers alone', as: { anyOf: [int64, string] } },
  ],
  'an int64 or null': [{ ...int64, type: ['integer', 'null'] }, [1, null]],
  'one of some int64': [{ ...int64, enum: [1, -2] }, [1, -2, 3]],
  'one int64': [{ ...int64, const: 7 }, [7, 8]],
  'int64 in arrays': [{ type: 'array', items: int64 }, [[], [1, 2]]],
  'int64 in maps': [{ type: 'object', additionalProperties: int64 }, [{}, { a: 1 }]],
  'int64 in a branch': [{ anyOf: [int64, string] }, [1, 'a']],
  'int64 in a branch beside a type': [
    { type: 'integer', anyOf: [{ format: 'int64', maximum: 5 }, { minimum: 3 }] },
    [1, 4, 9],
    { because: INTEGER, as: number },
  ],
  'int64 that another schema makes of a property': [
    { allOf: [ref('Counted'), object({ n: { format: 'int64' } })] },
    [{ n: 1 }, {}],
  ],
  'int64 that a condition makes of a property': [
    object(
      { kind: string, n: number },
      {
        if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
        then: { properties: { n: int64 } },
      },
    ),
    [
      { kind: 'a', n: 1 },
      { kind: 'b', n: 1 },
    ],
    { because: CONDITION, as: object({ kind: string, n: number }) },
  ],
  enum: [{ enum: ['a', 1, null, true] }, ['a', 1, null, true, 'b']],
  'enum beside a type': [
    { type: 'string', enum: ['a', 1, 'b\'"\n\\`${c}'] },
    ['a', 1, 'b\'"\n\\`${c}'],
  ],
  'enum of negative numbers': [{ enum: [-1, 0.5, 1e21] }, [-1, 0.5, 1e21, 2]],
  const: [{ const: 'a' }, ['a', 'b']],
  'const null': [{ const: null }, [null]],
  'const that the type excludes': [{ type: 'string', const: 1 }, [1, '1']],
  properties: [object({ a: string, 'b-c': number }, { required: ['a'] }), [{ a: 'x', 'b-c': 1 }]],
  'no properties': [object({}), [{}, { a: 1 }]],
  'required without properties': [{ type: 'object', required: ['a'] }, [{ a: 1, b: 2 }, { b: 2 }]],
  'names of every object': [
    object({ toString: string, valueOf: number }, { required: ['toString', 'valueOf'] }),
    [{ toString: 'a', valueOf: 1 }],
  ],
  'boolean properties': [object({ a: true, b: false }), [{ a: 1 }, { b: 1 }]],
  // Defaults, which are there
  'a default': [object({ a: { ...string, default: 'x' } }), [{ a: 'y' }, {}]],
  'a default of what is required': [
    object({ a: { ...string, default: 'x' } }, { required: ['a'] }),
    [{ a: 'y' }, {}],
  ],
  'a default of an int64': [object({ a: { ...int64, default: 7 } }), [{ a: 1 }, {}]],
  'a default behind a reference': [ref('Colored'), [{ color: 'a' }, {}]],
  'defaults in what is there': [
    object({
      one: ref('Colored'),
      list: arrayOf(ref('Colored')),
      map: { type: 'object', additionalProperties: ref('Colored') },
      tuple: { type: 'array', prefixItems: [ref('Colored')], items: false },
    }),
    [{ one: {}, list: [{}], map: { a: {} }, tuple: [{}] }, {}],
  ],
  'a default that is filled in itself': [
    object({ one: { ...ref('Colored'), default: {} } }),
    [{}, { one: {} }],
  ],
  'a default by another schema': [
    { allOf: [object({ a: string }), object({ a: { default: 'x' } })] },
    [{}, { a: 'y' }],
  ],
  'defaults that differ': [
    { allOf: [ref('Colored')], ...object({ color: { default: 'blue' } }) },
    [{}, { color: 'y' }],
  ],
  'a default that its schema refuses': [object({ a: { ...number, default: 'x' } }), [{}, { a: 1 }]],
  'a default in a branch': [{ anyOf: [ref('Colored'), string] }, [{}, { color: 'y' }, 'x']],
  'a default in what a branch says of a property': [
    {
      ...object({ a: ref('Colored') }),
      anyOf: [object({ b: ref('Colored') }), object({ c: string }, { required: ['c'] })],
    },
    [{ a: {}, b: {} }, { c: 'x' }],
    {
      because: HIDDEN,
      as: object({ a: ref('Colored'), b: object({ color: string }), c: string }),
    },
  ],
  'a default among properties by pattern': [
    { type: 'object', patternProperties: { '^a': ref('Colored') } },
    [{ a: {} }, { a: { color: 'y' } }],
  ],
  'a default of an object of itself': [
    ref('Chain'),
    [{}, { next: {} }, { next: { next: { label: 'x' } } }],
  ],
  'a default of what is read only': [
    object({ a: { ...string, readOnly: true, default: 'x' }, b: string }),
    [{}, { b: 'y' }],
  ],
  'a map': [{ type: 'object', additionalProperties: string }, [{}, { a: 'x', b: 'y' }]],
  'a map of anything': [{ type: 'object', additionalProperties: true }, [{ a: [1] }]],
  'properties and a map': [
    object({ a: number }, { required: ['a'], additionalProperties: string }),
    [{ a: 1, b: 'x' }],
    {
      because: NAMES,
      as: object(
        { a: number },
        { required: ['a'], additionalProperties: { type: ['string', 'number'] } },
      ),
    },
  ],
  'a closed object': [
    object({ a: string }, { additionalProperties: false }),
    [{ a: 'x' }, { b: 1 }],
    { because: 'TypeScript objects are open', as: object({ a: string }) },
  ],
  'an empty closed object': [{ type: 'object', additionalProperties: false }, [{}, { a: 1 }]],
  patternProperties: [
    { type: 'object', patternProperties: { '^x-': string }, additionalProperties: false },
    [{}, { 'x-a': 'b' }, { a: 'b' }],
    { because: BOUNDS, as: { type: 'object', additionalProperties: string } },
  ],
  'unevaluatedProperties of a type': [
    { allOf: [ref('Pet')], type: 'object', unevaluatedProperties: number },
    [
      { ...pet, b: 1 },
      { ...pet, b: 'x' },
    ],
    { because: NAMES, as: { ...ref('Pet'), additionalProperties: true } },
  ],
  prefixItems: [{ type: 'array', prefixItems: [string, number] }, [[], ['a'], ['a', 1, null]]],
  'prefixItems with minItems': [
    { type: 'array', prefixItems: [string, number], minItems: 1 },
    [[], ['a'], ['a', 1]],
  ],
  'prefixItems and no more': [
    { type: 'array', prefixItems: [string, number], items: false },
    [
      ['a', 1],
      ['a', 1, 1],
    ],
  ],
  'prefixItems and items': [
    { type: 'array', prefixItems: [string], items: number },
    [
      ['a', 1, 2],
      ['a', 'b'],
    ],
  ],
  'prefixItems with maxItems': [
    { type: 'array', prefixItems: [string, number], maxItems: 1 },
    [['a'], ['a', 1]],
  ],
  'no items': [{ type: 'array', items: false }, [[], [1]]],
  minItems: [
    { type: 'array', items: number, minItems: 1 },
    [[], [1]],
    {
      because: 'a type with so many items could not be given a plain array',
      as: { type: 'array', items: number },
    },
  ],
  'a reference': [ref('Pet'), [pet]],
  'a reference to a reference': [ref('Alias'), [pet]],
  'a reference with siblings': [
    { ...ref('Pet'), required: ['age'], description: 'x' },
    [pet, { name: 'a' }],
  ],
  'a reference without a type': [{ type: 'object', ...ref('Untyped') }, [{ name: 'a' }]],
  'a reference to a part': [{ $ref: '#/components/schemas/Pet/properties/name' }, ['a']],
  'a component with an odd name': [ref('a.b-c'), [{ x: 1 }]],
  'components with names of the language': [{ anyOf: [ref('toString'), ref('delete')] }, ['a', 1]],
  'allOf with required': [{ allOf: [ref('Pet'), { required: ['age'] }] }, [pet, { name: 'a' }]],
  'allOf of objects': [
    { allOf: [ref('Pet'), object({ b: string }, { required: ['b'] })] },
    [{ ...pet, b: 'x' }, pet],
  ],
  'allOf with an index': [
    { allOf: [ref('Pet'), { additionalProperties: { type: ['string', 'number'] } }] },
    [{ ...pet, b: 1 }],
  ],
  'allOf that no value meets': [{ allOf: [string, number] }, ['a', 1]],
  'allOf beside properties': [
    object({ b: string }, { allOf: [ref('Pet')], required: ['name', 'b'] }),
    [{ ...pet, b: 'x' }, pet],
  ],
  anyOf: [{ anyOf: [ref('Pet'), string, { type: 'null' }] }, [pet, 'a', null]],
  'anyOf of demands': [
    object({ a: string, b: string }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
    [{ a: 'x' }, { b: 'x' }, {}],
  ],
  'anyOf with a branch for all': [{ type: 'string', anyOf: [{ const: 'a' }, {}] }, ['a', 'b']],
  'oneOf of types': [{ oneOf: [string, { type: 'array', items: string }] }, ['a', ['a']]],
  'oneOf of which one must fail': [
    { oneOf: [{ type: 'number' }, { enum: [1, 'a'] }] },
    [2, 1, 'a'],
    { because: ONE_OF, as: { anyOf: [{ type: 'number' }, { enum: [1, 'a'] }] } },
  ],
  'oneOf with a discriminator': [
    {
      oneOf: [
        object({ kind: { const: 'a' }, x: string }, { required: ['kind', 'x'] }),
        object({ kind: { const: 'b' }, y: number }, { required: ['kind'] }),
      ],
      discriminator: { propertyName: 'kind', mapping: { a: 'Nowhere' } },
    },
    [{ kind: 'a', x: 'x' }, { kind: 'b' }, { kind: 'c' }],
  ],
  'a base with a discriminator': [
    ref('Animal'),
    [
      { kind: 'cat', name: 'Tom', lives: 9 },
      { kind: 'dog', tricks: ['sit'] },
      { kind: 'dog', lives: 9 },
      { kind: 'fish' },
    ],
  ],
  'a keyword of an extension': [object({ name: string }, { 'x-unlisted': true }), [{ name: 'a' }]],
  not: [{ not: string }, ['a', 1], { because: NOT, as: true }],
  'if, then and else': [
    object({ a: string, b: number }, { if: { required: ['a'] }, then: { required: ['b'] } }),
    [{ a: 'x', b: 1 }, { a: 'x' }],
    { because: CONDITION, as: object({ a: string, b: number }) },
  ],
  minimum: [{ type: 'number', minimum: 2 }, [1, 3], { because: BOUNDS, as: number }],
  pattern: [
    { type: 'string', pattern: '^a', minLength: 2 },
    ['ab', 'b'],
    { because: BOUNDS, as: string },
  ],
  'an object of itself': [ref('Node'), [{ value: 'a', next: { children: [{}] } }]],
  'any JSON': [ref('Json'), [{ a: [1, { b: null }] }]],
  'lists of lists': [ref('Lists'), [[], [[], [[]]], [1]]],
  'a list of itself after text': [ref('Tree'), [[], ['a', ['b']], ['a', 'b']]],
  nothing: [{ type: 'array', items: ref('Never') }, [[], [1]]],
  // Directions: what is read only is neither demanded nor given
  readOnly: [
    ref('Secret'),
    [{ name: 'a' }, { id: 'x', name: 'a' }, {}],
    { because: HIDDEN, as: object({ name: string }, { required: ['name'] }) },
  ],
  'readOnly further in': [
    ref('Nested'),
    [{ list: [{ name: 'a' }] }, { list: [{}] }, { list: [{ id: 1, name: 'a' }] }],
    {
      because: HIDDEN,
      as: object({ list: arrayOf(object({ name: string }, { required: ['name'] })) }),
    },
  ],
  'readOnly by another schema': [
    { allOf: [ref('Identified'), object({ id: { readOnly: true } })] },
    [{ name: 'a' }, { id: 'x' }, { id: 1, name: 'a' }],
    { because: HIDDEN, as: object({ name: string }, { required: ['name'] }) },
  ],
});

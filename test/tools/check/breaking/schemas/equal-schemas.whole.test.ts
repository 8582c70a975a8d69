import {
  type Changes,
  changesOfRows,
  integer,
  kind,
  list,
  matches,
  nothing,
  number,
  object,
  properties,
  ref,
  text,
  type SchemaRow,
  swapped,
} from '../../../../support/schema-rows';

/** Equivalent schemas with other keywords, and some changes: nothing else is a change. */

const closed = { ...object, additionalProperties: false };
const demands = (name: string, other: string): object => {
  return { ...object, if: { required: [name] }, then: { required: [other] } };
};

const SAME: readonly SchemaRow[] = [
  // type
  ['a text or null', { type: ['string', 'null'] }, { anyOf: [text, nothing] }],
  ['every type but one', { not: text }, { type: ['number', 'boolean', 'null', 'array', 'object'] }],
  [
    'a type of two lists',
    { type: ['string', 'integer'], anyOf: [text, { type: 'boolean' }] },
    text,
  ],
  // enum, const
  ['constants', { enum: ['a', 'b', null] }, { oneOf: [{ const: 'a' }, { const: 'b' }, nothing] }],
  ['a pattern of few texts', { enum: ['a', 'b'] }, matches('^(?:a|b)$')],
  ['few integers', { enum: [1, 2, 3] }, { ...integer, minimum: 1, maximum: 3 }],
  ['listed arrays', { const: [] }, { ...list, maxItems: 0 }],
  ['the empty text', { const: '' }, { ...text, maxLength: 0 }],
  // minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  ['a least integer', { ...integer, minimum: 1 }, { ...integer, exclusiveMinimum: 0 }],
  ['a greatest integer', { ...integer, maximum: 9 }, { ...integer, exclusiveMaximum: 9.5 }],
  ['a wider bound', { ...number, maximum: 5 }, { ...number, maximum: 5, exclusiveMaximum: 6 }],
  ['not from a number on', { ...number, not: { minimum: 5 } }, { ...number, exclusiveMaximum: 5 }],
  ['bounds that meet', { ...number, minimum: 5, maximum: 5 }, { const: 5 }],
  ['all numbers by two bounds', { ...integer, anyOf: [{ maximum: 4 }, { minimum: 5 }] }, integer],
  [
    'multiples of both',
    { ...integer, allOf: [{ multipleOf: 2 }, { multipleOf: 3 }] },
    { ...integer, multipleOf: 6 },
  ],
  [
    'the least multiple',
    { ...integer, multipleOf: 5, minimum: 1 },
    { ...integer, multipleOf: 5, minimum: 5 },
  ],
  [
    'bounds of a format',
    { ...integer, format: 'int32' },
    { ...integer, format: 'int32', minimum: -2147483648, maximum: 3000000000 },
  ],
  // minLength, maxLength, pattern, format
  ['digits', matches('^[0-9]+$'), matches('^\\d{1,}$')],
  ['negated classes', matches('^[^\\d]$'), matches('^\\D$')],
  ['repetitions of repetitions', matches('^(?:a*)*$'), matches('^a*$')],
  ['counted repetitions', matches('^a{2}a?$'), matches('^a{2,3}$')],
  ['a search', matches('a'), matches('^[\\s\\S]*a[\\s\\S]*$')],
  ['two patterns', { allOf: [matches('^a'), matches('z$')] }, matches('^a[^]*z$')],
  ['not a pattern', { ...text, not: { pattern: '^a' } }, matches('^(?:[^a]|$)')],
  [
    'a length in a pattern',
    matches('^[a-z]{2,5}$'),
    matches('^[a-z]{2,5}$', { minLength: 1, maxLength: 5 }),
  ],
  ['a length of surrogate pairs', matches('^😀{2}$'), matches('^😀{2}$', { maxLength: 2 })],
  ['lengths as a pattern', { ...text, minLength: 1, maxLength: 3 }, matches('^[\\s\\S]{1,3}$')],
  [
    'a pattern of a format',
    { ...text, format: 'date' },
    { ...text, format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  ],
  ['a format of texts for integers', { ...integer, format: 'uuid' }, integer],
  [
    'a format of integers that bounds imply',
    { ...integer, minimum: 1, maximum: 1000 },
    { ...integer, minimum: 1, maximum: 1000, format: 'int64' },
  ],
  ['a format of numbers for texts', { ...text, format: 'int32' }, text],
  // items, prefixItems, contains, minItems, maxItems, uniqueItems, unevaluatedItems
  ['any items', { ...list, items: {} }, list],
  ['no items', { ...list, items: false }, { ...list, maxItems: 0 }],
  [
    'no items after the first',
    { ...list, prefixItems: [text], items: false },
    { ...list, prefixItems: [text], maxItems: 1 },
  ],
  ['an item of any kind', { ...list, contains: true }, { ...list, minItems: 1 }],
  ['two items of any kind', { ...list, contains: {}, minContains: 2 }, { ...list, minItems: 2 }],
  ['no item that must be', { ...list, contains: text, minContains: 0 }, list],
  ['no item of a kind', { ...list, not: { contains: text } }, { ...list, items: { not: text } }],
  ['one item alone', { ...list, maxItems: 1, uniqueItems: true }, { ...list, maxItems: 1 }],
  [
    'unevaluated items',
    { ...list, prefixItems: [text], unevaluatedItems: false },
    { ...list, prefixItems: [text], items: false },
  ],
  // properties, required, additionalProperties, patternProperties, propertyNames, dependent...
  ['any other properties', { ...object, additionalProperties: true }, object],
  ['as many as there are', closed, { ...closed, maxProperties: 2 }],
  [
    'what another property demands',
    { ...object, dependentRequired: { a: ['b'] } },
    demands('a', 'b'),
  ],
  [
    'what another property demands by a schema',
    { ...object, dependentRequired: { a: ['b'] } },
    { ...object, dependentSchemas: { a: { required: ['b'] } } },
  ],
  ['names of a list', { type: 'object', propertyNames: { enum: ['a', 'b'] }, properties }, closed],
  [
    'names by a pattern',
    { type: 'object', propertyNames: { pattern: '^x-' } },
    { type: 'object', patternProperties: { '^x-': true }, additionalProperties: false },
  ],
  ['names that are texts', { ...object, propertyNames: text }, object],
  [
    'a pattern of every name',
    { type: 'object', patternProperties: { '': text } },
    { type: 'object', additionalProperties: text },
  ],
  [
    'a pattern of one name',
    { type: 'object', patternProperties: { '^a$': text } },
    { type: 'object', properties: { a: text } },
  ],
  ['unevaluated properties', { ...object, unevaluatedProperties: false }, closed],
  [
    'unevaluated properties beside an allOf',
    {
      allOf: [{ type: 'object', properties: { a: text } }],
      properties: { b: text },
      unevaluatedProperties: false,
    },
    closed,
  ],
  [
    'at least one of all',
    { ...closed, minProperties: 1 },
    { ...closed, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  // allOf, anyOf, oneOf, not, if, then, else
  ['not of not', text, { not: { not: text } }],
  ['one of types', { anyOf: [ref('Short'), integer] }, { oneOf: [ref('Short'), integer] }],
  [
    'one of kinds',
    { anyOf: [kind('a', { x: text }), kind('b', { x: integer })] },
    { oneOf: [kind('a', { x: text }), kind('b', { x: integer })] },
  ],
  [
    'not both',
    { ...object, not: { required: ['a', 'b'] } },
    { ...object, anyOf: [{ not: { required: ['a'] } }, { not: { required: ['b'] } }] },
  ],
  ['a condition that never holds', { if: false, then: integer, else: text }, text],
  ['a condition without a consequence', { ...text, if: { maxLength: 3 } }, text],
  [
    'conditions of types',
    { type: ['string', 'integer'], if: text, then: { maxLength: 5 }, else: { minimum: 3 } },
    { anyOf: [ref('Short'), { ...integer, minimum: 3 }] },
  ],
  [
    'conditions as alternatives',
    {
      ...kind('a'),
      properties: { kind: { enum: ['a', 'b'] } },
      if: kind('a'),
      then: { required: ['x'] },
    },
    { anyOf: [{ ...kind('a'), required: ['kind', 'x'] }, kind('b')] },
  ],
  [
    'else as a condition of not',
    { ...text, if: { maxLength: 3 }, else: { pattern: '^a' } },
    { ...text, if: { not: { maxLength: 3 } }, then: { pattern: '^a' } },
  ],
  // $ref
  ['schemas that hold themselves', ref('Tree'), ref('Same')],
];

const OPENAPI_3_0: readonly SchemaRow[] = [
  [
    'null in a list',
    { ...text, nullable: true, enum: ['a', null] },
    { ...text, nullable: true, oneOf: [{ enum: ['a'] }, { enum: [null] }] },
  ],
  [
    'a bound of integers',
    { ...integer, minimum: 0, exclusiveMinimum: true },
    { ...integer, minimum: 1 },
  ],
];

const UPGRADED: readonly SchemaRow[] = [
  ['null', { ...text, nullable: true }, { type: ['string', 'null'] }],
  ['an encoding', { ...text, format: 'byte' }, { ...text, contentEncoding: 'base64' }],
];

describe.each([
  ['3.1.0', '3.1.0', SAME],
  ['3.0.3', '3.0.3', OPENAPI_3_0],
  ['3.0.3', '3.1.0', UPGRADED],
])('schemas of OpenAPI %s and %s mean the same', (one, other, rows) => {
  let there: Changes;
  let back: Changes;

  beforeAll(async () => {
    there = await changesOfRows(rows, [one, other]);
    back = await changesOfRows(swapped(rows), [other, one]);
  });

  it.each(rows.map(([name]) => name))('%s', (name) => {
    const found = [...(there.get(name) ?? []), ...(back.get(name) ?? [])];
    const told = found.map(({ level, rule, message }) => ({ level, rule, message }));
    // A property that only one of them has is reported as such.
    expect(told.filter(({ rule }) => !rule.startsWith('property-'))).toEqual([]);
  });
});

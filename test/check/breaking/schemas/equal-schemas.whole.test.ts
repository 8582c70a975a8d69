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
} from '../../../support/schema-rows';

/** Equivalent schemas with other keywords, and some changes: nothing else is a change. */

const closed = { ...object, additionalProperties: false };
const demands = (name: string, other: string): object => {
  return { ...object, if: { required: [name] }, then: { required: [other] } };
};

const SAME: readonly SchemaRow[] = [
  // type
  ['a list of one type', { type: ['string'] }, text],
  ['numbers and integers', { type: ['integer', 'number'] }, number],
  ['a text or null', { type: ['string', 'null'] }, { anyOf: [text, nothing] }],
  ['a text or null, one of both', { type: ['null', 'string'] }, { oneOf: [nothing, text] }],
  [
    'every type',
    { type: ['string', 'number', 'boolean', 'null', 'array', 'object'] },
    { description: 'Anything' },
  ],
  ['true or false', { type: 'boolean' }, { enum: [true, false] }],
  ['every type but one', { not: text }, { type: ['number', 'boolean', 'null', 'array', 'object'] }],
  [
    'a type of two lists',
    { type: ['string', 'integer'], anyOf: [text, { type: 'boolean' }] },
    text,
  ],
  // enum, const
  ['constants', { enum: ['a', 'b', null] }, { oneOf: [{ const: 'a' }, { const: 'b' }, nothing] }],
  [
    'constants with a title',
    { ...text, enum: ['a', 'b'] },
    {
      ...text,
      oneOf: [
        { const: 'a', title: 'A' },
        { const: 'b', title: 'B' },
      ],
    },
  ],
  ['listed values', { enum: [1, 2, 3] }, { anyOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }],
  ['a value of another type', { ...text, enum: ['a', 1] }, { enum: ['a'] }],
  ['a length of listed values', { enum: ['a', 'bcd'] }, { enum: ['a', 'bcd'], maxLength: 3 }],
  ['a pattern of listed values', { enum: ['a', 'b'] }, { enum: ['a', 'b'], pattern: '^[a-z]$' }],
  ['a pattern of few texts', { enum: ['a', 'b'] }, matches('^(?:a|b)$')],
  ['bounds of listed values', { enum: [1, 2] }, { enum: [1, 2], minimum: 1, maximum: 5 }],
  ['a list without one', { enum: [1, 2, 3], not: { const: 3 } }, { enum: [1, 2] }],
  ['few integers', { enum: [1, 2, 3] }, { ...integer, minimum: 1, maximum: 3 }],
  ['listed objects', { enum: [{ a: 1 }] }, { type: 'object', enum: [{ a: 1 }], required: ['a'] }],
  ['listed arrays', { const: [] }, { ...list, maxItems: 0 }],
  ['the empty text', { const: '' }, { ...text, maxLength: 0 }],
  ['the empty object', { const: {} }, { type: 'object', maxProperties: 0 }],
  // minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  ['a least integer', { ...integer, minimum: 1 }, { ...integer, exclusiveMinimum: 0 }],
  ['a greatest integer', { ...integer, maximum: 9 }, { ...integer, exclusiveMaximum: 9.5 }],
  ['bounds between integers', { ...integer, minimum: 1 }, { ...integer, minimum: 0.5 }],
  ['a wider bound', { ...number, maximum: 5 }, { ...number, maximum: 5, exclusiveMaximum: 6 }],
  ['not from a number on', { ...number, not: { minimum: 5 } }, { ...number, exclusiveMaximum: 5 }],
  ['not above a number', { ...number, not: { exclusiveMinimum: 5 } }, { ...number, maximum: 5 }],
  ['bounds that meet', { ...number, minimum: 5, maximum: 5 }, { const: 5 }],
  ['all numbers by two bounds', { ...integer, anyOf: [{ maximum: 4 }, { minimum: 5 }] }, integer],
  ['integers as multiples', integer, { ...number, multipleOf: 1 }],
  ['integers that are multiples', { ...integer, multipleOf: 1 }, integer],
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
  ['a least length of none', text, { ...text, minLength: 0 }],
  ['digits', matches('^[0-9]+$'), matches('^\\d{1,}$')],
  ['classes', matches('^[a-zA-Z0-9_]$'), matches('^\\w$')],
  ['classes in another order', matches('^[cab-]$'), matches('^[-a-c]$')],
  ['negated classes', matches('^[^\\d]$'), matches('^\\D$')],
  ['escapes', matches('^a\\x2fb$'), matches('^a/b$')],
  ['groups', matches('^(a|b)(c)$'), matches('^(?:b|a)c$')],
  ['repetitions', matches('^a+$'), matches('^aa*$')],
  ['repetitions of repetitions', matches('^(?:a*)*$'), matches('^a*$')],
  ['counted repetitions', matches('^a{2}a?$'), matches('^a{2,3}$')],
  ['a common beginning', matches('^(?:ab|ac)$'), matches('^a[bc]$')],
  ['alternatives within another', matches('^(?:[a-z]|b)$'), matches('^[a-z]$')],
  ['a search', matches('a'), matches('^[\\s\\S]*a[\\s\\S]*$')],
  ['two patterns', { allOf: [matches('^a'), matches('z$')] }, matches('^a[^]*z$')],
  ['a choice of patterns', { ...text, anyOf: [matches('^a$'), matches('^b$')] }, matches('^[ab]$')],
  ['not a pattern', { ...text, not: { pattern: '^a' } }, matches('^(?:[^a]|$)')],
  [
    'a length in a pattern',
    matches('^[a-z]{2,5}$'),
    matches('^[a-z]{2,5}$', { minLength: 1, maxLength: 5 }),
  ],
  ['a length of surrogate pairs', matches('^😀{2}$'), matches('^😀{2}$', { maxLength: 2 })],
  ['a length as a pattern', { ...text, minLength: 2 }, matches('^[\\s\\S]{2}')],
  ['lengths as a pattern', { ...text, minLength: 1, maxLength: 3 }, matches('^[\\s\\S]{1,3}$')],
  ['a pattern cut by a length', matches('^a*$', { maxLength: 3 }), matches('^a{0,3}$')],
  ['any text', text, matches('[^]*')],
  ['not longer', { ...text, not: { minLength: 4 } }, { ...text, maxLength: 3 }],
  [
    'a length of a format',
    { ...text, format: 'uuid' },
    { ...text, format: 'uuid', minLength: 36, maxLength: 36 },
  ],
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
  // keywords of other types
  ['a bound of texts', { ...text, minimum: 5 }, text],
  ['properties of texts', { ...text, properties: { a: integer }, required: ['a'] }, text],
  ['items of objects', { ...object, items: text, minItems: 4 }, object],
  // items, prefixItems, contains, minItems, maxItems, uniqueItems, unevaluatedItems
  ['any items', { ...list, items: {} }, list],
  ['a least number of no items', { ...list, minItems: 0, uniqueItems: false }, list],
  ['no items', { ...list, items: false }, { ...list, maxItems: 0 }],
  [
    'items as the first is',
    { ...list, items: text },
    { ...list, prefixItems: [text], items: text },
  ],
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
  [
    'least items of a contains',
    { ...list, contains: { const: 1 } },
    { ...list, contains: { const: 1 }, minItems: 1 },
  ],
  // properties, required, additionalProperties, patternProperties, propertyNames, dependent...
  ['names that need not be', { ...object, required: [] }, object],
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
  [
    'a schema that another property demands',
    { ...object, dependentSchemas: { a: { maxProperties: 3 } } },
    { ...object, if: { required: ['a'] }, then: { maxProperties: 3 } },
  ],
  [
    'demands of a demanded property',
    { ...object, required: ['a'], dependentRequired: { a: ['b'] } },
    { ...object, required: ['a', 'b'] },
  ],
  [
    'a property that must not be',
    { ...object, not: { required: ['c'] } },
    { ...object, properties: { ...properties, c: false } },
  ],
  ['names of a list', { type: 'object', propertyNames: { enum: ['a', 'b'] }, properties }, closed],
  [
    'names by a pattern',
    { type: 'object', propertyNames: { pattern: '^x-' } },
    { type: 'object', patternProperties: { '^x-': true }, additionalProperties: false },
  ],
  ['any names', { ...object, propertyNames: true }, object],
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
  ['all of one', { allOf: [object] }, object],
  ['the same alternative twice', { anyOf: [object, object] }, object],
  ['an alternative within another', { anyOf: [text, ref('Short')] }, text],
  ['not of not', text, { not: { not: text } }],
  [
    'not of not of an object',
    { ...object, required: ['a'] },
    { not: { not: { ...object, required: ['a'] } } },
  ],
  [
    'not both',
    { ...object, not: { required: ['a', 'b'] } },
    { ...object, anyOf: [{ not: { required: ['a'] } }, { not: { required: ['b'] } }] },
  ],
  ['one of types', { anyOf: [ref('Short'), integer] }, { oneOf: [ref('Short'), integer] }],
  [
    'one of kinds',
    { anyOf: [kind('a', { x: text }), kind('b', { x: integer })] },
    { oneOf: [kind('a', { x: text }), kind('b', { x: integer })] },
  ],
  [
    'one of ranges',
    {
      anyOf: [
        { ...integer, maximum: 3 },
        { ...integer, minimum: 5 },
      ],
    },
    {
      oneOf: [
        { ...integer, maximum: 3 },
        { ...integer, minimum: 5 },
      ],
    },
  ],
  [
    'limits of each type',
    { type: ['string', 'integer'], maxLength: 5 },
    { anyOf: [ref('Short'), integer] },
  ],
  ['a condition that always holds', { if: true, then: text }, text],
  ['a condition that never holds', { if: false, then: integer, else: text }, text],
  ['a condition without a consequence', { ...text, if: { maxLength: 3 } }, text],
  ['a consequence without a condition', { ...text, then: { maxLength: 3 } }, text],
  [
    'a condition that must not hold',
    { ...text, if: { maxLength: 3 }, then: false },
    { ...text, minLength: 4 },
  ],
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
  // $ref, $defs, annotations
  ['a reference', ref('Text'), text],
  [
    'a reference in an allOf',
    { allOf: [ref('Short')], description: 'A' },
    { ...ref('Short'), title: 'B' },
  ],
  ['schemas that hold themselves', ref('Tree'), ref('Same')],
  ['a schema of its own', { $ref: '#/components/schemas/Text' }, { ...ref('Text'), minLength: 0 }],
  ['examples', { ...text, examples: ['a'] }, { ...text, example: 'b' }],
  ['extensions and unknown keywords', { ...text, 'x-a': 1 }, { ...text, minLenght: 3 }],
  ['a text that is hidden', { ...text, format: 'password' }, text],
];

const OPENAPI_3_0: readonly SchemaRow[] = [
  ['no null', { ...text, nullable: false }, text],
  [
    'null beside a list without it',
    { ...text, nullable: true, enum: ['a'] },
    { ...text, enum: ['a'] },
  ],
  [
    'null in a list',
    { ...text, nullable: true, enum: ['a', null] },
    { ...text, nullable: true, oneOf: [{ enum: ['a'] }, { enum: [null] }] },
  ],
  [
    'null of an allOf',
    { ...text, nullable: true, maxLength: 5 },
    { type: 'string', nullable: true, allOf: [{ maxLength: 5 }] },
  ],
  [
    'a flag that is not set',
    { ...number, minimum: 0, exclusiveMinimum: false },
    { ...number, minimum: 0 },
  ],
  ['a flag without a bound', { ...number, exclusiveMaximum: true }, number],
  [
    'a bound of integers',
    { ...integer, minimum: 0, exclusiveMinimum: true },
    { ...integer, minimum: 1 },
  ],
  ['a single example', { ...text, example: 'a' }, { ...text, example: 'b' }],
];

const UPGRADED: readonly SchemaRow[] = [
  ['null', { ...text, nullable: true }, { type: ['string', 'null'] }],
  ['null as an alternative', { ...object, nullable: true }, { anyOf: [object, nothing] }],
  ['a flag', { ...number, minimum: 0, exclusiveMinimum: true }, { ...number, exclusiveMinimum: 0 }],
  ['an encoding', { ...text, format: 'byte' }, { ...text, contentEncoding: 'base64' }],
  ['one value', { ...text, enum: ['a'] }, { const: 'a' }],
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

import {
  type Changes,
  changesOfRows,
  integer,
  list,
  matches,
  number,
  object,
  ref,
  text,
  type SchemaRow,
  swapped,
} from '../../../../support/schema-rows';

/** Pairs of schemas of which the first accepts more, by one keyword of JSON Schema or OpenAPI. */

const formatted = (format: string, type = 'string'): object => ({ type, format });

const NARROWER: readonly SchemaRow[] = [
  // type, enum, const
  ['one type less', { type: ['string', 'integer'] }, text],
  ['integers of numbers', number, integer],
  ['nothing', text, false],
  ['one value less', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['a list of integers', { ...integer, minimum: 1, maximum: 3 }, { enum: [1, 2] }],
  ['a listed array', list, { const: [1] }],
  // minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  ['a greater minimum', { ...integer, minimum: 1 }, { ...integer, minimum: 2 }],
  ['an exclusive minimum', { ...number, minimum: 0 }, { ...number, exclusiveMinimum: 0 }],
  ['an exclusive maximum', { ...number, maximum: 5 }, { ...number, exclusiveMaximum: 5 }],
  [
    'a greater exclusive minimum',
    { ...number, exclusiveMinimum: 0 },
    { ...number, exclusiveMinimum: 1 },
  ],
  ['multiples of a fraction', number, { ...number, multipleOf: 0.01 }],
  ['not a bound', integer, { ...integer, not: { minimum: 5 } }],
  ['32 bits', formatted('int64', 'integer'), formatted('int32', 'integer')],
  ['no sign', integer, formatted('uint8', 'integer')],
  [
    'a bound beyond 2^53',
    { ...formatted('int64', 'integer'), maximum: 9007199254740991 },
    { ...formatted('int64', 'integer'), maximum: 9007199254740990 },
  ],
  // minLength, maxLength, pattern, format
  ['a least length', text, { ...text, minLength: 1 }],
  ['a greatest length', text, { ...text, maxLength: 5 }],
  ...[
    'date',
    'date-time',
    'uuid',
    'email',
    'uri',
    'ipv4',
    'ipv6',
    'hostname',
    'time',
    'duration',
  ].map((format): SchemaRow => [`the format ${format}`, text, formatted(format)]),
  ['not a text', text, { ...text, not: { const: 'a' } }],
  // items, prefixItems, contains, minItems, maxItems, uniqueItems, unevaluatedItems
  ['items', list, { ...list, items: text }],
  ['a least number of items', list, { ...list, minItems: 1 }],
  ['a greatest number of items', list, { ...list, maxItems: 3 }],
  ['no item twice', { ...list, items: integer }, { ...list, items: integer, uniqueItems: true }],
  ['a first item', { ...list, prefixItems: [{}] }, { ...list, prefixItems: [text] }],
  [
    'two items that must be there',
    { ...list, contains: { const: 1 } },
    { ...list, contains: { const: 1 }, minContains: 2 },
  ],
  [
    'not more of such items',
    { ...list, contains: { const: 1 } },
    { ...list, contains: { const: 1 }, maxContains: 2 },
  ],
  [
    'no unevaluated items',
    { ...list, prefixItems: [text] },
    { ...list, prefixItems: [text], unevaluatedItems: false },
  ],
  // properties, required, additionalProperties, patternProperties, propertyNames, dependent...
  ['a name that is demanded', object, { ...object, required: ['a'] }],
  ['no other properties', object, { ...object, additionalProperties: false }],
  ['a least number of properties', object, { ...object, minProperties: 1 }],
  ['what a property demands', object, { ...object, dependentRequired: { a: ['b'] } }],
  [
    'a property that may be anything',
    { type: 'object', properties: { a: {} } },
    { type: 'object', properties: { a: text } },
  ],
  [
    'no property',
    { type: 'object', properties: { a: {} } },
    { type: 'object', properties: { a: false } },
  ],
  [
    'shorter other properties',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: { ...text, maxLength: 2 } },
  ],
  [
    'shorter properties by their names',
    { type: 'object', patternProperties: { '^x': text } },
    { type: 'object', patternProperties: { '^x': { ...text, maxLength: 2 } } },
  ],
  [
    'names of a pattern',
    { type: 'object' },
    { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
  ],
  [
    'a schema that a property demands',
    object,
    { ...object, dependentSchemas: { a: { required: ['b'] } } },
  ],
  // allOf, anyOf, oneOf, not, if, then, else
  ['one alternative less', { anyOf: [text, integer] }, { anyOf: [text] }],
  ['one of', { anyOf: [text, { maxLength: 3 }] }, { oneOf: [text, { maxLength: 3 }] }],
  ['not more', { not: { ...text, maxLength: 3 } }, { not: { ...text, maxLength: 5 } }],
  [
    'a condition of a property',
    object,
    {
      ...object,
      if: { properties: { a: { const: 'x' } }, required: ['a'] },
      then: { required: ['b'] },
    },
  ],
  ['what else', text, { ...text, if: { minLength: 3 }, else: { const: 'a' } }],
  [
    'a narrower consequence',
    { ...text, if: { minLength: 3 }, then: { maxLength: 9 } },
    { ...text, if: { minLength: 3 }, then: { maxLength: 5 } },
  ],
  // $ref
  ['a component for what it has', ref('Tree'), { ...ref('Tree'), required: ['in'] }],
];

/** In a response, a change of `pattern` alone is minor; and the last row widens elsewhere. */
const OF_REQUESTS: readonly SchemaRow[] = [
  ['a pattern', text, matches('^[a-z]+$')],
  ['fewer repetitions', matches('^a{1,5}$'), matches('^a{1,4}$')],
  [
    'what items may contain',
    { ...list, contains: text, maxContains: 2 },
    { ...list, contains: { type: ['string', 'integer'] }, maxContains: 2 },
  ],
];

const OPENAPI_3_0: readonly SchemaRow[] = [
  ['no null', { ...text, nullable: true }, text],
  [
    'a flag of a bound',
    { ...number, minimum: 0 },
    { ...number, minimum: 0, exclusiveMinimum: true },
  ],
];

describe.each([
  ['3.1.0', [...NARROWER, ...OF_REQUESTS], 'narrowed', 'requestBody'],
  ['3.1.0', swapped(NARROWER), 'widened', 'responses'],
  ['3.0.3', OPENAPI_3_0, 'narrowed', 'requestBody'],
  ['3.0.3', swapped(OPENAPI_3_0), 'widened', 'responses'],
] as const)('of OpenAPI %s, a break of', (openapi, rows, rule, where) => {
  let changes: Changes;

  beforeAll(async () => {
    changes = await changesOfRows(rows, [openapi, openapi]);
  });

  it.each(rows.map(([name]) => name))(`%s is ${rule} in ${where}`, (name) => {
    const found = (changes.get(name) ?? []).filter(
      ({ level, schemas }) => level === 'major' && schemas?.base?.includes(`/${where}/`),
    );
    const told = found.map((change) => [change.rule, change.witness !== undefined]);
    expect(told).toContainEqual([rule, true]);
    expect(told.every(([each]) => each === rule)).toBe(true);
  });
});

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
  ref,
  text,
  type SchemaRow,
  swapped,
} from '../../../support/schema-rows';

/** Pairs of schemas of which the first accepts more, by one keyword of JSON Schema or OpenAPI. */

const formatted = (format: string, type = 'string'): object => ({ type, format });
const uuid = formatted('uuid');

const NARROWER: readonly SchemaRow[] = [
  // type
  ['a type', { description: 'Anything' }, text],
  ['one type less', { type: ['string', 'integer'] }, text],
  ['no null of an object', { ...object, type: ['object', 'null'] }, object],
  ['no null of an alternative', { anyOf: [text, nothing] }, text],
  ['integers of numbers', number, integer],
  ['nothing', text, false],
  // enum, const
  ['a list of values', text, { ...text, enum: ['a'] }],
  ['one value less', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['no null in a list', { enum: ['a', null] }, { enum: ['a'] }],
  ['a constant', integer, { const: 5 }],
  ['a list of integers', { ...integer, minimum: 1, maximum: 3 }, { enum: [1, 2] }],
  ['a listed array', list, { const: [1] }],
  // minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
  ['a greater minimum', { ...integer, minimum: 1 }, { ...integer, minimum: 2 }],
  ['a smaller maximum', { ...number, maximum: 9.5 }, { ...number, maximum: 9 }],
  ['an exclusive minimum', { ...number, minimum: 0 }, { ...number, exclusiveMinimum: 0 }],
  ['an exclusive maximum', { ...number, maximum: 5 }, { ...number, exclusiveMaximum: 5 }],
  [
    'a greater exclusive minimum',
    { ...number, exclusiveMinimum: 0 },
    { ...number, exclusiveMinimum: 1 },
  ],
  ['multiples', integer, { ...integer, multipleOf: 5 }],
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
  ['a length of a component', text, ref('Short')],
  ['a length beside a reference', ref('Text'), { ...ref('Text'), maxLength: 3 }],
  ['a length beside a pattern', matches('^a*$'), matches('^a*$', { maxLength: 3 })],
  ['a date', text, formatted('date')],
  ['a date-time', text, formatted('date-time')],
  ['a uuid', text, uuid],
  ['an address of mail', text, formatted('email')],
  ['a URI', text, formatted('uri')],
  ['an IPv4 address', text, formatted('ipv4')],
  ['an IPv6 address', text, formatted('ipv6')],
  ['a name of a host', text, formatted('hostname')],
  ['a time', text, formatted('time')],
  ['a duration', text, formatted('duration')],
  ['a URI and not a reference', formatted('uri-reference'), formatted('uri')],
  ['one format of two', { anyOf: [formatted('date'), uuid] }, uuid],
  ['not a text', text, { ...text, not: { const: 'a' } }],
  // items, prefixItems, contains, minItems, maxItems, uniqueItems, unevaluatedItems
  ['items', list, { ...list, items: text }],
  ['shorter items', { ...list, items: text }, { ...list, items: { ...text, maxLength: 3 } }],
  ['a least number of items', list, { ...list, minItems: 1 }],
  ['a greatest number of items', list, { ...list, maxItems: 3 }],
  ['no item twice', { ...list, items: integer }, { ...list, items: integer, uniqueItems: true }],
  ['a first item', { ...list, prefixItems: [{}] }, { ...list, prefixItems: [text] }],
  ['a second item', { ...list, prefixItems: [text] }, { ...list, prefixItems: [text, integer] }],
  [
    'no more items',
    { ...list, prefixItems: [text] },
    { ...list, prefixItems: [text], items: false },
  ],
  [
    'an item that must be there',
    { ...list, items: integer },
    { ...list, items: integer, contains: { const: 1 } },
  ],
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
  ['a property of another type', object, { ...object, properties: { a: integer, b: text } }],
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
  ['no other properties', object, { ...object, additionalProperties: false }],
  ['other properties of a type', object, { ...object, additionalProperties: integer }],
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
    'shorter names',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, propertyNames: { maxLength: 3 } },
  ],
  ['a least number of properties', object, { ...object, minProperties: 1 }],
  [
    'a greatest number of properties',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: text, maxProperties: 2 },
  ],
  ['what a property demands', object, { ...object, dependentRequired: { a: ['b'] } }],
  [
    'a schema that a property demands',
    object,
    { ...object, dependentSchemas: { a: { required: ['b'] } } },
  ],
  ['no unevaluated properties', object, { ...object, unevaluatedProperties: false }],
  [
    'no unevaluated properties of parts',
    { allOf: [object] },
    { allOf: [object], unevaluatedProperties: false },
  ],
  // allOf, anyOf, oneOf, not, if, then, else
  ['one more schema', { allOf: [object] }, { allOf: [object, { required: ['b'] }] }],
  ['one alternative less', { anyOf: [text, integer] }, { anyOf: [text] }],
  ['one kind less', { oneOf: [kind('a'), kind('b')] }, { oneOf: [kind('a')] }],
  [
    'a narrower alternative',
    { anyOf: [text, integer] },
    { anyOf: [{ ...text, maxLength: 2 }, integer] },
  ],
  [
    'a narrower kind',
    { oneOf: [kind('a', { x: text }), kind('b')] },
    { oneOf: [kind('a', { x: integer }), kind('b')] },
  ],
  ['one of', { anyOf: [text, { maxLength: 3 }] }, { oneOf: [text, { maxLength: 3 }] }],
  [
    'an alternative that takes what another does',
    { oneOf: [uuid, integer] },
    { oneOf: [uuid, { type: ['integer', 'string'] }] },
  ],
  ['not a type', { description: 'Anything' }, { not: { type: 'null' } }],
  ['not more', { not: { ...text, maxLength: 3 } }, { not: { ...text, maxLength: 5 } }],
  ['not a property', object, { ...object, not: { required: ['c'] } }],
  ['a condition', text, { ...text, if: { minLength: 3 }, then: { maxLength: 5 } }],
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
  // $ref, $defs
  ['another component', ref('Text'), ref('Short')],
  ['a component for what it has', ref('Tree'), { ...ref('Tree'), required: ['in'] }],
  ['a component of another type', { anyOf: [ref('Text'), integer] }, integer],
];

/** In a response, a change of `pattern` alone is minor; and the first row widens elsewhere. */
const OF_REQUESTS: readonly SchemaRow[] = [
  [
    'what items may contain',
    { ...list, contains: text, maxContains: 2 },
    { ...list, contains: { type: ['string', 'integer'] }, maxContains: 2 },
  ],
  ['a pattern', text, matches('^[a-z]+$')],
  ['digits', matches('^[a-z0-9]+$'), matches('^[0-9]+$')],
  ['an end', matches('^a'), matches('^a$')],
  ['fewer repetitions', matches('^a{1,5}$'), matches('^a{1,4}$')],
  ['a pattern of items', { ...list, items: text }, { ...list, items: matches('^[a-z]$') }],
];

const OPENAPI_3_0: readonly SchemaRow[] = [
  ['no null', { ...text, nullable: true }, text],
  ['no null of a list', { ...text, nullable: true, enum: ['a', null] }, { ...text, enum: ['a'] }],
  [
    'a flag of a bound',
    { ...number, minimum: 0 },
    { ...number, minimum: 0, exclusiveMinimum: true },
  ],
  [
    'a flag of an upper bound',
    { ...number, maximum: 9 },
    { ...number, maximum: 9, exclusiveMaximum: true },
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

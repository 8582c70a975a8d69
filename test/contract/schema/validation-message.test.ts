import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

/** Rows of a keyword: its schema, a value that it refuses, and what the client is told. */
const rows: [string, { schema: unknown; given: string; want: string }][] = [
  [
    'type',
    { schema: { type: ['string', 'null'] }, given: '1', want: 'must be of type string or null' },
  ],
  [
    'type of an integer that no double holds',
    {
      schema: { type: 'integer' },
      given: '9007199254740993',
      want: 'must be an integer, and beyond 9007199254740991 one that a double holds exactly',
    },
  ],
  ['enum', { schema: { enum: ['a', 1] }, given: '"b"', want: 'must be one of ["a",1]' }],
  ['const', { schema: { const: 'a' }, given: '"b"', want: 'must be "a"' }],
  ['minimum', { schema: { minimum: 1 }, given: '0', want: 'must be at least 1' }],
  [
    'exclusiveMaximum',
    { schema: { exclusiveMaximum: 1 }, given: '1', want: 'must be less than 1' },
  ],
  ['multipleOf', { schema: { multipleOf: 2 }, given: '3', want: 'must be a multiple of 2' }],
  [
    'minLength',
    { schema: { minLength: 2 }, given: '"🌱"', want: 'must have at least 2 characters' },
  ],
  [
    'maxLength',
    { schema: { maxLength: 1 }, given: '"ab"', want: 'must have at most 1 characters' },
  ],
  ['pattern', { schema: { pattern: '^a$' }, given: '"b"', want: 'must match the pattern "^a$"' }],
  ['format', { schema: { format: 'date' }, given: '"x"', want: 'must be of the format "date"' }],
  ['required', { schema: { required: ['a'] }, given: '{}', want: 'lacks the property "a"' }],
  [
    'required of what every object has',
    { schema: { required: ['toString'] }, given: '{}', want: 'lacks the property "toString"' },
  ],
  [
    'additionalProperties',
    {
      schema: { additionalProperties: false },
      given: '{"a":1}',
      want: 'has the property "a", which is not allowed',
    },
  ],
  [
    'unevaluatedProperties',
    {
      schema: { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
      given: '{"a":1,"b":1}',
      want: 'has the property "b", which is not allowed',
    },
  ],
  [
    'dependentRequired',
    {
      schema: { dependentRequired: { a: ['b'] } },
      given: '{"a":1}',
      want: 'has the property "a" and lacks "b"',
    },
  ],
  [
    'propertyNames',
    {
      schema: { propertyNames: { const: 'a' } },
      given: '{"b":1}',
      want: 'has the property name "b", which is not allowed',
    },
  ],
  [
    'minProperties',
    { schema: { minProperties: 1 }, given: '{}', want: 'must have at least 1 properties' },
  ],
  [
    'uniqueItems',
    { schema: { uniqueItems: true }, given: '[1,1]', want: 'has equal items, which must differ' },
  ],
  [
    'contains',
    {
      schema: { contains: { const: 1 } },
      given: '[]',
      want: 'lacks an item that its schema asks for',
    },
  ],
  [
    'unevaluatedItems',
    {
      schema: { prefixItems: [{}], unevaluatedItems: false },
      given: '[1,2]',
      want: 'has items that are not allowed',
    },
  ],
  [
    'not',
    {
      schema: { not: { type: 'null' } },
      given: 'null',
      want: 'matches a schema that it must not match',
    },
  ],
  ['false', { schema: false, given: '1', want: 'is not allowed' }],
  [
    'a place',
    {
      schema: { properties: { 'a/b': { items: { type: 'null' } } } },
      given: '{"a/b":[null,1]}',
      want: 'at "/a~1b/1" must be of type null',
    },
  ],
  [
    'anyOf',
    {
      schema: { anyOf: [{ type: 'null' }, { const: 1 }] },
      given: '"a"',
      want: 'fits none of the alternatives of its schema',
    },
  ],
  [
    'oneOf, none of which fits',
    {
      schema: { oneOf: [{ type: 'null' }, { const: 1 }] },
      given: '"a"',
      want: 'fits none of the alternatives of its schema',
    },
  ],
  [
    'oneOf, two of which fit',
    {
      schema: { oneOf: [{ type: 'string' }, { const: 'a' }] },
      given: '"a"',
      want: 'fits more than one of the alternatives of its schema',
    },
  ],
  [
    'anyOf inside a property',
    {
      schema: { properties: { p: { anyOf: [{ type: 'null' }] } } },
      given: '{"p":1}',
      want: 'at "/p" must be of type null',
    },
  ],
  [
    'anyOf of types',
    {
      schema: { anyOf: [{ type: 'number' }, { type: 'integer' }, { type: 'null' }] },
      given: '"a"',
      want: 'must be of type number or integer or null',
    },
  ],
  [
    'anyOf, of which one is for the type of the value',
    {
      schema: { anyOf: [{ type: 'number', minimum: 1 }, { type: 'null' }] },
      given: '0',
      want: 'must be at least 1',
    },
  ],
  [
    'anyOf, of which one is for objects',
    {
      schema: {
        oneOf: [{ type: 'object', properties: { a: { type: 'null' } } }, { type: 'null' }],
      },
      given: '{"a":1}',
      want: 'at "/a" must be of type null',
    },
  ],
  [
    'anyOf, of which two are for the type of the value',
    {
      schema: { anyOf: [{ minimum: 1 }, { multipleOf: 2 }, { type: 'null' }] },
      given: '-1',
      want: 'fits none of the alternatives of its schema',
    },
  ],
  [
    'contains, whose items do not fit',
    {
      schema: { contains: { const: 1 } },
      given: '[2]',
      want: 'lacks an item that its schema asks for',
    },
  ],
  [
    'then',
    {
      schema: { if: { required: ['a'] }, then: { required: ['b'] } },
      given: '{"a":1}',
      want: 'lacks the property "b"',
    },
  ],
  [
    'else',
    {
      schema: { if: { required: ['a'] }, else: { required: ['b'] } },
      given: '{}',
      want: 'lacks the property "b"',
    },
  ],
  [
    'a long name from the client is cut',
    {
      schema: { additionalProperties: false },
      given: JSON.stringify({ ['x'.repeat(300)]: 1 }),
      want: `has the property "${'x'.repeat(100)}…", which is not allowed`,
    },
  ],
];

describe('what a client is told of a keyword', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(rows.map(([, { schema }]) => schema));
  });
  afterAll(() => served.close());

  it.each(rows.map(([name, row], index) => [name, { ...row, index }] as const))(
    '%s',
    async (_, { given, want, index }) => {
      expect(await served.decode(index, given)).toStrictEqual({
        status: 400,
        message: `The body ${want}`,
      });
    },
  );
});

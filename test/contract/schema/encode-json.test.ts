import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

const int64 = { type: 'integer', format: 'int64' };
const text = { type: 'string' };
const book = { type: 'object', required: ['title'], properties: { title: text, id: int64 } };
const account = {
  required: ['name', 'password'],
  properties: {
    name: text,
    password: { ...text, writeOnly: true },
    id: { ...int64, readOnly: true },
  },
};
const components = {
  Shelf: { properties: { id: int64, of: { $ref: '#/components/schemas/Shelf' } } },
};

/** Rows of a schema, a handler's value, and the body that leaves, or the status if it is not 200. */
const rows: [string, { schema: unknown; given: unknown; want: string | number }][] = [
  [
    'a documented object',
    { schema: book, given: { title: 'a', id: 7n }, want: '{"title":"a","id":7}' },
  ],
  [
    'an undocumented property',
    { schema: book, given: { title: 'a', secret: 's' }, want: '{"title":"a"}' },
  ],
  [
    'one in a list',
    { schema: { items: book }, given: [{ title: 'a', secret: 's' }], want: '[{"title":"a"}]' },
  ],
  [
    'a hole in a list',
    {
      schema: { items: { properties: { title: text } } },
      // eslint-disable-next-line no-sparse-arrays -- the hole is the case
      given: [{ title: 'a', secret: 's' }, , 'b'],
      want: '[{"title":"a"},null,"b"]',
    },
  ],
  [
    'an absent property',
    { schema: book, given: { title: 'a', id: undefined }, want: '{"title":"a"}' },
  ],
  [
    'a free-form object',
    { schema: { type: 'object' }, given: { x: { y: 1n } }, want: '{"x":{"y":1}}' },
  ],
  [
    'the smallest int64',
    { schema: int64, given: -9223372036854775808n, want: '-9223372036854775808' },
  ],
  ['an int64 as a number', { schema: int64, given: 7, want: '7' }],
  ['2^63', { schema: int64, given: 9223372036854775808n, want: 500 }],
  ['a lone surrogate', { schema: text, given: '\ud800', want: '"\\ud800"' }],
  [
    'a date',
    {
      schema: { ...text, format: 'date-time' },
      given: new Date(0),
      want: '"1970-01-01T00:00:00.000Z"',
    },
  ],
  ['null', { schema: { type: ['string', 'null'] }, given: null, want: 'null' }],
  [
    'a writeOnly property',
    { schema: account, given: { name: 'a', password: 'p' }, want: '{"name":"a"}' },
  ],
  [
    'a writeOnly property beside additionalProperties',
    {
      schema: { ...account, additionalProperties: true },
      given: { name: 'a', password: 'p', more: 1 },
      want: '{"name":"a","more":1}',
    },
  ],
  [
    'a writeOnly property that another schema names too',
    {
      schema: { allOf: [account, { properties: { password: text } }] },
      given: { name: 'a', password: 'p' },
      want: '{"name":"a"}',
    },
  ],
  [
    'a writeOnly property that another schema requires',
    {
      schema: { allOf: [{ ...account, required: [] }, { required: ['password', 'name'] }] },
      given: { name: 'a', password: 'p' },
      want: '{"name":"a"}',
    },
  ],
  [
    'a readOnly property',
    { schema: account, given: { name: 'a', id: 1n }, want: '{"name":"a","id":1}' },
  ],
  [
    'a recursive value',
    {
      schema: { $ref: '#/components/schemas/Shelf' },
      given: { id: 1n, of: { id: 2n, x: 3, of: {} } },
      want: '{"id":1,"of":{"id":2,"of":{}}}',
    },
  ],
  [
    'a branch of oneOf',
    {
      schema: {
        oneOf: [
          { required: ['kind'], properties: { kind: { const: 'a' }, x: int64 } },
          { required: ['kind'], properties: { kind: { const: 'b' }, y: int64 } },
        ],
      },
      given: { kind: 'b', x: 1n, y: 2n },
      want: '{"kind":"b","y":2}',
    },
  ],
  [
    'an own "__proto__" of a map',
    {
      schema: { additionalProperties: text },
      given: JSON.parse('{"__proto__":"a"}'),
      want: '{"__proto__":"a"}',
    },
  ],
  ['a missing property', { schema: book, given: { id: 7n }, want: 500 }],
  ['a property of another type', { schema: book, given: { title: 7 }, want: 500 }],
  ['NaN', { schema: { type: 'number' }, given: NaN, want: 500 }],
  ['a function', { schema: {}, given: () => 1, want: 500 }],
];

describe('what leaves of a handler’s body', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(
      rows.map(([, { schema }]) => schema),
      components,
    );
  });
  afterAll(() => served.close());

  it.each(rows.map(([name, row], index) => [name, { ...row, index }] as const))(
    '%s',
    async (_, { given, want, index }) => {
      expect(await served.encode(index, given)).toBe(want);
    },
  );
});

import { useSchemas } from './describe-bodies';
import { titled } from '../../../support/it-each';

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
const rows: [name: string, schema: unknown, given: unknown, want: string | number][] = titled({
  'a documented object': [book, { title: 'a', id: 7n }, '{"title":"a","id":7}'],
  'an undocumented property': [book, { title: 'a', secret: 's' }, '{"title":"a"}'],
  'one in a list': [{ items: book }, [{ title: 'a', secret: 's' }], '[{"title":"a"}]'],
  'a hole in a list': [
    { items: { properties: { title: text } } },
    // eslint-disable-next-line no-sparse-arrays -- the hole is the case
    [{ title: 'a', secret: 's' }, , 'b'],
    '[{"title":"a"},null,"b"]',
  ],
  'an absent property': [book, { title: 'a', id: undefined }, '{"title":"a"}'],
  'a free-form object': [{ type: 'object' }, { x: { y: 1n } }, '{"x":{"y":1}}'],
  'the smallest int64': [int64, -9223372036854775808n, '-9223372036854775808'],
  'an int64 as a number': [int64, 7, '7'],
  '2^63': [int64, 9223372036854775808n, 500],
  'a lone surrogate': [text, '\ud800', '"\\ud800"'],
  'a date': [{ ...text, format: 'date-time' }, new Date(0), '"1970-01-01T00:00:00.000Z"'],
  null: [{ type: ['string', 'null'] }, null, 'null'],
  'a writeOnly property': [account, { name: 'a', password: 'p' }, '{"name":"a"}'],
  'a writeOnly property beside additionalProperties': [
    { ...account, additionalProperties: true },
    { name: 'a', password: 'p', more: 1 },
    '{"name":"a","more":1}',
  ],
  'a writeOnly property that another schema names too': [
    { allOf: [account, { properties: { password: text } }] },
    { name: 'a', password: 'p' },
    '{"name":"a"}',
  ],
  'a writeOnly property that another schema requires': [
    { allOf: [{ ...account, required: [] }, { required: ['password', 'name'] }] },
    { name: 'a', password: 'p' },
    '{"name":"a"}',
  ],
  'a readOnly property': [account, { name: 'a', id: 1n }, '{"name":"a","id":1}'],
  'a recursive value': [
    { $ref: '#/components/schemas/Shelf' },
    { id: 1n, of: { id: 2n, x: 3, of: {} } },
    '{"id":1,"of":{"id":2,"of":{}}}',
  ],
  'a branch of oneOf': [
    {
      oneOf: [
        { required: ['kind'], properties: { kind: { const: 'a' }, x: int64 } },
        { required: ['kind'], properties: { kind: { const: 'b' }, y: int64 } },
      ],
    },
    { kind: 'b', x: 1n, y: 2n },
    '{"kind":"b","y":2}',
  ],
  'an own "__proto__" of a map': [
    { additionalProperties: text },
    JSON.parse('{"__proto__":"a"}'),
    '{"__proto__":"a"}',
  ],
  'a missing property': [book, { id: 7n }, 500],
  'a property of another type': [book, { title: 7 }, 500],
  NaN: [{ type: 'number' }, NaN, 500],
  'a function': [{}, () => 1, 500],
});

describe('what leaves of a handler’s body', () => {
  const served = useSchemas(
    rows.map(([, schema]) => schema),
    components,
  );

  it.each(rows.map(([name, , given, want], index) => [name, given, want, index] as const))(
    '%s',
    async (_, given, want, index) => expect(await served().encode(index, given)).toBe(want),
  );
});

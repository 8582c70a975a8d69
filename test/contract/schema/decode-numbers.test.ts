import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

const int64 = { type: 'integer', format: 'int64' };
const text = { type: 'string' };

const rows: [string, { schema: unknown; given: string; want: unknown }][] = [
  ['an int64 is a bigint', { schema: int64, given: '7', want: 7n }],
  [
    'an int64 beyond 2^53 is exact',
    { schema: int64, given: '9007199254740993', want: 9007199254740993n },
  ],
  ['an int64 written as 1.0', { schema: int64, given: '1.0', want: 1n }],
  ['an int64 written as 1e3', { schema: int64, given: '1e3', want: 1000n }],
  [
    'int64 in an array',
    { schema: { items: int64 }, given: '[1,9007199254740993]', want: [1n, 9007199254740993n] },
  ],
  [
    'int64 in a tuple',
    { schema: { prefixItems: [int64], items: text }, given: '[1,"a"]', want: [1n, 'a'] },
  ],
  [
    'int64 in a map',
    {
      schema: { additionalProperties: int64 },
      given: '{"a":1,"__proto__":2}',
      want: JSON.parse('{"a":1,"__proto__":2}', (_, v: unknown) =>
        typeof v === 'number' ? BigInt(v) : v,
      ),
    },
  ],
  [
    'int64 or null: null',
    { schema: { type: ['integer', 'null'], format: 'int64' }, given: 'null', want: null },
  ],
  [
    'int64 or null: a number',
    { schema: { type: ['integer', 'null'], format: 'int64' }, given: '5', want: 5n },
  ],
  [
    'int64 in a union',
    { schema: { oneOf: [int64, text] }, given: '9007199254740993', want: 9007199254740993n },
  ],
  [
    'text in that union',
    { schema: { oneOf: [int64, text] }, given: '"9007199254740993"', want: '9007199254740993' },
  ],
  ['an int32 is a number', { schema: { type: 'integer', format: 'int32' }, given: '7', want: 7 }],
  [
    'a number is a double',
    { schema: { type: 'number' }, given: '9007199254740993', want: 9007199254740992 },
  ],
  ['a number of which the schema says nothing', { schema: {}, given: '[7,0.5]', want: [7, 0.5] }],
  [
    'a large integer of which the schema says nothing is not lost',
    { schema: {}, given: '{"n":9007199254740993}', want: { n: 9007199254740993n } },
  ],
];

describe('what a handler gets of a number', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(rows.map(([, { schema }]) => schema));
  });
  afterAll(() => served.close());

  it.each(rows.map(([name, row], index) => [name, { ...row, index }] as const))(
    '%s',
    async (_, { given, want, index }) => {
      expect(await served.decode(index, given)).toStrictEqual({ status: 204, body: want });
    },
  );
});

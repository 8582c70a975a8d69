import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

const int64 = { type: 'integer', format: 'int64' };
const text = { type: 'string' };

const rows: [name: string, schema: unknown, given: string, want: unknown][] = [
  ['an int64 is a bigint', int64, '7', 7n],
  ['an int64 beyond 2^53 is exact', int64, '9007199254740993', 9007199254740993n],
  ['an int64 written as 1.0', int64, '1.0', 1n],
  ['an int64 written as 1e3', int64, '1e3', 1000n],
  ['int64 in an array', { items: int64 }, '[1,9007199254740993]', [1n, 9007199254740993n]],
  ['int64 in a tuple', { prefixItems: [int64], items: text }, '[1,"a"]', [1n, 'a']],
  [
    'int64 in a map',
    { additionalProperties: int64 },
    '{"a":1,"__proto__":2}',
    JSON.parse('{"a":1,"__proto__":2}', (_, v: unknown) => (typeof v === 'number' ? BigInt(v) : v)),
  ],
  ['int64 or null: null', { type: ['integer', 'null'], format: 'int64' }, 'null', null],
  ['int64 or null: a number', { type: ['integer', 'null'], format: 'int64' }, '5', 5n],
  ['int64 in a union', { oneOf: [int64, text] }, '9007199254740993', 9007199254740993n],
  ['text in that union', { oneOf: [int64, text] }, '"9007199254740993"', '9007199254740993'],
  ['an int32 is a number', { type: 'integer', format: 'int32' }, '7', 7],
  ['a number is a double', { type: 'number' }, '9007199254740993', 9007199254740992],
  ['a number of which the schema says nothing', {}, '[7,0.5]', [7, 0.5]],
  [
    'a large integer of which the schema says nothing is not lost',
    {},
    '{"n":9007199254740993}',
    { n: 9007199254740993n },
  ],
];

describe('what a handler gets of a number', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(rows.map(([, schema]) => schema));
  });
  afterAll(() => served.close());

  it.each(rows.map(([name, , given, want], index) => [name, given, want, index] as const))(
    '%s',
    async (_, given, want, index) => {
      expect(await served.decode(index, given)).toStrictEqual({ status: 204, body: want });
    },
  );
});

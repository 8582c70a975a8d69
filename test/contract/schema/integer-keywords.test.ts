import { serveSchemas, type ServedSchemas } from '../../support/serve-schemas';

const int64 = { type: 'integer', format: 'int64' };

/** Rows of a schema, the texts that it takes, and those that it refuses. */
const rows: [name: string, schema: object, takes: string[], refuses: string[]][] = [
  [
    'int64',
    int64,
    [
      '0',
      '-0',
      '9223372036854775807',
      '-9223372036854775808',
      '9007199254740993.0',
      '1e18',
      '10e-1',
    ],
    [
      '9223372036854775808',
      '-9223372036854775809',
      '9223372036854775807.5',
      '9007199254740993.5',
      '1.00000000000000000001',
      '0.5',
      '1e19',
      '1e300',
      '"1"',
      'null',
      'true',
    ],
  ],
  [
    'int64 with inclusive bounds',
    { ...int64, minimum: 1, maximum: 9007199254740992 },
    ['1', '9007199254740992'],
    ['0', '9007199254740993'],
  ],
  [
    'int64 with exclusive bounds',
    {
      ...int64,
      exclusiveMinimum: 9007199254740993n,
      exclusiveMaximum: 9223372036854775807n,
    },
    ['9007199254740994', '9223372036854775806'],
    ['9007199254740993', '9223372036854775807'],
  ],
  [
    'int64 with multipleOf',
    { ...int64, multipleOf: 3 },
    ['9007199254740993', '-3', '0'],
    ['9007199254740992'],
  ],
  ['int64 with enum', { ...int64, enum: [1, 2] }, ['1', '2.0'], ['3', '1.00000000000000000001']],
  [
    'int64 with const',
    { ...int64, const: 9007199254740993n },
    ['9007199254740993'],
    ['9007199254740992'],
  ],
  ['a number of format int64', { type: 'number', format: 'int64' }, ['1'], ['1.5']],
  [
    'int32',
    { type: 'integer', format: 'int32' },
    ['2147483647', '-2147483648', '1.0'],
    ['2147483648', '-2147483649', '0.5'],
  ],
  [
    'an integer without format',
    { type: 'integer' },
    ['9007199254740992', '1e3', '-1'],
    ['9007199254740993', '1.00000000000000000001', '0.5'],
  ],
  [
    'a number',
    { type: 'number' },
    ['9007199254740993', '0.1', '1.00000000000000000001'],
    ['"1"', '1e400'],
  ],
  [
    'an enum with null of int64',
    { type: ['integer', 'null'], format: 'int64', enum: [9007199254740993n, null] },
    ['9007199254740993', 'null'],
    ['9007199254740992'],
  ],
  [
    'a limit beside int64 in allOf',
    { allOf: [int64, { maximum: 9223372036854775806n }] },
    ['9223372036854775806'],
    ['9223372036854775807'],
  ],
  ['a const alone', { const: 9007199254740993n }, ['9007199254740993'], ['9007199254740992']],
  [
    'unique items of int64',
    { type: 'array', uniqueItems: true, items: int64 },
    ['[9007199254740993,9007199254740992]'],
    ['[9007199254740993,9007199254740993]', '[1,1.0]'],
  ],
  [
    'unique items of any kind',
    { type: 'array', uniqueItems: true },
    [
      '[1,true,"1",null,[1],{"a":1}]',
      '[{"a":1},{"a":2},{"a":1,"b":1}]',
      '[9007199254740993,9007199254740992]',
      '[{"a":9007199254740993},{"a":9007199254740992}]',
    ],
    ['[{"a":1,"b":2},{"b":2.0,"a":1}]', '[[1],[1.0]]', '["a","\\u0061"]', '[0,-0]'],
  ],
  [
    'a limit beside a reference to int64',
    { $ref: '#/components/schemas/Id', maximum: 9223372036854775806n },
    ['9223372036854775806', '9007199254740993'],
    ['9223372036854775807', '0.5'],
  ],
  [
    'int64 beside a reference to an integer',
    { $ref: '#/components/schemas/Whole', format: 'int64' },
    ['9007199254740993', '9223372036854775807'],
    ['9223372036854775808', '9007199254740993.5', '-1'],
  ],
  [
    'a const and an enum beside each other',
    { const: 9007199254740993n, enum: [9007199254740993n, 1] },
    ['9007199254740993'],
    ['1', '9007199254740992'],
  ],
  [
    'int64 beside integer in allOf',
    { allOf: [{ type: 'integer' }, { format: 'int64' }] },
    ['9007199254740993'],
    ['9007199254740993.5', '9223372036854775808'],
  ],
];

describe('integers of a body', () => {
  let served: ServedSchemas;
  beforeAll(async () => {
    served = await serveSchemas(
      rows.map(([, schema]) => schema),
      { Id: int64, Whole: { type: 'integer', minimum: 0 } },
    );
  });
  afterAll(() => served.close());

  const each = (at: 2 | 3): [name: string, text: string, index: number][] =>
    rows.flatMap((row, index) =>
      row[at].map((text): [string, string, number] => [row[0], text, index]),
    );

  it.each(each(2))('%s takes %s', async (_, text, index) => {
    expect(await served.decode(index, text)).toMatchObject({ status: 204 });
  });

  it.each(each(3))('%s refuses %s', async (_, text, index) => {
    expect(await served.decode(index, text)).toMatchObject({ status: 400 });
  });
});

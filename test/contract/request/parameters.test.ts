import { describeParameters, type ParameterRow as Row } from '../../support/serve-parameters';

const int64 = { type: 'integer', format: 'int64' };
const integer = { type: 'integer' };
const list = { type: 'array', items: { type: 'integer' } };
const query = (schema: object, more: object = {}): object => ({
  in: 'query',
  name: 'q',
  schema,
  ...more,
});
const header = (schema: object, more: object = {}): object => ({
  in: 'header',
  name: 'X-Q',
  schema,
  ...more,
});
const cookie = (schema: object, more: object = {}): object => ({
  in: 'cookie',
  name: 'q',
  schema,
  ...more,
});
const path = (schema: object, more: object = {}): object => ({
  in: 'path',
  name: 'q',
  required: true,
  schema,
  ...more,
});
const text = { type: 'string' };

const scalars: Row[] = [
  ['text', { parameter: query(text), given: '?q=a', want: 'a' }],
  ['text that looks like a number', { parameter: query(text), given: '?q=007', want: '007' }],
  ['empty text', { parameter: query(text), given: '?q=', want: '' }],
  ['text without a value', { parameter: query(text), given: '?q', want: '' }],
  ['a plus as a space', { parameter: query(text), given: '?q=a+b%2Bc', want: 'a b+c' }],
  ['text without a schema', { parameter: query({}), given: '?q=7', want: '7' }],
  ['an integer', { parameter: query(integer), given: '?q=-7', want: -7 }],
  ['an integer with an exponent', { parameter: query(integer), given: '?q=1e3', want: 1000 }],
  ['an int64', { parameter: query(int64), given: '?q=9007199254740993', want: 9007199254740993n }],
  ['a number', { parameter: query({ type: 'number' }), given: '?q=0.5', want: 0.5 }],
  ['a boolean', { parameter: query({ type: 'boolean' }), given: '?q=false', want: false }],
  ['null', { parameter: query({ type: ['integer', 'null'] }), given: '?q=', want: null }],
  [
    'integer or text: a number',
    { parameter: query({ type: ['integer', 'string'] }), given: '?q=7', want: 7 },
  ],
  [
    'integer or text: a word',
    { parameter: query({ type: ['integer', 'string'] }), given: '?q=x', want: 'x' },
  ],
  ['nothing', { parameter: query(integer), given: '', want: undefined }],
  ['one that is not declared', { parameter: query(integer), given: '?Q=x&r=1', want: undefined }],
];

const refusal = (fault: string, place = 'query parameter "q"'): object => ({
  refused: `The ${place} ${fault}`,
});

const refusals: Row[] = [
  [
    'hexadecimal',
    { parameter: query(integer), given: '?q=0x10', want: refusal('must be of type integer') },
  ],
  [
    'a space before',
    { parameter: query(integer), given: '?q=%207', want: refusal('must be of type integer') },
  ],
  [
    'a leading zero',
    { parameter: query(integer), given: '?q=07', want: refusal('must be of type integer') },
  ],
  [
    'a plus sign',
    { parameter: query(integer), given: '?q=%2B7', want: refusal('must be of type integer') },
  ],
  [
    'an empty integer',
    { parameter: query(integer), given: '?q=', want: refusal('must be of type integer') },
  ],
  [
    'a fraction',
    { parameter: query(integer), given: '?q=1.5', want: refusal('must be of type integer') },
  ],
  [
    'Infinity',
    {
      parameter: query({ type: 'number' }),
      given: '?q=Infinity',
      want: refusal('must be of type number'),
    },
  ],
  [
    '1e400',
    {
      parameter: query({ type: 'number' }),
      given: '?q=1e400',
      want: refusal('must be of type number'),
    },
  ],
  [
    'a boolean as 1',
    {
      parameter: query({ type: 'boolean' }),
      given: '?q=1',
      want: refusal('must be of type boolean'),
    },
  ],
  [
    'a boolean in upper case',
    {
      parameter: query({ type: 'boolean' }),
      given: '?q=TRUE',
      want: refusal('must be of type boolean'),
    },
  ],
  [
    'beyond int64',
    {
      parameter: query(int64),
      given: '?q=9223372036854775808',
      want: refusal('must be an integer of 64 bits'),
    },
  ],
  [
    'below the minimum',
    {
      parameter: query({ ...int64, minimum: 1 }),
      given: '?q=0',
      want: refusal('must be an integer of 64 bits, minimum 1'),
    },
  ],
  [
    'a scalar given twice',
    { parameter: query(integer), given: '?q=1&q=1', want: refusal('is given more than once') },
  ],
  [
    'a required one missing',
    { parameter: query(integer, { required: true }), given: '?r=1', want: refusal('is missing') },
  ],
  [
    'a value outside its enum',
    { parameter: query({ enum: ['a'] }), given: '?q=b', want: refusal('must be one of ["a"]') },
  ],
];

const arrays: Row[] = [
  ['repeated', { parameter: query(list), given: '?q=1&q=2', want: [1, 2] }],
  ['one item', { parameter: query(list), given: '?q=1', want: [1] }],
  [
    'more than twenty',
    { parameter: query(list), given: `?${'q=1&'.repeat(25)}`, want: Array(25).fill(1) },
  ],
  [
    'a comma when exploded',
    { parameter: query({ type: 'array', items: text }), given: '?q=a,b', want: ['a,b'] },
  ],
  ['with commas', { parameter: query(list, { explode: false }), given: '?q=1,2', want: [1, 2] }],
  ['empty with commas', { parameter: query(list, { explode: false }), given: '?q=', want: [] }],
  [
    'items of int64',
    {
      parameter: query({ type: 'array', items: int64 }),
      given: '?q=1&q=9007199254740993',
      want: [1n, 9007199254740993n],
    },
  ],
  [
    'an item of another type',
    { parameter: query(list), given: '?q=1&q=x', want: refusal('at "/1" must be of type integer') },
  ],
  [
    'too many',
    {
      parameter: query({ ...list, maxItems: 1 }),
      given: '?q=1&q=2',
      want: refusal('must have at most 1 items'),
    },
  ],
];

const places: Row[] = [
  ['path text', { parameter: path(text), given: '/a%20b', want: 'a b' }],
  ['a path integer', { parameter: path(int64), given: '/7', want: 7n }],
  [
    'a path integer that is none',
    {
      parameter: path(int64),
      given: '/x',
      want: refusal('must be of type integer', 'path parameter "q"'),
    },
  ],
  ['a path list', { parameter: path(list), given: '/1,2', want: [1, 2] }],
  [
    'reserved characters in a path',
    {
      parameter: path(text, { allowReserved: true }),
      given: "/a:@!$&'()*+,;=",
      want: "a:@!$&'()*+,;=",
    },
  ],
  [
    'reserved characters in a cookie',
    { parameter: cookie(text, { allowReserved: true }), given: ['Cookie: q=/?%2F+'], want: '/?/+' },
  ],
  ['a header in any case', { parameter: header(integer), given: ['x-q: 7'], want: 7 }],
  ['a header list', { parameter: header(list), given: ['X-Q: 1, 2'], want: [1, 2] }],
  [
    'a header list in two lines',
    { parameter: header(list), given: ['X-Q: 1', 'X-Q: 2'], want: [1, 2] },
  ],
  [
    'a header given twice',
    {
      parameter: header(integer),
      given: ['X-Q: 1', 'X-Q: 1'],
      want: refusal('is given more than once', 'header parameter "X-Q"'),
    },
  ],
  [
    'a missing header',
    {
      parameter: header(integer, { required: true }),
      given: [],
      want: refusal('is missing', 'header parameter "X-Q"'),
    },
  ],
  ['a cookie', { parameter: cookie(integer), given: ['Cookie: a=1; q=7'], want: 7 }],
  [
    'a cookie in a second line',
    { parameter: cookie(integer), given: ['Cookie: a=1', 'Cookie: q=7'], want: 7 },
  ],
  [
    'the first of two cookies',
    { parameter: cookie(integer), given: ['Cookie: q=7; q=8'], want: 7 },
  ],
  [
    'a cookie with an equals sign',
    { parameter: cookie(text), given: ['Cookie: q=a=b'], want: 'a=b' },
  ],
  [
    'a missing cookie',
    {
      parameter: cookie(text, { required: true }),
      given: ['Cookie: r=1'],
      want: refusal('is missing', 'cookie parameter "q"'),
    },
  ],
];

describeParameters('a parameter', [...scalars, ...refusals, ...arrays, ...places]);

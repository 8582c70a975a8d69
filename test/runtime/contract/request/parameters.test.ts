import { describeParameters, type ParameterRow as Row } from '../../../support/serve-parameters';
import { useDocument } from '../use-document';
import { titled } from '../../../support/it-each';

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
  ['text that looks like a number', query(text), '?q=007', '007'],
  ['a plus as a space', query(text), '?q=a+b%2Bc', 'a b+c'],
  ['text without a schema', query({}), '?q=7', '7'],
  ['an integer', query(integer), '?q=-7', -7],
  ['an integer by its format alone', query({ format: 'uint8' }), '?q=7', 7],
  ['a large integer by its format alone', query({ format: 'uint64' }), '?q=7', 7n],
  ['an integer with an exponent', query(integer), '?q=1e3', 1000],
  ['an int64', query(int64), '?q=9007199254740993', 9007199254740993n],
  ['a number', query({ type: 'number' }), '?q=0.5', 0.5],
  ['a boolean', query({ type: 'boolean' }), '?q=false', false],
  ['null', query({ type: ['integer', 'null'] }), '?q=', null],
  ['integer or text: a number', query({ type: ['integer', 'string'] }), '?q=7', 7],
  ['integer or text: a word', query({ type: ['integer', 'string'] }), '?q=x', 'x'],
  ['nothing', query(integer), '', undefined],
  ['one that is not declared', query(integer), '?Q=x&r=1', undefined],
];

const refusal = (fault: string, place = 'query parameter "q"'): object => ({
  refused: `The ${place} ${fault}`,
});

const refusals: Row[] = titled({
  'too much for its format alone': [
    query({ format: 'uint8' }),
    '?q=256',
    refusal('must be of the format "uint8": an integer from 0 to 255'),
  ],
  hexadecimal: [query(integer), '?q=0x10', refusal('must be of type integer')],
  'a space before': [query(integer), '?q=%207', refusal('must be of type integer')],
  'a leading zero': [query(integer), '?q=07', refusal('must be of type integer')],
  'a plus sign': [query(integer), '?q=%2B7', refusal('must be of type integer')],
  'an empty integer': [query(integer), '?q=', refusal('must be of type integer')],
  'a fraction': [query(integer), '?q=1.5', refusal('must be of type integer')],
  Infinity: [query({ type: 'number' }), '?q=Infinity', refusal('must be of type number')],
  '1e400': [query({ type: 'number' }), '?q=1e400', refusal('must be of type number')],
  'a boolean as 1': [query({ type: 'boolean' }), '?q=1', refusal('must be of type boolean')],
  'a boolean in upper case': [
    query({ type: 'boolean' }),
    '?q=TRUE',
    refusal('must be of type boolean'),
  ],
  'beyond int64': [
    query(int64),
    '?q=9223372036854775808',
    refusal('must be an integer of 64 bits'),
  ],
  'below the minimum': [
    query({ ...int64, minimum: 1 }),
    '?q=0',
    refusal('must be an integer of 64 bits, minimum 1'),
  ],
  'a required one missing': [query(integer, { required: true }), '?r=1', refusal('is missing')],
  'a value outside its enum': [query({ enum: ['a'] }), '?q=b', refusal('must be one of ["a"]')],
});

const arrays: Row[] = [
  ['one item', query(list), '?q=1', [1]],
  ['more than twenty', query(list), `?${'q=1&'.repeat(25)}`, Array(25).fill(1)],
  ['too many', query({ ...list, maxItems: 1 }), '?q=1&q=2', refusal('must have at most 1 items')],
];

const places: Row[] = titled({
  'path text': [path(text), '/a%20b', 'a b'],
  'a path integer': [path(int64), '/7', 7n],
  'reserved characters in a path': [
    path(text, { allowReserved: true }),
    "/a:@!$&'()*+,;=",
    "a:@!$&'()*+,;=",
  ],
  'reserved characters in a cookie': [
    cookie(text, { allowReserved: true }),
    ['Cookie: q=/?%2F+'],
    '/?/+',
  ],
  'a header in any case': [header(integer), ['x-q: 7'], 7],
  'a header given twice': [
    header(integer),
    ['X-Q: 1', 'X-Q: 1'],
    refusal('is given more than once', 'header parameter "X-Q"'),
  ],
  'a missing header': [
    header(integer, { required: true }),
    [],
    refusal('is missing', 'header parameter "X-Q"'),
  ],
  'a cookie in a second line': [cookie(integer), ['Cookie: a=1', 'Cookie: q=7'], 7],
  'the first of two cookies': [cookie(integer), ['Cookie: q=7; q=8'], 7],
  'a cookie with an equals sign': [cookie(text), ['Cookie: q=a=b'], 'a=b'],
  'a missing cookie': [
    cookie(text, { required: true }),
    ['Cookie: r=1'],
    refusal('is missing', 'cookie parameter "q"'),
  ],
});

describeParameters('a parameter', [...scalars, ...refusals, ...arrays, ...places]);

describe('parameters of a path item', () => {
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    parameters:
      - { in: query, name: limit, schema: { type: integer, maximum: 10 } }
      - $ref: '#/components/parameters/Language'
    get:
      operationId: listBooks
      parameters:
        - { in: query, name: limit, schema: { type: integer, maximum: 100 } }
      responses: { 204: { description: Listed } }
components:
  parameters:
    Language: { in: query, name: language, required: true, schema: { type: string } }
`;
  const served = useDocument(yaml, { listBooks: () => Promise.resolve({ status: 204 }) });

  it.each([
    ['an operation overrides one', '?language=de&limit=50', 204],
    ['by its own bounds', '?language=de&limit=101', 400],
    ['and keeps the others', '?limit=50', 400],
  ])('%s', async (_, target, want) => {
    expect((await fetch(`${served.url}/books${target}`)).status).toBe(want);
  });
});

import { defineExtensions, mappedFormat } from '../../../src/runtime/contract';
import { stringifyJson } from '../../../src/runtime/contract/json/json-values';
import { useDocument } from './use-document';
import { titled } from '../../support/it-each';

/** A value that is no Date, as those of Temporal are none. */
class Day {
  constructor(readonly iso: string) {}
}

const extensions = defineExtensions({
  formats: {
    ulid: { validate: (text) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text) },
    'date-time': mappedFormat({
      decode: (text) => new Date(text),
      encode: (date) => date.toISOString(),
    }),
    day: mappedFormat({
      validate: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
      decode: (text) => new Day(text),
      encode: (day) => day.iso,
    }),
    // Known, and replaced.
    email: { validate: (text) => text === 'me' },
    hex: mappedFormat({
      decode: (text) => BigInt(`0x${text}`),
      encode: (value) => value.toString(16),
    }),
    throws: {
      validate: () => {
        throw new Error('a mistake in validate');
      },
    },
  },
  keywords: {
    'x-even': {
      validate: (wanted, value) => wanted !== true || Number(value) % 2 === 0,
      message: 'must be even',
    },
    'x-one-of': {
      validate: (names, value) => Array.isArray(names) && names.includes(value),
      message: 'must be one of the names',
    },
  },
});

const string = (format: string): object => ({ type: 'string', format });
const object = (properties: object, more: object = {}): object => {
  return { type: 'object', properties, ...more };
};

/** A schema, a body, and what the handler gets, or why it is refused. */
type Row = [name: string, schema: unknown, body: unknown, want: unknown];

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const NOON = '2020-01-01T12:00:00.000Z';

const rows: Row[] = titled({
  'a format': [string('ulid'), ULID, ULID],
  'not of the format': [string('ulid'), 'x', 'The body must be of the format "ulid"'],
  'a format that is replaced': [string('email'), 'me', 'me'],
  'not of a format that is replaced': [
    string('email'),
    'a@b.c',
    'The body must be of the format "email"',
  ],
  'a mapped format': [string('date-time'), NOON, new Date(NOON)],
  'not of a mapped format that is known': [
    string('date-time'),
    '1',
    'The body must be of the format "date-time"',
  ],
  'not of a mapped format': [string('day'), '1', 'The body must be of the format "day"'],
  'in an object': [
    object({ at: string('day') }),
    { at: '2020-01-01' },
    { at: new Day('2020-01-01') },
  ],
  'in a list': [{ type: 'array', items: string('hex') }, ['ff'], [255n]],
  'in a map': [{ additionalProperties: string('hex') }, { a: 'ff' }, { a: 255n }],
  'or null, by type': [{ type: ['string', 'null'], format: 'day' }, null, null],
  'or null, by alternatives': [
    { anyOf: [string('day'), { type: 'null' }] },
    '2020-01-01',
    new Day('2020-01-01'),
  ],
  'or a number': [{ anyOf: [string('hex'), { type: 'number' }] }, 7, 7],
  'in one of the alternatives': [
    {
      oneOf: [
        object({ kind: { const: 'a' }, at: string('day') }, { required: ['kind'] }),
        object({ kind: { const: 'b' }, at: { type: 'string' } }, { required: ['kind'] }),
      ],
    },
    { kind: 'a', at: '2020-01-01' },
    { kind: 'a', at: new Day('2020-01-01') },
  ],
  'not in the other alternative': [
    {
      oneOf: [
        object({ kind: { const: 'a' }, at: string('day') }, { required: ['kind'] }),
        object({ kind: { const: 'b' }, at: { type: 'string' } }, { required: ['kind'] }),
      ],
    },
    { kind: 'b', at: '2020-01-01' },
    { kind: 'b', at: '2020-01-01' },
  ],
  'a format of no stated type': [{ format: 'day' }, '2020-01-01', '2020-01-01'],
  'values that are named': [
    { type: 'string', format: 'day', enum: ['2020-01-01'] },
    '2020-01-01',
    '2020-01-01',
  ],
  'a default': [
    object({ at: { ...string('day'), default: '2020-01-01' } }),
    {},
    { at: new Day('2020-01-01') },
  ],
  "a format that is nobody's": [string('nobodys'), 'x', 'x'],
  'a keyword': [{ type: 'integer', 'x-even': true }, 4, 4],
  'not by a keyword': [{ type: 'integer', 'x-even': true }, 3, 'The body must be even'],
  'not by a keyword with a list': [
    object({ a: { 'x-one-of': ['b'] } }),
    { a: 'c' },
    'The body at "/a" must be one of the names',
  ],
  "a keyword that is nobody's": [{ 'x-odd': true }, 4, 4],
});

describe('formats and keywords of a service', () => {
  let received: unknown;
  const schemas = [...rows.map(([, schema]) => schema), string('throws'), string('hex')];
  const paths = schemas.map((schema, index) => {
    const content = { 'application/json': { schema } };
    const operation = {
      operationId: `post${index}`,
      parameters: [
        { name: 'at', in: 'query', schema: string('day') },
        { name: 'X-At', in: 'header', schema: string('date-time') },
      ],
      requestBody: { required: true, content },
      responses: {
        200: {
          description: 'The same',
          headers: { 'X-Day': { schema: string('day') } },
          content,
        },
      },
    };
    return [`/${index}`, { post: operation }] as const;
  });
  const echo = (input: { body: unknown; query: { at?: Day } }): Promise<object> => {
    received = input;
    const { at } = input.query;
    return Promise.resolve({
      status: 200,
      body: input.body,
      ...(at !== undefined && { headers: { 'X-Day': at } }),
    });
  };
  const served = useDocument(
    stringifyJson({
      openapi: '3.1.0',
      info: { title: 'Extensions', version: '1' },
      paths: Object.fromEntries(paths),
    }),
    Object.fromEntries(schemas.map((_, index) => [`post${index}`, echo])) as never,
    { extensions },
  );

  const post = (index: number, body: unknown, query = '', headers = {}): Promise<Response> =>
    fetch(`${served.url}/${index}${query}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  it.each(rows.map(([name, , body, want], index) => [name, index, body, want] as const))(
    '%s',
    async (_, index, body, want) => {
      const response = await post(index, body);
      const sent = (await response.json()) as { message?: string };
      if (response.status === 200) {
        expect((received as { body: unknown }).body).toStrictEqual(want);
        // What came is what goes, in the same words.
        const { at } = (want ?? {}) as { at?: Day };
        expect(sent).toStrictEqual(_ === 'a default' ? { at: at?.iso } : body);
      } else expect(sent.message).toBe(want);
    },
  );

  it('are those of parameters and headers too', async () => {
    const response = await post(0, ULID, '?at=2020-01-01', { 'X-At': NOON });
    expect(received).toMatchObject({
      query: { at: new Day('2020-01-01') },
      headers: { 'X-At': new Date(NOON) },
    });
    expect(response.headers.get('X-Day')).toBe('2020-01-01');
    expect((await post(0, ULID, '?at=x')).status).toBe(400);
  });

  it('are a fault of the service when they throw, of which the log is told', async () => {
    served.faults.length = 0;
    const statuses = [await post(rows.length, 'x'), await post(rows.length + 1, 'no number')];
    expect(statuses.map(({ status }) => status)).toStrictEqual([500, 500]);
    expect(served.faults.map(String)).toStrictEqual([
      'Error: a mistake in validate',
      'SyntaxError: Cannot convert 0xno number to a BigInt',
    ]);
    expect((await post(0, ULID)).status).toBe(200);
  });
});

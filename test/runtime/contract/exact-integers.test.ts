import type { AnyHandler } from '../../../src/runtime/contract';
import { stringifyJson } from '../../../src/runtime/contract/json/json-values';
import { LastingConnection } from '../../support/raw-connection';
import { serveDocument, type ServedDocument } from '../../support/serve-document';

/** Schemas of integers beyond 2^53, with values that they take and values that they refuse. */
const SCHEMAS: Readonly<Record<string, { schema: object; taken: string[]; refused: string[] }>> = {
  int64: {
    schema: { type: 'integer', format: 'int64' },
    taken: ['9223372036854775807', '-9007199254740993', '7'],
    refused: ['9223372036854775808'],
  },
  uint64: {
    schema: { type: 'integer', format: 'uint64' },
    taken: ['18446744073709551615', '9007199254740993', '0'],
    refused: ['18446744073709551616', '-1'],
  },
  'uint64 with a maximum': {
    schema: { type: 'integer', format: 'uint64', maximum: 9007199254740995n },
    taken: ['9007199254740995', '9007199254740993'],
    refused: ['9007199254740996'],
  },
  'a maximum beyond 2^53': {
    schema: { type: 'integer', minimum: 0, maximum: 18446744073709551615n },
    taken: ['18446744073709551615', '9007199254740993', '1'],
    refused: ['18446744073709551616', '-1'],
  },
  'a minimum below -2^53': {
    schema: { type: 'integer', minimum: -9223372036854775808n, maximum: 0 },
    taken: ['-9223372036854775808', '-9007199254740993'],
    refused: ['-9223372036854775809', '1'],
  },
  'an exclusive maximum of 2^128': {
    schema: { type: 'integer', exclusiveMaximum: 2n ** 128n },
    taken: ['340282366920938463463374607431768211455'],
    refused: ['340282366920938463463374607431768211456'],
  },
  'listed values': {
    schema: { type: 'integer', enum: [1, 9007199254740993n] },
    taken: ['9007199254740993', '1'],
    refused: ['9007199254740992'],
  },
  'a bound in a reference': {
    schema: { $ref: '#/components/schemas/Count' },
    taken: ['18446744073709551615'],
    refused: ['18446744073709551616'],
  },
  'a bound in allOf': {
    schema: { allOf: [{ $ref: '#/components/schemas/Count' }, { type: 'integer', minimum: 1 }] },
    taken: ['18446744073709551615'],
    refused: ['0'],
  },
};

/** Where an integer stands in a request: lines of its head, and its body. */
const PLACES: Readonly<Record<string, (value: string) => [lines: string[], body?: string]>> = {
  body: (value) => [['POST /N/1 HTTP/1.1', 'Content-Type: application/json'], `{"v":${value}}`],
  form: (value) => [
    ['POST /N/1 HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded'],
    `v=${value}`,
  ],
  path: (value) => [[`POST /N/${value} HTTP/1.1`]],
  query: (value) => [[`POST /N/1?v=${value} HTTP/1.1`]],
  header: (value) => [['POST /N/1 HTTP/1.1', `X-V: ${value}`]],
  cookie: (value) => [['POST /N/1 HTTP/1.1', `Cookie: v=${value}`]],
};

let served: ServedDocument;
let connection: LastingConnection;
type Input = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
let last: Input | undefined;

beforeAll(async () => {
  const handlers: Record<string, AnyHandler<unknown>> = {};
  const paths: Record<string, object> = {};
  Object.values(SCHEMAS).forEach(({ schema }, index) => {
    const parameter = { name: 'v', schema };
    const content = { schema: { type: 'object', properties: { v: schema } } };
    paths[`/${index}/{v}`] = {
      parameters: [
        // The path of a row for another place is 1, whatever the schema.
        { name: 'v', in: 'path', required: true, schema: { anyOf: [schema, { const: 1 }] } },
        ...[{ in: 'query' }, { in: 'cookie' }].map((each) => ({ ...parameter, ...each })),
        { ...parameter, name: 'X-V', in: 'header' },
      ],
      post: {
        operationId: `add${index}`,
        requestBody: {
          content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
        },
        responses: { 200: { description: 'The same', content: { 'application/json': content } } },
      },
    };
    handlers[`add${index}`] = (input) => {
      const { body } = (last = input as Input);
      const v = body?.v;
      return Promise.resolve({ status: 200, body: { v } });
    };
  });
  const Count = { type: 'integer', maximum: 18446744073709551615n };
  served = await serveDocument(
    stringifyJson({
      openapi: '3.1.0',
      info: { title: 'Integers', version: '1' },
      paths,
      components: { schemas: { Count } },
    }),
    handlers,
  );
  connection = new LastingConnection(served.url);
});

afterAll(async () => {
  connection.end();
  await served.close();
});

/** What the handler got at a place, or the status of the refusal, and the response. */
async function sent(
  index: number,
  place: string,
  value: string,
): Promise<{ got: unknown; reply: string }> {
  last = undefined;
  const [lines = [], body] = PLACES[place]?.(value) ?? [];
  const { status, body: reply } = await connection.send(
    lines.map((line) => line.replace(' /N/', ` /${index}/`)),
    body,
  );
  const input = last as Input | undefined;
  if (input === undefined) return { got: status, reply };
  const key = { header: 'headers', cookie: 'cookies', form: 'body' }[place] ?? place;
  return { got: input[key]?.[place === 'header' ? 'X-V' : 'v'], reply };
}

describe.each(Object.entries(SCHEMAS))('%s', (name, { taken, refused }) => {
  const index = Object.keys(SCHEMAS).indexOf(name);

  it.each(Object.keys(PLACES))('is exact in a %s', async (place) => {
    for (const value of taken) {
      expect((await sent(index, place, value)).got).toBe(BigInt(value));
    }
    for (const value of refused.filter((each) => place !== 'path' || each !== '1')) {
      expect((await sent(index, place, value)).got).toBe(400);
    }
  });

  it('is exact in a response', async () => {
    for (const value of taken) {
      expect((await sent(index, 'body', value)).reply).toBe(`{"v":${value}}`);
    }
  });
});

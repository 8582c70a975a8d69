import type { HandlerResponse } from '../../../src/contract/handler';
import { RawConnection, type RawResponse } from '../../support/raw-connection';
import { withDocument } from '../../support/serve-document';

async function respondWith(
  header: string,
  value: unknown,
  { name = 'X-It', validateResponses = true } = {},
): Promise<{ response: RawResponse; faults: string[] }> {
  const yaml = `
openapi: 3.1.0
info: { title: Headers, version: 1.0.0 }
paths:
  /:
    get:
      operationId: get
      responses:
        200: { description: Given, headers: { ${name}: ${header} } }
`;
  const given = { status: 200, headers: { [name]: value } };
  const handlers = { get: (): Promise<HandlerResponse> => Promise.resolve(given) };
  return withDocument(yaml, handlers, { validateResponses }, async ({ url, faults }) => {
    const connection = await RawConnection.open(url);
    const response = await connection.write(['GET / HTTP/1.1', 'Host: a', '']).response();
    connection.abort();
    return { response, faults: faults.map((fault) => (fault as Error).message) };
  });
}

const of = (schema: string, more = ''): string => `{ schema: ${schema}${more} }`;
const object = '{ type: object, properties: { a: { type: integer }, b: { type: string } } }';

describe('a header of a response', () => {
  it.each<[string, { given: [header: string, value: unknown, name?: string]; want: string[] }]>([
    ['text', { given: [of('{ type: string }'), 'a, b'], want: ['a, b'] }],
    ['an integer', { given: [of('{ type: integer }'), 7], want: ['7'] }],
    [
      'an integer of 64 bits',
      {
        given: [of('{ type: integer, format: int64 }'), 9223372036854775807n],
        want: ['9223372036854775807'],
      },
    ],
    ['a number', { given: [of('{ type: number }'), 1.5], want: ['1.5'] }],
    ['a boolean', { given: [of('{ type: boolean }'), false], want: ['false'] }],
    ['null', { given: [of('{ type: "null" }'), null], want: [''] }],
    [
      'a date',
      {
        given: [of('{ type: string, format: date-time }'), new Date(0)],
        want: ['1970-01-01T00:00:00.000Z'],
      },
    ],
    [
      'a list',
      {
        given: [of('{ type: array, items: { type: integer, format: int64 } }'), [1n, 2n]],
        want: ['1,2'],
      },
    ],
    ['an empty list', { given: [of('{ type: array }'), []], want: [''] }],
    ['an object', { given: [of(object), { a: 1, b: 'x' }], want: ['a,1,b,x'] }],
    [
      'an object, exploded',
      { given: [of(object, ', explode: true'), { a: 1, b: 'x' }], want: ['a=1,b=x'] },
    ],
    ['a member that is not documented', { given: [of(object), { a: 1, c: 'x' }], want: ['a,1'] }],
    [
      'JSON',
      {
        given: [`{ content: { application/json: { schema: ${object} } } }`, { a: 1, b: 'é', c: 2 }],
        want: ['{"a":1,"b":"\\u00e9"}'],
      },
    ],
    [
      'text by content',
      { given: ['{ content: { text/plain: { schema: { type: string } } } }', 'x'], want: ['x'] },
    ],
    [
      'cookies',
      {
        given: [of('{ type: array, items: { type: string } }'), ['a=1', 'b=2'], 'Set-Cookie'],
        want: ['a=1', 'b=2'],
      },
    ],
    ['one cookie', { given: [of('{ type: string }'), 'a=1', 'Set-Cookie'], want: ['a=1'] }],
  ])('is %s', async (_, { given: [header, value, name = 'X-It'], want }) => {
    const { response, faults } = await respondWith(header, value, { name });
    expect(faults).toStrictEqual([]);
    expect(response.headers[name.toLowerCase()]).toStrictEqual(want);
  });

  it.each<[string, { given: [header: string, value: unknown]; want: string }]>([
    [
      'of another type',
      {
        given: [of('{ type: integer }'), '7'],
        want: 'gave the header "X-It", which must be of type integer',
      },
    ],
    [
      'with a wrong item',
      {
        given: [of('{ type: array, items: { type: integer } }'), [1, 'x']],
        want: 'gave the header "X-It", which at "/1" must be of type integer',
      },
    ],
    [
      'with a wrong member',
      {
        given: [of(object), { a: 'x' }],
        want: 'gave the header "X-It", which at "/a" must be of type integer',
      },
    ],
    [
      'of JSON that does not fit',
      {
        given: [`{ content: { application/json: { schema: ${object} } } }`, []],
        want: 'gave the header "X-It", which must be of type object',
      },
    ],
    [
      'with a line break in a list',
      {
        given: [of('{ type: array }'), ['a\r\nb']],
        want: 'gave the header "X-It" a character that no header may contain',
      },
    ],
    [
      'beyond 64 bits',
      {
        given: [of('{ type: integer, format: int64 }'), 2n ** 63n],
        want: 'gave the header "X-It", which must be an integer of 64 bits',
      },
    ],
  ])('%s is a fault', async (_, { given: [header, value], want }) => {
    const { response, faults } = await respondWith(header, value);
    expect(response.status).toBe(500);
    expect(faults).toStrictEqual([`The handler of "get" ${want}`]);
  });

  it('is not checked where responses are not', async () => {
    const options = { validateResponses: false };
    const { response } = await respondWith(of('{ type: integer }'), 'x', options);
    expect(response.headers['x-it']).toStrictEqual(['x']);
  });

  it.each(['Transfer-Encoding', 'connection', 'Content-Length'])(
    "%s is the host's to give",
    async (name) => {
      const { response } = await respondWith(of('{}'), '7', { name });
      expect(response).toMatchObject({ status: 200, headers: { 'content-length': ['0'] } });
      expect(response.headers).not.toHaveProperty('transfer-encoding');
    },
  );
});

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
  it.each<[name: string, given: [header: string, value: unknown, name?: string], want: string[]]>([
    ['text', [of('{ type: string }'), 'a, b'], ['a, b']],
    ['an integer', [of('{ type: integer }'), 7], ['7']],
    [
      'an integer of 64 bits',
      [of('{ type: integer, format: int64 }'), 9223372036854775807n],
      ['9223372036854775807'],
    ],
    ['a number', [of('{ type: number }'), 1.5], ['1.5']],
    ['a boolean', [of('{ type: boolean }'), false], ['false']],
    ['null', [of('{ type: "null" }'), null], ['']],
    [
      'a date',
      [of('{ type: string, format: date-time }'), new Date(0)],
      ['1970-01-01T00:00:00.000Z'],
    ],
    ['a list', [of('{ type: array, items: { type: integer, format: int64 } }'), [1n, 2n]], ['1,2']],
    ['an empty list', [of('{ type: array }'), []], ['']],
    ['an object', [of(object), { a: 1, b: 'x' }], ['a,1,b,x']],
    ['an object, exploded', [of(object, ', explode: true'), { a: 1, b: 'x' }], ['a=1,b=x']],
    ['a member that is not documented', [of(object), { a: 1, c: 'x' }], ['a,1']],
    [
      'JSON',
      [`{ content: { application/json: { schema: ${object} } } }`, { a: 1, b: 'é', c: 2 }],
      ['{"a":1,"b":"\\u00e9"}'],
    ],
    ['text by content', ['{ content: { text/plain: { schema: { type: string } } } }', 'x'], ['x']],
    [
      'cookies',
      [of('{ type: array, items: { type: string } }'), ['a=1', 'b=2'], 'Set-Cookie'],
      ['a=1', 'b=2'],
    ],
    ['one cookie', [of('{ type: string }'), 'a=1', 'Set-Cookie'], ['a=1']],
  ])('is %s', async (_, [header, value, name = 'X-It'], want) => {
    const { response, faults } = await respondWith(header, value, { name });
    expect(faults).toStrictEqual([]);
    expect(response.headers[name.toLowerCase()]).toStrictEqual(want);
  });

  it.each<[name: string, given: [header: string, value: unknown], want: string]>([
    [
      'of another type',
      [of('{ type: integer }'), '7'],
      'gave the header "X-It", which must be of type integer',
    ],
    [
      'with a wrong item',
      [of('{ type: array, items: { type: integer } }'), [1, 'x']],
      'gave the header "X-It", which at "/1" must be of type integer',
    ],
    [
      'with a wrong member',
      [of(object), { a: 'x' }],
      'gave the header "X-It", which at "/a" must be of type integer',
    ],
    [
      'of JSON that does not fit',
      [`{ content: { application/json: { schema: ${object} } } }`, []],
      'gave the header "X-It", which must be of type object',
    ],
    [
      'with a line break in a list',
      [of('{ type: array }'), ['a\r\nb']],
      'gave the header "X-It" a character that no header may contain',
    ],
    [
      'beyond 64 bits',
      [of('{ type: integer, format: int64 }'), 2n ** 63n],
      'gave the header "X-It", which must be an integer of 64 bits',
    ],
  ])('%s is a fault', async (_, [header, value], want) => {
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

import { Failure, type FailureKind } from '../../../src/contract/failure';
import type { HandlerResponse } from '../../../src/contract/handler';
import { UndocumentedResponseError } from '../../../src/contract/response/undocumented';
import { type ServedDocument, withDocument } from '../../support/serve-document';

/** What a service is told of responses that its document does not state, and what is sent meanwhile. */

type Result = HandlerResponse | Failure;

const ERROR =
  '{ type: object, required: [error, message], additionalProperties: false, properties: { error: { enum: [40001, 40003, 40901] }, message: { type: string } } }';

/** Sends a POST to /books and /again for each result; a body that is no JSON is refused before. */
async function send(
  results: readonly Result[],
  options: { responses: string; validateResponses: boolean; body?: string },
): Promise<{ responses: Response[]; faults: string[] }> {
  const { responses, validateResponses, body = '{}' } = options;
  const operation = (operationId: string): string =>
    `post: { operationId: ${operationId}, requestBody: { content: { application/json: { schema: { type: object } } } }, responses: ${responses} }`;
  const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books: { ${operation('addBook')} }
  /again: { ${operation('addAgain')} }
`;
  let current: Result | undefined;
  const handler = (): Promise<Result> => Promise.resolve(current!);
  const handlers = { addBook: handler, addAgain: handler };
  return withDocument(yaml, handlers, { validateResponses }, async ({ url, faults }) => {
    const received: Response[] = [];
    for (const path of ['/books', '/again']) {
      for (current of results) received.push(await post(url + path, body));
    }
    return { responses: received, faults: messagesOf(faults) };
  });
}

function post(url: string, body: string): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

/** The messages, each of which must be of a response that is not documented. */
function messagesOf(faults: ServedDocument['faults']): string[] {
  return faults.map((fault) => {
    expect(fault).toBeInstanceOf(UndocumentedResponseError);
    return (fault as Error).message;
  });
}

/** What is told of the operation addBook alone. */
function ofBooks(faults: readonly string[]): string[] {
  return faults.filter((fault) => fault.includes('"addBook"'));
}

const asleep: FailureKind = { status: 409, number: 40902, description: 'The book is asleep' };
const taken: FailureKind = { status: 409, number: 40901, description: 'The ISBN is taken' };
const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const REMEDY = 'describe this kind of failure in the document';

describe('a failure that the document does not state', () => {
  it.each<
    [string, { given: Failure; responses: string; status: number; body: string; want: string }]
  >([
    [
      'by its number',
      {
        given: new Failure(asleep, 'x'),
        responses: `{ 409: { description: x, ${json(ERROR)} } }`,
        status: 409,
        body: '{"error":40901,"message":"x"}',
        want: 'has a body that at "/error" must be one of [40001,40003,40901]',
      },
    ],
    [
      'by its body',
      {
        given: new Failure(taken, 'x'),
        responses: `{ 4XX: { description: x, ${json('{ type: object, not: {} }')} } }`,
        status: 409,
        body: '{"error":40901,"message":"x"}',
        want: 'has a body that matches a schema that it must not match',
      },
    ],
    [
      'by the media type of its body',
      {
        given: new Failure(taken, 'x'),
        responses: '{ 409: { description: x, content: { application/zip: {}, image/png: {} } } }',
        status: 409,
        body: '',
        want: 'has no body, since an error cannot be said as application/zip or image/png',
      },
    ],
    [
      'by its status',
      {
        given: new Failure(taken, 'x'),
        responses: '{ 200: { description: x } }',
        status: 409,
        body: '{"error":40901,"message":"x"}',
        want: 'is not documented',
      },
    ],
    [
      'by a header that must be there',
      {
        given: new Failure(taken, 'x'),
        responses: `{ 409: { description: x, headers: { X-Why: { required: true, schema: {} } }, ${json('{}')} } }`,
        status: 409,
        body: '{"error":40901,"message":"x"}',
        want: 'lacks the header "X-Why"',
      },
    ],
    [
      'by a header of its own, in all at once',
      {
        given: new Failure(asleep, 'x', { headers: { 'X-Other': '7' } }),
        responses: `{ 409: { description: x, headers: { X-Why: { required: true, schema: {} } }, ${json(ERROR)} } }`,
        status: 409,
        body: '{"error":40901,"message":"x"}',
        want: 'has the header "X-Other", which is not documented and lacks the header "X-Why" and has a body that at "/error" must be one of [40001,40003,40901]',
      },
    ],
  ])('%s is sent and told of', async (_, { given, responses, status, body, want }) => {
    const message = `The failure ${given.kind.number} of "addBook", sent with the status ${status}, ${want}; ${REMEDY}`;
    const all = Array<Failure>(3).fill(given);
    const inTests = await send(all, { responses, validateResponses: true });
    expect(ofBooks(inTests.faults)).toStrictEqual(Array(3).fill(message));
    const inProduction = await send(all, { responses, validateResponses: false });
    expect(ofBooks(inProduction.faults)).toStrictEqual([message]);
    expect(inProduction.faults).toHaveLength(2);
    for (const response of [...inTests.responses, ...inProduction.responses]) {
      expect({ status: response.status, body: await response.text() }).toEqual({ status, body });
      expect(response.headers.has('x-other')).toBe(false);
    }
  });

  it('is told of for each of its kinds', async () => {
    const kinds = [asleep, { ...asleep, number: 40903 }, asleep, taken];
    const responses = `{ 409: { description: x, ${json(ERROR)} } }`;
    const results = kinds.map((kind) => new Failure(kind, 'x'));
    const { faults } = await send(results, { responses, validateResponses: false });
    const numbers = ofBooks(faults).map((fault) => /\d+/.exec(fault)?.[0]);
    expect(numbers).toStrictEqual(['40902', '40903']);
  });

  it('is told of when the layer itself refuses a request', async () => {
    const responses = `{ 200: { description: x }, 400: { description: x, ${json('{ type: object, not: {} }')} } }`;
    const { faults, responses: received } = await send([{ status: 200 }], {
      responses,
      validateResponses: true,
      body: '[]',
    });
    expect(received.map(({ status }) => status)).toStrictEqual([400, 400]);
    expect(ofBooks(faults)).toStrictEqual([
      `The failure 40003 of "addBook", sent with the status 400, has a body that matches a schema that it must not match; ${REMEDY}`,
    ]);
  });

  it.each<[string, { given: Failure; responses: string; body?: string }]>([
    [
      'a failure as documented',
      {
        given: new Failure(taken, 'x'),
        responses: `{ 409: { description: x, ${json(ERROR)} } }`,
      },
    ],
    [
      'what HTTP itself answers',
      { given: new Failure(taken, 'x'), responses: '{ 200: { description: x } }', body: 'no JSON' },
    ],
    [
      'a header that HTTP itself gives',
      {
        given: new Failure(taken, 'x', { headers: { 'retry-after': '1' } }),
        responses: `{ 409: { description: x, ${json(ERROR)} } }`,
      },
    ],
  ])('is not: %s', async (_, { given, responses, ...body }) => {
    const { faults } = await send([given], { responses, validateResponses: true, ...body });
    expect(faults).toStrictEqual([]);
  });
});

describe('a header that the document does not name', () => {
  const responses =
    '{ 200: { description: x, headers: { X-Known: { schema: { type: string } }, Content-Type: { schema: {} } } } }';
  const withHeaders = (headers: Record<string, unknown>): HandlerResponse => ({
    status: 200,
    headers: { 'x-known': 'k', ...headers },
  });

  it.each(['X-Other', 'Content-Length', 'Content-Encoding', 'Date'])(
    'is a fault where responses are validated: %s',
    async (name) => {
      const result = withHeaders({ [name]: '7' });
      const { faults, responses: received } = await send([result], {
        responses,
        validateResponses: true,
      });
      expect(received.map(({ status }) => status)).toStrictEqual([500, 500]);
      expect(ofBooks(faults)).toStrictEqual([
        `The handler of "addBook" gave the header "${name}", which is not documented; describe it in the document, or do not give it`,
      ]);
    },
  );

  it.each([true, false])(
    'is sent where HTTP defines it, validated: %s',
    async (validateResponses) => {
      const given = {
        ...{ etag: '"1"', Location: '/books/7', 'Retry-After': 7, 'Cache-Control': 'no-store' },
        ...{
          'Content-Disposition': 'attachment',
          'Content-Language': ['de', 'en'],
          Expires: undefined,
        },
        ...{
          'Last-Modified': 'Thu, 26 Nov 2026 13:00:00 GMT',
          Link: '</books>; rel="up"',
          Vary: 'X-A',
        },
        ...{ 'WWW-Authenticate': 'Bearer', 'Set-Cookie': ['a=1; Expires=Thu, 26 Nov 2026', 'b=2'] },
      };
      const { faults, responses: received } = await send([withHeaders(given)], {
        responses,
        validateResponses,
      });
      expect(faults).toStrictEqual([]);
      for (const { status, headers } of received) {
        const { etag, 'Set-Cookie': cookies, Expires: none, ...others } = given;
        expect([status, headers.get('etag'), headers.has('expires')]).toStrictEqual([
          200,
          etag,
          false,
        ]);
        expect(headers.getSetCookie()).toStrictEqual(cookies);
        expect(none).toBeUndefined();
        for (const [name, value] of Object.entries(others)) {
          expect([name, headers.get(name)]).toStrictEqual([name, String(value)]);
        }
      }
    },
  );

  it('is a fault where HTTP defines it, with what no field may hold', async () => {
    const result = withHeaders({ Location: '/a\r\nSet-Cookie: b=1' });
    const { faults, responses: received } = await send([result], {
      responses,
      validateResponses: false,
    });
    expect(received.map(({ status }) => status)).toStrictEqual([500, 500]);
    expect(ofBooks(faults)).toStrictEqual([
      'The handler of "addBook" gave the header "Location" a character that no header may contain',
    ]);
  });

  it('is left out elsewhere, and told of once for each operation and name', async () => {
    const names = ['X-Other', 'x-other', 'X-OTHER', 'X-Third', 'X-Other'];
    const results = names.map((name) => withHeaders({ [name]: '7' }));
    const { faults, responses: received } = await send(results, {
      responses,
      validateResponses: false,
    });
    for (const { status, headers } of received) {
      const given = ['x-known', 'x-other', 'x-third'].map((name) => headers.get(name));
      expect([status, ...given]).toStrictEqual([200, 'k', null, null]);
    }
    expect(faults.map((fault) => /"add\w+"|"X-\w+"/gi.exec(fault)![0])).toStrictEqual([
      '"addBook"',
      '"addBook"',
      '"addAgain"',
      '"addAgain"',
    ]);
  });

  it('is told of for a bounded number of names', async () => {
    const results = Array.from({ length: 150 }, (_, index) => withHeaders({ [`X-${index}`]: 7 }));
    const { faults } = await send(results, { responses, validateResponses: false });
    expect(ofBooks(faults)).toHaveLength(100);
  });

  it('is told of with another remedy when it is Content-Type, which a document cannot describe', async () => {
    const result = withHeaders({ 'content-type': 'text/plain' });
    const { faults } = await send([result], { responses, validateResponses: true });
    expect(ofBooks(faults)).toStrictEqual([
      'The handler of "addBook" gave the header "content-type", which is not sent; give the media type as "mediaType"',
    ]);
  });

  it.each(['Connection', 'Transfer-Encoding'])(
    "is none when it is the connection's: %s",
    async (name) => {
      const result = withHeaders({ [name]: 'close' });
      const { faults } = await send([result], { responses, validateResponses: true });
      expect(faults).toStrictEqual([]);
    },
  );

  it('is none when its value is undefined', async () => {
    const { faults } = await send([withHeaders({ 'X-Other': undefined })], {
      responses,
      validateResponses: true,
    });
    expect(faults).toStrictEqual([]);
  });
});

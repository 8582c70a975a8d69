import { UnavailableError } from '../../../src/runtime/contract/failure';
import type { HandlerContext } from '../../../src/runtime/contract/handler';
import { RawConnection } from '../../support/raw-connection';
import { useDocument } from './use-document';
import { itEach } from '../../support/it-each';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      responses: { 200: { description: Books, content: { application/json: { schema: { type: array } } } } }
    post: { operationId: addBook, responses: { 204: { description: Added } } }
  /books/{id}:
    delete: { operationId: removeBook, responses: { 204: { description: Removed } } }
    options: { operationId: askBook, responses: { 204: { description: Asked } } }
    parameters: [{ in: path, name: id, required: true, schema: { type: integer } }]
  /broken:
    get:
      operationId: breakDown
      responses: { 200: { description: x }, 5XX: { description: x, content: { application/json: { schema: {} } } } }
`;

const cause = new Error('The secret cause');
let toThrow: unknown;
let context: HandlerContext<unknown> | undefined;

const handlers = {
  listBooks: () => Promise.resolve({ status: 200, body: ['a', 'ü'] }),
  addBook: (_: never, given: HandlerContext<unknown>) => {
    context = given;
    return Promise.resolve({ status: 204 });
  },
  removeBook: () => Promise.resolve({ status: 204 }),
  askBook: () => Promise.resolve({ status: 204 }),
  breakDown: () => {
    throw toThrow;
  },
};

const served = useDocument(document, handlers);
afterEach(() => {
  served.faults.length = 0;
});

describe('what the document does not state', () => {
  const nothing = (method: string): object => ({
    error: 40401,
    message: `There is nothing at this path for ${method}`,
  });
  const takes = (allow: string, method: string): object => ({
    error: 40501,
    message: `The path takes ${allow}, not ${method}`,
  });

  itEach<
    [
      given: [method: string, path: string],
      want: { status: number; allow: string | null; body: unknown },
    ]
  >({
    'a path': [['GET', '/authors'], { status: 404, allow: null, body: nothing('GET') }],
    'a slash at the end': [['GET', '/books/'], { status: 404, allow: null, body: nothing('GET') }],
    'a path for OPTIONS': [
      ['OPTIONS', '/authors'],
      { status: 404, allow: null, body: nothing('OPTIONS') },
    ],
    'broken percent-encoding': [
      ['GET', '/books/%zz'],
      {
        status: 400,
        allow: null,
        body: {
          error: 40000,
          message:
            'The request target is neither a path nor an http URI, or its percent-encoding is broken',
        },
      },
    ],
    'a method': [
      ['DELETE', '/books'],
      {
        status: 405,
        allow: 'GET, POST, HEAD, OPTIONS',
        body: takes('GET, POST, HEAD, OPTIONS', 'DELETE'),
      },
    ],
    'a method of a template': [
      ['PUT', '/books/7'],
      { status: 405, allow: 'DELETE, OPTIONS', body: takes('DELETE, OPTIONS', 'PUT') },
    ],
    OPTIONS: [['OPTIONS', '/books'], { status: 204, allow: 'GET, POST, HEAD, OPTIONS', body: '' }],
  })('%s', async (_, given, want) => {
    const [method, path] = given;
    const response = await fetch(served.url + path, { method });
    const text = await response.text();
    const body: unknown = text === '' ? '' : JSON.parse(text);
    expect({ status: response.status, allow: response.headers.get('allow'), body }).toStrictEqual(
      want,
    );
  });

  it('OPTIONS is the document’s where it is stated', async () => {
    const response = await fetch(`${served.url}/books/7`, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toStrictEqual([204, null]);
  });
});

describe('HEAD', () => {
  it('has the headers of GET and no body', async () => {
    const connection = await RawConnection.open(served.url);
    const lines = (method: string): string[] => [`${method} /books HTTP/1.1`, 'Host: a', ''];
    const head = await connection.write(lines('HEAD')).response({ head: true });
    const get = await connection.write(lines('GET')).response();
    connection.abort();
    const pick = ({ status, headers }: typeof head): unknown[] => [
      status,
      headers['content-type'],
      headers['content-length'],
    ];
    expect(pick(head)).toStrictEqual([200, ['application/json'], ['10']]);
    expect(pick(get)).toStrictEqual(pick(head));
    expect(get.body).toBe('["a","ü"]');
  });

  it('is not served without GET', async () => {
    const response = await fetch(`${served.url}/books/7`, { method: 'HEAD' });
    expect([response.status, response.headers.get('allow')]).toStrictEqual([
      405,
      'DELETE, OPTIONS',
    ]);
  });
});

describe('what a handler throws', () => {
  itEach<[given: unknown, status: number, retry: string | null, error: number]>({
    'an error': [cause, 500, null, 50001],
    'a text': ['The secret cause', 500, null, 50001],
    undefined: [undefined, 500, null, 50001],
    UnavailableError: [new UnavailableError('The secret cause'), 503, '1', 50301],
    'UnavailableError with a time': [
      new UnavailableError('The secret cause', { retryAfterSeconds: 30 }),
      503,
      '30',
      50301,
    ],
  })('%s is reported, and the client does not learn it', async (_, given, ...want) => {
    toThrow = given;
    const response = await fetch(`${served.url}/broken`);
    const text = await response.text();
    const { error } = JSON.parse(text) as { error: number };
    expect([response.status, response.headers.get('retry-after'), error]).toStrictEqual(want);
    expect(text).not.toContain('secret');
    expect(served.faults).toStrictEqual([given]);
  });
});

it('a request has no ID where nobody observes it', async () => {
  const headers = { 'X-Request-Id': 'a' };
  const response = await fetch(`${served.url}/books`, { method: 'POST', headers });
  expect([response.status, response.headers.has('x-request-id')]).toEqual([204, false]);
  expect(context?.requestId).toBeUndefined();
  expect(context?.request.headerValues('x-request-id')).toEqual(['a']);
});

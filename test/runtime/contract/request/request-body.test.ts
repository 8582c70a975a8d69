import { RawConnection, sendRaw } from '../../../support/raw-connection';
import { useDocument } from '../use-document';
import { titled } from '../../../support/it-each';

const MAX_BODY_BYTES = 100;

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Book' } }
          application/vnd.books+json: { schema: { type: array, items: { $ref: '#/components/schemas/Book' } } }
      responses: { 204: { description: Added }, 4XX: { $ref: '#/components/responses/Failed' } }
    patch:
      operationId: changeBooks
      requestBody: { content: { 'application/*+json': { schema: {} }, application/json: { schema: {} } } }
      responses: { 204: { description: Changed }, 4XX: { $ref: '#/components/responses/Failed' } }
    delete:
      operationId: removeBooks
      responses: { 204: { description: Removed }, 4XX: { $ref: '#/components/responses/Failed' } }
components:
  schemas:
    Book: { type: object, required: [title], properties: { title: { type: string }, pages: { type: integer } } }
  responses:
    Failed: { description: Failed, content: { application/json: { schema: {} } } }
`;

type Row = [
  name: string,
  given: {
    method?: string;
    type?: string;
    headers?: Record<string, string>;
    body?: string | Buffer;
  },
  want: { input?: unknown; status?: number; error?: unknown },
];

const json = 'application/json';
const book = '{"title":"a"}';
const refused = (status: number, error: number, message: string): Row[2] => ({
  status,
  error: { error, message },
});
const eitherType =
  'The body must be of the media type application/json or application/vnd.books+json';

const accepted: Row[] = titled({
  JSON: [{ type: json, body: book }, { input: { title: 'a' } }],
  'with a charset': [
    { type: 'application/json; charset=UTF-8', body: book },
    { input: { title: 'a' } },
  ],
  'in another case': [{ type: 'Application/JSON', body: book }, { input: { title: 'a' } }],
  'by another media type': [
    { type: 'application/vnd.books+json', body: `[${book}]` },
    { input: [{ title: 'a' }] },
  ],
  'not coded': [
    { type: json, headers: { 'Content-Encoding': 'identity' }, body: book },
    { input: { title: 'a' } },
  ],
  'behind a byte order mark': [{ type: json, body: `\ufeff${book}` }, { input: { title: 'a' } }],
  'of the largest size': [
    { type: json, body: book.padEnd(MAX_BODY_BYTES) },
    { input: { title: 'a' } },
  ],
  'left out where it is optional': [{ method: 'PATCH' }, { input: undefined }],
  'empty where it is optional': [{ method: 'PATCH', type: json, body: '' }, { input: undefined }],
  'null where it is optional': [{ method: 'PATCH', type: json, body: 'null' }, { input: null }],
  'that nobody asked for': [
    { method: 'DELETE', type: 'text/plain', body: 'x' },
    { input: undefined },
  ],
});

const refusals: Row[] = titled({
  'left out': [
    {},
    refused(400, 40002, 'The body is missing; send application/json or application/vnd.books+json'),
  ],
  empty: [
    { type: json, body: '' },
    refused(400, 40002, 'The body is missing; send application/json or application/vnd.books+json'),
  ],
  'without a media type': [
    { body: Buffer.from(book) },
    refused(
      415,
      41501,
      'The header Content-Type is missing; send application/json or application/vnd.books+json',
    ),
  ],
  'of another media type': [{ type: 'text/plain', body: book }, refused(415, 41501, eitherType)],
  'of an undeclared +json type': [
    { type: 'application/problem+json', body: book },
    refused(415, 41501, eitherType),
  ],
  'of a media type that is none': [{ type: 'json', body: book }, refused(415, 41501, eitherType)],
  'in another charset': [
    { type: 'application/json; charset=latin1', body: book },
    refused(415, 41501, 'JSON must be sent as UTF-8'),
  ],
  'too large': [
    { type: json, body: book.padEnd(MAX_BODY_BYTES + 1) },
    refused(413, 41301, 'The body is larger than the limit of 100 bytes'),
  ],
  'not JSON': [
    { type: json, body: '{"title":' },
    refused(400, 40001, 'The body is not well-formed JSON at line 1, column 10: expected a value'),
  ],
  'white space': [
    { type: json, body: ' ' },
    refused(400, 40001, 'The body is not well-formed JSON at line 1, column 2: expected a value'),
  ],
  'not UTF-8': [
    { type: json, body: Buffer.from([0x22, 0xff, 0x22]) },
    refused(400, 40001, 'The body is not UTF-8'),
  ],
  'lacking a property': [
    { type: json, body: '{}' },
    refused(400, 40003, 'The body lacks the property "title"'),
  ],
  'with a wrong type': [
    { type: json, body: '{"title":"a","pages":"1"}' },
    refused(400, 40003, 'The body at "/pages" must be of type integer'),
  ],
  'wrong inside a list': [
    { type: 'application/vnd.books+json', body: `[${book},{}]` },
    refused(400, 40003, 'The body at "/1" lacks the property "title"'),
  ],
  'of another type as a whole': [
    { type: json, body: '[]' },
    refused(400, 40003, 'The body must be of type object'),
  ],
});

describe('a request body', () => {
  let received: unknown;
  const take = (input: { body?: unknown }): Promise<{ status: number }> => {
    received = input.body;
    return Promise.resolve({ status: 204 });
  };
  const handlers = { addBook: take, changeBooks: take, removeBooks: take };
  const served = useDocument(document, handlers, { maxBodyBytes: MAX_BODY_BYTES });

  it.each([...accepted, ...refusals])('%s', async (_, given, want) => {
    received = 'nothing';
    const response = await fetch(`${served.url}/books`, {
      method: given.method ?? 'POST',
      headers: {
        ...(given.type !== undefined && { 'Content-Type': given.type }),
        ...given.headers,
      },
      ...(given.body !== undefined && { body: Buffer.from(given.body as string) }),
    });
    const got =
      response.status === 204
        ? { input: received }
        : { status: response.status, error: await response.json() };
    expect(got).toStrictEqual(want);
  });

  const head = ['POST /books HTTP/1.1', 'Host: library', 'Connection: close'];

  it('in chunks is taken as one', async () => {
    const lines = [...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked', ''];
    const chunks = ['5', '{"tit', '8', 'le":"a"}', '0', ''];
    expect(await sendRaw(served.url, [...lines, ...chunks])).toMatchObject({ status: 204 });
    expect(received).toStrictEqual({ title: 'a' });
  });

  it('in chunks that are too large is refused before it ends', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write([...head, 'Content-Type: application/json', 'Transfer-Encoding: chunked', '']);
    connection.write(['65', ' '.repeat(0x65)]);
    expect(await connection.response()).toMatchObject({
      status: 413,
      body: '{"error":41301,"message":"The body is larger than the limit of 100 bytes"}',
    });
    connection.abort();
  });

  it('that is announced too large is refused before it is sent', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write([...head, 'Content-Type: application/json', 'Content-Length: 101', '']);
    expect(await connection.response()).toMatchObject({ status: 413 });
    connection.abort();
  });

  it.each([
    ['that differ are refused', 'text/plain', 415],
    ['that are equal are one', 'application/json', 204],
  ])('with two media types %s', async (_, second, want) => {
    const types = ['Content-Type: application/json', `Content-Type: ${second}`];
    const response = await sendRaw(
      served.url,
      [...head, ...types, `Content-Length: ${book.length}`, '', book].join('\r\n'),
    );
    expect(response.status).toBe(want);
  });

  it('reports no fault of the service', () => expect(served.faults).toStrictEqual([]));
});

import { sendRaw, type RawResponse } from '../../../support/raw-http';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

/** Methods beyond those of OpenAPI 3.1. @see https://spec.openapis.org/oas/v3.2.0#path-item-object */
const document = `
openapi: 3.2.0
info: { title: Library, version: 1.0.0 }
paths:
  /books/{shelf}:
    parameters: [{ in: path, name: shelf, required: true, schema: { type: integer } }]
    get: { operationId: listBooks, responses: { 204: { description: Done } } }
    query:
      operationId: searchBooks
      requestBody:
        required: true
        content:
          application/json; version="1": { schema: { type: object, required: [author] } }
          application/sql: { schema: { type: string } }
      responses: { 200: { description: ok, content: { application/json: {} } }, 4XX: { description: Refused } }
    additionalOperations:
      COPY: { operationId: copyBooks, responses: { 200: { description: ok, content: { application/json: {} } } } }
      M-SEARCH: { responses: { 204: { description: Done } } }
      Borrow: { responses: { 204: { description: Done } } }
`;

const handlers = {
  listBooks: () => Promise.resolve({ status: 204 }),
  searchBooks: (input: object) => Promise.resolve({ status: 200, body: { ...input } }),
  copyBooks: ({ path }: { path: object }) => Promise.resolve({ status: 200, body: path }),
  m_search_books_by_shelf: () => Promise.resolve({ status: 204 }),
  borrow_books_by_shelf: () => Promise.resolve({ status: 204 }),
};

const ALLOW = 'GET, QUERY, COPY, M-SEARCH, Borrow, HEAD, OPTIONS';
const ACCEPT_QUERY = 'application/json;version="1", application/sql';

describe('a request of the method', () => {
  const served = useDocument(document, handlers);

  const send = (
    start: string,
    headers: readonly string[],
    body: string,
  ): Promise<RawResponse[]> => {
    const head = [`${start} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers];
    const text = `${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    return sendRaw(served.url, text);
  };
  const json = 'Content-Type: application/json; version=1';

  itEach<[string, string[], string, object]>({
    QUERY: ['QUERY /books/1', [json], '{"author":"a"}', { status: 200 }],
    'QUERY with an invalid body': ['QUERY /books/1', [json], '{}', { status: 400 }],
    'QUERY with an invalid parameter': ['QUERY /books/a', [json], '{"author":1}', { status: 400 }],
    'QUERY without a media type': [
      'QUERY /books/1',
      [],
      'select',
      { status: 415, headers: { 'accept-query': ACCEPT_QUERY } },
    ],
    'QUERY with another media type': [
      'QUERY /books/1',
      ['Content-Type: text/plain'],
      'a',
      { status: 415, headers: { 'accept-query': ACCEPT_QUERY } },
    ],
    COPY: ['COPY /books/7', [], '', { status: 200, body: '{"shelf":7}' }],
    'COPY with an invalid parameter': ['COPY /books/a', [], '', { status: 400 }],
    'M-SEARCH, which has no operationId': ['M-SEARCH /books/1', [], '', { status: 204 }],
    OPTIONS: [
      'OPTIONS /books/1',
      [],
      '',
      { status: 204, headers: { allow: ALLOW, 'accept-query': ACCEPT_QUERY } },
    ],
    'DELETE, which is not there': [
      'DELETE /books/1',
      [],
      '',
      { status: 405, headers: { allow: ALLOW, 'accept-query': ACCEPT_QUERY } },
    ],
    'Borrow, which Node.js does not know': ['Borrow /books/1', [], '', { status: 400 }],
    'copy, which is not COPY': ['copy /books/1', [], '', { status: 400 }],
  })('%s', async (_, start, headers, body, want) => {
    expect(await send(start, headers, body)).toMatchObject([want]);
  });
});

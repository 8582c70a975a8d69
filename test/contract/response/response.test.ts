import type { HandlerResponse } from '../../../src/contract/handler';
import { sendRaw, type RawResponse } from '../../support/raw-connection';
import { withDocument } from '../../support/serve-document';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      responses:
        200:
          description: Books
          headers:
            ETag: { required: true, schema: { type: string } }
            X-Pages: { schema: { type: array, items: { type: integer } } }
            content-type: { schema: { type: string } }
          content:
            application/json: { schema: { $ref: '#/components/schemas/Book' } }
            application/vnd.title+json: { schema: { type: string } }
        202: { description: Later }
        204: { description: Nothing, content: { application/json: { schema: {} } } }
        3XX: { description: Elsewhere, headers: { Location: { required: true, schema: { type: string } } } }
components:
  schemas:
    Book: { type: object, required: [title], properties: { title: { type: string } } }
`;

async function responseTo(
  given: unknown,
  validateResponses = true,
  yaml = document,
): Promise<{ response: RawResponse; faults: string[] }> {
  const handlers = { listBooks: () => Promise.resolve(given as HandlerResponse) };
  const lines = ['GET /books HTTP/1.1', 'Host: a', 'Connection: close', ''];
  return withDocument(yaml, handlers, { validateResponses }, async ({ url, faults }) => ({
    response: await sendRaw(url, lines),
    faults: faults.map((fault) => (fault as Error).message),
  }));
}

const book = { status: 200, headers: { ETag: '"1"' }, body: { title: 'a' } };

describe('a response', () => {
  it.each<[name: string, given: object, want: object]>([
    [
      'as documented',
      book,
      {
        status: 200,
        body: '{"title":"a"}',
        headers: {
          etag: ['"1"'],
          'content-type': ['application/json'],
          'content-length': ['13'],
        },
      },
    ],
    [
      'with a header in another case',
      { ...book, headers: { etag: '"2"' } },
      { headers: { etag: ['"2"'] } },
    ],
    [
      'with a list as header',
      { ...book, headers: { ETag: 'e', 'X-Pages': [1, 2n] } },
      { headers: { 'x-pages': ['1,2'] } },
    ],
    [
      'with a header that is undefined',
      { ...book, headers: { ETag: 'e', 'X-Pages': undefined } },
      { status: 200 },
    ],
    [
      'with an undocumented property',
      { ...book, body: { title: 'a', shelf: 7 } },
      { body: '{"title":"a"}' },
    ],
    [
      'of another media type',
      { ...book, mediaType: 'application/vnd.title+json', body: 'a' },
      { body: '"a"', headers: { 'content-type': ['application/vnd.title+json'] } },
    ],
    ['without content', { status: 202 }, { status: 202, body: '' }],
    ['204, whatever its body', { status: 204, body: { title: 'a' } }, { status: 204, body: '' }],
    [
      'by range',
      { status: 303, headers: { Location: '/books/7' } },
      { status: 303, headers: { location: ['/books/7'] } },
    ],
  ])('%s', async (_, given, want) => {
    const { response, faults } = await responseTo(given);
    expect(response).toMatchObject(want);
    expect(faults).toStrictEqual([]);
  });

  it.each([204, 200, 404])('%d without content, where the document states none', async (status) => {
    const yaml = document.replace(/ {6}responses:[^]*(?=components:)/, '');
    const { response, faults } = await responseTo({ status }, true, yaml);
    expect(response).toMatchObject({ status, body: '' });
    expect(faults).toStrictEqual([]);
    const withBody = await responseTo({ status: 200, body: 'a' }, true, yaml);
    expect(withBody.response.status).toBe(500);
  });

  it.each<[name: string, given: object, absent: string]>([
    ['an undocumented header', { ...book, headers: { ETag: 'e', 'X-Secret': 's' } }, 'x-secret'],
    [
      'a Content-Type for no content',
      { status: 202, headers: { 'Content-Type': 'a/b' } },
      'content-type',
    ],
    ['a Content-Type for 204', { status: 204 }, 'content-type'],
  ])('never has %s', async (_, given, absent) => {
    const { response } = await responseTo(given, false);
    expect(response.headers).not.toHaveProperty(absent);
  });
});

describe('a response that the document does not state', () => {
  it.each<[name: string, given: unknown, want: string]>([
    ['another status', { status: 201 }, 'gave the status 201, which is not documented'],
    ['a missing header', { ...book, headers: {} }, 'left out the header "ETag"'],
    ['a missing header by range', { status: 301 }, 'left out the header "Location"'],
    ['no body', { ...book, body: undefined }, 'gave no body with the status 200'],
    [
      'a body',
      { status: 202, body: {} },
      'gave a body with the status 202, which is not documented',
    ],
    [
      'another media type',
      { ...book, mediaType: 'text/plain' },
      'gave a body of the media type "text/plain" with the status 200, which is not documented',
    ],
    [
      'an invalid body',
      { ...book, body: { title: 7 } },
      'gave a body that at "/title" must be of type string',
    ],
    [
      'a body without a property',
      { ...book, body: {} },
      'gave a body that lacks the property "title"',
    ],
    [
      'a header with a line break',
      { ...book, headers: { ETag: 'a\r\nSet-Cookie: b' } },
      'gave the header "ETag" a character that no header may contain',
    ],
    [
      'a header with a character beyond Latin-1',
      { ...book, headers: { ETag: '→' } },
      'gave the header "ETag" a character that no header may contain',
    ],
    [
      'a header with a NUL',
      { ...book, headers: { ETag: 'a\0' } },
      'gave the header "ETag" a character that no header may contain',
    ],
  ])('%s is 500 and a fault', async (_, given, want) => {
    const { response, faults } = await responseTo(given);
    expect({ status: response.status, body: response.body }).toStrictEqual({
      status: 500,
      body: '{"error":50001,"message":"The service failed; its log has the details"}',
    });
    expect(faults).toStrictEqual([`The handler of "listBooks" ${want}`]);
  });

  it.each([99, 100, 101, 200.5, 600, 999])(
    'of status %d, which ends no exchange, is 500 and a fault under "default" too',
    async (status) => {
      const yaml = document.replace(
        '3XX:',
        'default: { description: Anything else }\n        3XX:',
      );
      const { response, faults } = await responseTo({ status }, true, yaml);
      expect(response.status).toBe(500);
      expect(faults).toStrictEqual([
        `The handler of "listBooks" gave the status ${status}, which is not documented`,
      ]);
    },
  );

  it('leaves unchecked bodies alone when responses are not validated', async () => {
    const { response, faults } = await responseTo({ ...book, body: { title: 7, shelf: 8 } }, false);
    expect({ status: response.status, body: response.body }).toStrictEqual({
      status: 200,
      body: '{"title":7}',
    });
    expect(faults).toStrictEqual([]);
  });
});

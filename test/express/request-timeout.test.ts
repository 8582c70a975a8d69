import { RawConnection } from '../support/raw-connection';
import { serveDocument, type ServedDocument } from '../support/serve-document';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      requestBody: { content: { application/json: { schema: {} } } }
      responses: { 204: { description: Added } }
`;

describe('a request that does not arrive in time', () => {
  let served: ServedDocument;
  beforeAll(async () => {
    const handlers = { addBook: () => Promise.resolve({ status: 204 }) };
    served = await serveDocument(document, handlers, { requestTimeoutMs: 100 });
  });
  afterAll(() => served.close());

  it.each([
    ['for want of headers', ['POST /books HTTP/1.1', 'Host: a']],
    [
      'for want of a body',
      [
        'POST /books HTTP/1.1',
        'Host: a',
        'Content-Type: application/json',
        'Content-Length: 9',
        '',
      ],
    ],
  ])('%s is 408', async (_, lines) => {
    const connection = await RawConnection.open(served.url);
    const { status, headers, body } = await connection.write(lines).response();
    const want =
      '{"error":40801,"message":"The request did not arrive completely in time; send it again"}';
    expect({ status, body }).toStrictEqual({ status: 408, body: want });
    expect(headers).toMatchObject({
      connection: ['close'],
      'content-length': [String(want.length)],
    });
    expect(await connection.rest()).toBe('');
    expect(served.faults).toStrictEqual([]);
  });
});

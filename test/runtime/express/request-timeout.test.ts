import { RawConnection } from '../../support/raw-connection';
import { serveDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';

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
  const served = useStarted(() => {
    const handlers = { addBook: () => Promise.resolve({ status: 204 }) };
    return serveDocument(document, handlers, { requestTimeoutMs: 100 });
  });

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

it('a request that has begun behind another is 408 too, however long an idle connection is kept', async () => {
  const handlers = { addBook: () => Promise.resolve({ status: 204 }) };
  // Node keeps idle connections for 5 s.
  const served = await serveDocument(document, handlers, { requestTimeoutMs: 7_500 });
  try {
    const connection = await RawConnection.open(served.url);
    connection.write('POST /books HTTP/1.1\r\nHost: a\r\n\r\nPOST /books HTTP/1.1\r\nHost');
    expect((await connection.response()).status).toBe(204);
    expect((await connection.response()).status).toBe(408);
  } finally {
    await served.close();
  }
});

import { setImmediate } from 'node:timers/promises';
import { RawConnection } from '../../support/raw-connection';
import { serveDocument } from '../../support/serve-document';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      security: [{ card: [] }]
      requestBody: { content: { application/json: { schema: {} } } }
      responses: { 200: { description: Added, content: { application/json: { schema: {} } } } }
  /copies:
    post:
      operationId: copy
      requestBody: { content: { application/octet-stream: {} } }
      responses: { 200: { description: The same, content: { application/octet-stream: {} } } }
components: { securitySchemes: { card: { type: http, scheme: bearer } } }
`;

describe('a client that waits with its body', () => {
  const served = useStarted(() => {
    const addBook = (input: { body?: unknown }): Promise<object> =>
      Promise.resolve({ status: 200, body: input.body ?? 'nothing' });
    const copy = (input: { body: AsyncIterable<Uint8Array> }): Promise<object> =>
      Promise.resolve({ status: 200, body: afterHead(input.body) });
    const card = (token: string): Promise<never> =>
      Promise.resolve(
        (token === 'reader'
          ? { outcome: 'accepted', principal: { name: 'a reader' } }
          : { outcome: 'rejected' }) as never,
      );
    return serveDocument(
      document,
      { addBook: addBook as never, copy: copy as never },
      { authenticators: { card }, maxBodyBytes: 100 },
    );
  });

  const request = (token: string, ...more: string[]): string[] => [
    'POST /books HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${token}`,
    'Expect: 100-continue',
    ...more,
    '',
  ];

  it('is asked for it', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write(request('reader', 'Content-Type: application/json', 'Content-Length: 3'));
    expect(await connection.response()).toMatchObject({ status: 100 });
    expect(await connection.write('[1]').response()).toMatchObject({ status: 200, body: '[1]' });
    expect(await connection.write(request('reader')).response()).toMatchObject({ status: 200 });
    connection.abort();
  });

  itEach<[given: string[], want: number]>({
    refused: [request('thief', 'Content-Length: 3'), 401],
    'of a wrong media type': [request('reader', 'Content-Type: a/b', 'Content-Length: 3'), 415],
    'too large': [request('reader', 'Content-Type: application/json', 'Content-Length: 101'), 413],
  })('is not asked for one that is %s, and the connection closes', async (_, given, want) => {
    const connection = await RawConnection.open(served.url);
    const response = await connection.write(given).response();
    expect({ status: response.status, connection: response.headers.connection }).toStrictEqual({
      status: want,
      connection: ['close'],
    });
    expect(await connection.rest()).toBe('');
  });

  it('is asked for one that is read while the response is written', async () => {
    const connection = await RawConnection.open(served.url);
    const type = 'Content-Type: application/octet-stream';
    const head = ['POST /copies HTTP/1.1', 'Host: a', type, 'Expect: 100-continue'];
    connection.write([...head, 'Content-Length: 3', '']);
    expect(await connection.response()).toMatchObject({ status: 100 });
    connection.write('abc');
    expect(await connection.response()).toMatchObject({ status: 200 });
    expect(await connection.rest()).toBe('3\r\nabc\r\n0\r\n\r\n');
    expect(served.faults).toStrictEqual([]);
  });

  it('is not asked for a body that it does not have', async () => {
    const connection = await RawConnection.open(served.url);
    const response = await connection.write(request('reader')).response();
    expect({ status: response.status, body: response.body }).toStrictEqual({
      status: 200,
      body: '"nothing"',
    });
    connection.abort();
  });
});

/** The head of the response is sent before the first chunk. */
async function* afterHead(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  await setImmediate();
  yield* body;
}

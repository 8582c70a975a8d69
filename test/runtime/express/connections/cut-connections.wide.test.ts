import { setTimeout } from 'node:timers/promises';
import { RawConnection } from '../../../support/raw-connection';
import { serveDocument } from '../../../support/serve-document';
import { useStarted } from '../../../support/use-started';

/** Clients that leave at any stage of a request, in any way: an error that nobody hears ends the process. */

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      responses: { 200: { description: Notes, content: { text/event-stream: {} } } }
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
      responses: { 200: { description: Added, content: { application/json: { schema: {} } } } }
  /files:
    post:
      operationId: addFile
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses: { 200: { description: Added, content: { application/json: { schema: {} } } } }
`;

const served = useStarted(() => {
  async function* events(): AsyncGenerator<string> {
    for (let sent = 0; sent < 100; sent++) yield await setTimeout(1, 'data: 1\n\n');
  }
  const handlers = {
    listNotes: () => Promise.resolve({ status: 200, body: events() }),
    addNote: () => setTimeout(5, { status: 200, body: 'x'.repeat(100_000) }),
    addFile: async ({ body }: { body: AsyncIterable<Uint8Array> }) => {
      let size = 0;
      for await (const chunk of body) size += chunk.length;
      return { status: 200, body: size };
    },
  };
  return serveDocument(document, handlers);
});

const post = 'POST /notes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const whole = `${post}Content-Length: 3\r\n\r\n"x"`;
const file = 'POST /files HTTP/1.1\r\nHost: a\r\nContent-Type: application/octet-stream\r\n';

const stages: readonly (readonly [name: string, sent: string])[] = [
  ['before a request', ''],
  ['in the request line', 'POST /no'],
  ['in the headers', post],
  ['before the body', `${post}Content-Length: 3\r\n\r\n`],
  ['in the body', `${post}Content-Length: 3\r\n\r\n"`],
  ['in a chunk', `${post}Transfer-Encoding: chunked\r\n\r\n3\r\n"`],
  ['in a body that is read as it comes', `${file}Content-Length: 9\r\n\r\n"`],
  ['while 100 is awaited', `${post}Content-Length: 3\r\nExpect: 100-continue\r\n\r\n`],
  ['behind a request', whole],
  ['in a second request', whole + post],
  ['behind many requests', whole.repeat(100)],
  ['behind a request for events', 'GET /notes HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['behind a request for the head of events', 'HEAD /notes HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['behind one that is refused', 'GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['behind one that is too large', `${post}Content-Length: 9999999\r\n\r\n`],
  ['behind CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['behind a request and CONNECT', `${whole}CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n`],
  ['behind an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
  ['behind what is not HTTP', 'hello\r\n\r\n'],
  ['behind a request and what is not HTTP', `${whole}hello\r\n\r\n`],
  ['behind HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['behind another expectation', `${post}Content-Length: 3\r\nExpect: x\r\n\r\n`],
  ['behind broken chunks', `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ['behind large headers', `${post}X: ${'x'.repeat(20_000)}\r\n\r\n`],
];

const ways: readonly ((connection: RawConnection) => void)[] = [
  (connection) => connection.abort(),
  (connection) => connection.halfClose(),
  (connection) => connection.reset(),
  (connection) => connection.stopReading().abort(),
];

/** At once, so that the server has all in one piece; when it has begun; and when it may have answered. */
const delaysMs = [undefined, 0, 2, 8];

it.each(stages)(
  'a client that closes, half-closes or resets %s leaves the service as it was',
  async (_, sent) => {
    const leaving = ways.flatMap((leave) =>
      delaysMs.map(async (delayMs) => {
        const connection = await RawConnection.open(served.url);
        if (sent !== '') connection.write(sent);
        if (delayMs !== undefined) await setTimeout(delayMs);
        leave(connection);
        await setTimeout(10);
        connection.abort();
      }),
    );
    await Promise.all(leaving);
    const response = await fetch(`${served.url}/notes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '"x"',
    });
    expect(response.status).toBe(200);
    expect(served.faults).toStrictEqual([]);
  },
);

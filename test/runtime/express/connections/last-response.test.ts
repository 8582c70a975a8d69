import { connect, type Socket } from 'node:net';
import { serveDocument } from '../../../support/serve-document';
import { useStarted } from '../../../support/use-started';
import { itEach } from '../../../support/it-each';

/** @see https://www.rfc-editor.org/rfc/rfc9112#section-9.6 */

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { content: { application/octet-stream: {} } }
      responses: { 200: { description: Added } }
`;

const PIECE = Buffer.alloc(65_536);
const PIECES = 15;

const served = useStarted(() =>
  serveDocument(document, { addNote: () => Promise.resolve({ status: 200 }) }),
);

itEach<[head: string, status: string]>({
  'that nobody reads': ['POST /notes HTTP/1.1\r\nConnection: close', '200'],
  'that is refused': ['POST /notes HTTP/1.1\r\nConnection: close\r\nContent-Type: a/b', '415'],
  'of HTTP/1.0': ['POST /other HTTP/1.0', '404'],
  'of an unknown expectation': ['POST /notes HTTP/1.1\r\nExpect: 200-ok', '417'],
})('a connection takes the rest of a body %s before it closes', async (_, head, status) => {
  const { port } = new URL(served.url);
  const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
  socket.write(`${head}\r\nHost: a\r\nContent-Length: ${PIECES * PIECE.length}\r\n\r\n`);
  expect(await responseOf(socket)).toMatch(`HTTP/1.1 ${status} `);
  for (let sent = 0; sent < PIECES; sent++) await write(socket, PIECE);
  await new Promise((resolve) => socket.once('close', resolve).end());
});

/** What the server writes until it closes its side. */
async function responseOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => socket.once('end', resolve));
  return text;
}

function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

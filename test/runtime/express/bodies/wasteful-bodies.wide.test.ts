import { setTimeout } from 'node:timers/promises';
import { RawConnection } from '../../../support/raw-connection';
import { serveDocument } from '../../../support/serve-document';
import { useStarted } from '../../../support/use-started';

/** Bodies in small chunks: their memory goes by their bytes, and too many of them are refused. */

const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: addNote
      requestBody: { required: true, content: { application/json: { schema: { type: string } } } }
      responses:
        200: { description: Added, content: { application/json: { schema: {} } } }
        413: { description: Too large, content: { application/json: { schema: {} } } }
  /files:
    post:
      operationId: addFile
      requestBody: { required: true, content: { application/octet-stream: {} } }
      responses:
        200: { description: Added, content: { application/json: { schema: {} } } }
        413: { description: Too large, content: { application/json: { schema: {} } } }
`;

let chunks = 0;
const served = useStarted(() => {
  const handlers = {
    addNote: ({ body }: { body: string }) => Promise.resolve({ status: 200, body: body.length }),
    // A reader that takes its time, so that what arrives meanwhile waits.
    addFile: async ({ body }: { body: AsyncIterable<Uint8Array> }) => {
      let size = 0;
      chunks = 0;
      for await (const chunk of body) {
        size += chunk.length;
        chunks++;
        await setTimeout(1);
      }
      return { status: 200, body: size };
    },
  };
  return serveDocument(document, handlers, { maxBodyBytes: 4_000_000 });
});
afterEach(() => expect(served.faults).toStrictEqual([]));

function head(path: string, mediaType: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${mediaType}\r\n`;
}

const note = `${head('/notes', 'application/json')}Transfer-Encoding: chunked\r\n\r\n`;
const file = `${head('/files', 'application/octet-stream')}Transfer-Encoding: chunked\r\n\r\n`;

/** A JSON string of that many characters in chunks of a size. */
function inChunks(length: number, size: number): string {
  const text = `"${'x'.repeat(length)}"`;
  const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
  return `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`;
}

async function send(bytes: string): Promise<{ status: number; body: string; open: boolean }> {
  const connection = await RawConnection.open(served.url);
  const { status, body, headers } = await connection.write(bytes).response();
  connection.abort();
  return { status, body, open: headers.connection?.[0] !== 'close' };
}

const refused = {
  status: 413,
  body: '{"error":41301,"message":"The body comes in more than 8192 chunks of less than 16 bytes; send larger ones"}',
  open: false,
};

describe('a body', () => {
  it.each<[string, { length: number; size: number }]>([
    ['of 8,000 chunks of a byte', { length: 8_000, size: 1 }],
    ['of 25,000 chunks of 20 bytes', { length: 500_000, size: 20 }],
    ['of one chunk', { length: 200_000, size: 2_000_000 }],
  ])('%s is taken', async (_, { length, size }) => {
    const want = { status: 200, body: String(length), open: true };
    expect(await send(note + inChunks(length, size))).toStrictEqual(want);
  });

  it.each<[string, { length: number; size: number }]>([
    ['of 9,000 chunks of a byte', { length: 9_000, size: 1 }],
    ['of 25,000 chunks of 10 bytes', { length: 250_000, size: 10 }],
  ])('%s is refused', async (_, { length, size }) => {
    expect(await send(note + inChunks(length, size))).toStrictEqual(refused);
    expect(await send(file + inChunks(length, size))).toStrictEqual(refused);
  });

  it('with a length may come byte by byte', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write(`${head('/notes', 'application/json')}Content-Length: 1002\r\n\r\n`);
    for (const byte of `"${'x'.repeat(1_000)}"`) {
      connection.write(byte);
      await setTimeout(0);
    }
    expect(await connection.response()).toMatchObject({ status: 200, body: '1000' });
    connection.abort();
  });

  it('that waits to be read is kept in few pieces, with every byte in its place', async () => {
    expect(await send(file + inChunks(6_000, 1))).toMatchObject({ status: 200, body: '6002' });
    expect(chunks).toBeLessThan(600);
    expect(await send(note + inChunks(6_000, 1))).toMatchObject({ status: 200, body: '6000' });
  });

  it('that is refused for something else is not read without end in small chunks', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write(note.replace('application/json', 'text/plain'));
    expect(await connection.response()).toMatchObject({ status: 415 });
    connection.write(inChunks(20_000, 1));
    expect(await connection.closed()).toBe('');
  });
});

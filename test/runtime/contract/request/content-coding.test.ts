import { gzipSync } from 'node:zlib';
import { LastingConnection } from '../../../support/raw-connection';
import { serveDocument, type ServedDocument } from '../../../support/serve-document';

const MAX_BODY_BYTES = 1_000;

const DOCUMENT = `
openapi: 3.2.0
info: { title: Codings, version: 1.0.0 }
paths:
  /value:
    post:
      operationId: value
      requestBody: { content: { application/json: { schema: { type: object, required: [a] } } } }
      responses: &taken { 204: { description: Taken } }
    patch:
      operationId: change
      requestBody:
        content:
          application/merge-patch+json: { schema: { type: object } }
          application/json; v=2: { schema: { type: object } }
      responses: *taken
    put:
      operationId: replace
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: *taken
  /form:
    post:
      operationId: form
      requestBody:
        content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { a: { type: string } } } } }
      responses: *taken
  /bytes:
    post:
      operationId: bytes
      requestBody: { content: { application/octet-stream: {} } }
      responses: *taken
  /items:
    post:
      operationId: items
      requestBody: { content: { application/jsonl: { itemSchema: { type: integer } } } }
      responses: *taken
`;

let served: ServedDocument;
let connection: LastingConnection;
let got: unknown;

beforeAll(async () => {
  const keep = ({ body }: { body: unknown }): Promise<{ status: number }> => {
    got = body;
    return Promise.resolve({ status: 204 });
  };
  const gather = async ({
    body,
  }: {
    body: AsyncIterable<unknown>;
  }): Promise<{ status: number }> => {
    const parts: unknown[] = [];
    for await (const part of body) parts.push(part);
    got = parts.every((part) => part instanceof Uint8Array)
      ? Buffer.concat(parts).toString()
      : parts;
    return { status: 204 };
  };
  const handlers = { value: keep, change: keep, replace: keep, form: keep, bytes: gather };
  served = await serveDocument(
    DOCUMENT,
    { ...handlers, items: gather },
    { maxBodyBytes: MAX_BODY_BYTES },
  );
  connection = new LastingConnection(served.url);
});
afterAll(async () => {
  connection.end();
  await served.close();
});

const TYPES: Readonly<Record<string, string>> = {
  value: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
  items: 'application/jsonl',
};

async function send(
  path: string,
  coding: string,
  body: Buffer,
): Promise<{ status: number; got?: unknown; message?: string; accepts?: string | undefined }> {
  got = undefined;
  const lines = [
    `POST /${path} HTTP/1.1`,
    `Content-Type: ${TYPES[path] ?? ''}`,
    `Content-Encoding: ${coding}`,
  ];
  const { status, body: reply, headers } = await connection.send(lines, body);
  if (status === 204) return { status, got };
  const accepts = headers['accept-encoding'];
  const { message } = JSON.parse(reply) as { message: string };
  return { status, message, ...(accepts !== undefined && { accepts: String(accepts) }) };
}

const CODERS = { gzip: gzipSync, 'X-GZIP': gzipSync };

describe.each(Object.entries(CODERS))('a body in %s', (coding, encode) => {
  it.each([
    ['value', '{"a":9007199254740993}', { a: 9007199254740993n }],
    ['form', 'a=%C3%A9', { a: 'é' }],
    ['bytes', 'x'.repeat(MAX_BODY_BYTES), 'x'.repeat(MAX_BODY_BYTES)],
    ['items', '1\n2\n', [1, 2]],
  ])('is read as a %s', async (path, text, want) => {
    expect(await send(path, coding, encode(text))).toEqual({ status: 204, got: want });
  });

  it.each(['value', 'form', 'bytes'])('is bounded by what is inside, as a %s', async (path) => {
    const bomb = encode(`{"a":"${'x'.repeat(1_000_000)}"}`);
    expect(bomb.length).toBeLessThan(10_000);
    const small = encode(`{"a":"${'x'.repeat(MAX_BODY_BYTES)}"}`);
    expect(small.length).toBeLessThan(MAX_BODY_BYTES);
    for (const body of [bomb, small]) expect((await send(path, coding, body)).status).toBe(413);
  });

  it.each(['value', 'form', 'bytes', 'items'])('that is none is refused, as a %s', async (path) => {
    const name = coding.toLowerCase().replace('x-', '');
    const message = `The body is not ${name}, as its Content-Encoding says, or was cut off`;
    const whole = encode('{"a":1}'.repeat(20));
    for (const body of [Buffer.from('{"a":1}'), whole.subarray(0, -9)]) {
      expect(await send(path, coding, body)).toMatchObject({ status: 400, message });
    }
  });
});

it.each(['br', 'deflate', 'gzip, br', 'zstd', 'gzip;q=1'])(
  'the coding %s is refused',
  async (coding) => {
    expect(await send('value', coding, gzipSync('{"a":1}'))).toEqual({
      status: 415,
      message: 'The body must be sent without a Content-Encoding, or with gzip',
      accepts: 'gzip',
    });
  },
);

it('the connection serves on after each of them', async () => {
  await send('bytes', 'gzip', gzipSync('x'.repeat(1_000_000)));
  expect((await send('value', 'gzip', gzipSync('{"a":1}'))).status).toBe(204);
});

describe('media types that are accepted', () => {
  const PATCHES = 'application/merge-patch+json, application/json;v="2"';

  it.each([
    ['POST', 'accept-post', 'application/json'],
    ['PATCH', 'accept-patch', PATCHES],
  ])('are named by a 415 to %s', async (method, field, want) => {
    const lines = [`${method} /value HTTP/1.1`, 'Content-Type: text/plain'];
    const { status, headers } = await connection.send(lines, 'x');
    expect([status, headers[field]]).toEqual([415, [want]]);
  });

  it('are named by OPTIONS', async () => {
    const { status, headers } = await connection.send(['OPTIONS /value HTTP/1.1']);
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'accept-post': ['application/json'],
      'accept-patch': [PATCHES],
    });
  });

  it('have no field for PUT', async () => {
    const lines = ['PUT /value HTTP/1.1', 'Content-Type: text/plain'];
    const { status, headers } = await connection.send(lines, 'x');
    expect(status).toBe(415);
    expect(Object.keys(headers).filter((name) => name.startsWith('accept-'))).toEqual([]);
  });
});

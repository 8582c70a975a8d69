import { gzipSync } from 'node:zlib';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { useDocument } from '../use-document';

/** How much an operation takes: `x-max-body-bytes` of the document, and `limits` of the service. */

const MAX_BODY_BYTES = 100_000;
const OPTION_BYTES = 2 ** 21;

const document = `
openapi: 3.2.0
info: { title: Uploads, version: 1.0.0 }
paths:
  /ordinary:
    post: &takesBytes
      operationId: ordinary
      requestBody: { content: { application/octet-stream: {} } }
      responses: &responses { 200: { description: Taken, content: { application/json: {} } }, 4XX: { description: Refused, content: { application/json: {} } } }
  /media:
    post:
      operationId: media
      x-max-body-bytes: 1KiB
      requestBody:
        x-max-body-bytes: 5000
        content:
          application/octet-stream: { x-max-body-bytes: 1MiB }
          application/json: { schema: { type: string } }
      responses: *responses
  /body:
    post:
      operationId: body
      x-max-body-bytes: 1KiB
      requestBody: { x-max-body-bytes: 768KiB, content: { application/json: { schema: { type: string } } } }
      responses: *responses
  /operation:
    post:
      operationId: operation
      x-max-body-bytes: 786432
      requestBody: { content: { application/json: { schema: { type: string } } } }
      responses: *responses
  /option:
    post:
      operationId: option
      x-max-body-bytes: 1KiB
      requestBody: { content: { application/octet-stream: {}, application/json: { schema: { type: string } } } }
      responses: *responses
  /items:
    post:
      operationId: items
      x-max-body-bytes: 1MiB
      requestBody: { content: { application/jsonl: { itemSchema: { type: string } } } }
      responses: *responses
`;

type Body = string | AsyncIterable<Uint8Array | string> | undefined;

const size = async ({ body }: { body: Body }): Promise<{ status: number; body: number }> => {
  if (typeof body === 'string') return { status: 200, body: body.length + 2 };
  let total = 0;
  for await (const piece of body ?? []) total += piece.length;
  return { status: 200, body: total };
};
const names = ['ordinary', 'media', 'body', 'operation', 'option', 'items'];
const served = useDocument(document, Object.fromEntries(names.map((name) => [name, size])), {
  maxBodyBytes: MAX_BODY_BYTES,
  limits: { option: { maxBodyBytes: OPTION_BYTES } },
});

const BYTES = 'application/octet-stream';
const JSON_TYPE = 'application/json';

function bodyOf(type: string, bytes: number): Buffer {
  const body = Buffer.alloc(bytes, 'x');
  if (type !== BYTES) body[0] = body[bytes - 1] = 0x22;
  return body;
}

async function send(path: string, type: string, body: Buffer | ReadableStream, coding?: string) {
  const headers = { 'Content-Type': type, ...(coding && { 'Content-Encoding': coding }) };
  const init = { method: 'POST', headers, body, duplex: 'half' as const };
  const response = await fetch(`${served.url}/${path}`, init);
  return { status: response.status, told: await response.json() };
}

const BODY_BYTES = 768 * 2 ** 10;
const MEDIA_BYTES = 2 ** 20;
const LARGE = 300_000;

it.each([
  ['of no bound of its own, up to that of the service', 'ordinary', BYTES, MAX_BODY_BYTES],
  ['by the media type, before its body and its operation', 'media', BYTES, MEDIA_BYTES],
  ['by the body, where the media type has none', 'media', JSON_TYPE, 5_000],
  ['by the body, before its operation', 'body', JSON_TYPE, BODY_BYTES],
  ['by the operation', 'operation', JSON_TYPE, BODY_BYTES],
  ['by the option, before the document', 'option', BYTES, OPTION_BYTES],
])('takes a body %s', async (_, path, type, bound) => {
  for (const bytes of [Math.min(LARGE, bound), bound]) {
    expect(await send(path, type, bodyOf(type, bytes))).toEqual({ status: 200, told: bytes });
  }
  expect(await send(path, type, bodyOf(type, bound + 1))).toMatchObject({
    status: 413,
    told: { message: `The body is larger than the limit of ${bound} bytes` },
  });
});

it.each([
  ['operation', JSON_TYPE, BODY_BYTES],
  ['media', BYTES, MEDIA_BYTES],
])('bounds what is compressed by what is inside: %s', async (path, type, bound) => {
  const compressed = (bytes: number): Buffer => gzipSync(bodyOf(type, bytes));
  expect(await send(path, type, compressed(LARGE), 'gzip')).toEqual({ status: 200, told: LARGE });
  expect((await send(path, type, compressed(bound + 1), 'gzip')).status).toBe(413);
});

it.each([
  ['operation', JSON_TYPE, BODY_BYTES],
  ['media', BYTES, MEDIA_BYTES],
])('bounds what comes in chunks: %s', async (path, type, bound) => {
  const stream = (bytes: number): ReadableStream => new Blob([bodyOf(type, bytes)]).stream();
  expect(await send(path, type, stream(LARGE))).toEqual({ status: 200, told: LARGE });
  expect((await send(path, type, stream(bound + 1))).status).toBe(413);
});

it('bounds each item', async () => {
  const lines = (...sizes: number[]): Buffer =>
    Buffer.concat(sizes.flatMap((size) => [bodyOf(JSON_TYPE, size), Buffer.from('\n')]));
  const type = 'application/jsonl';
  const told = 3 * (LARGE - 2);
  expect(await send('items', type, lines(LARGE, LARGE, LARGE))).toEqual({ status: 200, told });
  expect(await send('items', type, lines(LARGE, MEDIA_BYTES + 1))).toMatchObject({
    status: 413,
    told: { message: 'Item 2 of the body is larger than the limit of 1048576 bytes' },
  });
});

it.each([
  ['0', '0'],
  ['a fraction', '1.5'],
  ['a negative number', '-1'],
  ['another unit', '16MB'],
  ['no number', 'much'],
  ['more than 2^40', '1025GiB'],
  ['a list', '[1]'],
])('generation warns of a size that is %s, which does not count', (_, size) => {
  const source = parseSource(
    `
openapi: 3.1.0
info: { title: Uploads, version: 1.0.0 }
paths:
  /a:
    post:
      operationId: a
      x-max-body-bytes: ${size}
      requestBody: { $ref: '#/components/requestBodies/shared' }
      responses: { 204: { description: Done } }
    put:
      operationId: b
      requestBody: { $ref: '#/components/requestBodies/shared' }
      responses: { 204: { description: Done } }
components:
  requestBodies:
    shared: { x-max-body-bytes: ${size}, content: { text/plain: { x-max-body-bytes: ${size} } } }
`,
    'document.yaml',
  );
  const told: string[] = [];
  const { contract } = loadContract(source.document, {
    report: ({ pointer, message }) => told.push(`${pointer} ${message}`),
  });
  const places = [
    '/paths/~1a/post',
    '/components/requestBodies/shared',
    '/components/requestBodies/shared/content/text~1plain',
  ];
  const message =
    'does not count; write a whole number of bytes from 1 to 2^40, or text such as "16MiB" (in B, KiB, MiB or GiB)';
  expect(told).toEqual(places.map((place) => `${place}/x-max-body-bytes ${message}`));
  expect(JSON.stringify(contract)).not.toContain('maxBodyBytes');
});

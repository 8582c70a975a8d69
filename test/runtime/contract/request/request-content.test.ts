import { RawConnection, sendRaw } from '../../../support/raw-connection';
import { turns, until } from '../../../support/waiting';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

const MAX_BODY_BYTES = 1_000;

/** An operation for each path, which takes the content given. */
const paths: Readonly<Record<string, string>> = {
  text: 'text/plain: { schema: { type: string, maxLength: 5 } }',
  number: 'text/plain: { schema: { type: integer, format: int64, minimum: 2 } }',
  choice: 'text/plain: { schema: { type: [boolean, "null"] } }',
  csv: 'text/csv: { schema: { type: array, items: { type: string } } }',
  bare: 'text/plain: {}',
  xml: 'application/xml: { schema: { type: object, properties: { a: { type: string } } } }',
  bytes: 'application/octet-stream: { schema: { type: string, format: binary } }',
  image: 'image/*: {}',
  any: '"*/*": {}',
  value: '"*/*": { schema: { type: object, required: [a] } }',
  textJson: 'text/json: { schema: { type: integer } }',
  texts: '"text/*": { schema: { type: object, required: [a] } }',
  asp: ['application/json', 'text/json', 'application/*+json']
    .map((type) => `${type}: { schema: { type: object, required: [a] } }`)
    .join(', '),
  early:
    'application/x-json: { schema: { type: integer } }, text/x-json: { schema: { type: integer } }',
  suffix: 'application/*+json: { schema: { type: integer } }',
  form: 'application/x-www-form-urlencoded: { schema: { type: string } }',
  related: 'multipart/related: {}',
  version:
    'application/json; v=2: { schema: { type: integer } }, application/json: { schema: { type: string } }',
  several:
    'application/json: { schema: { type: integer } }, text/plain: { schema: { type: string } }, text/html: {}, image/*: {}, "*/*": {}',
};

const document = `
openapi: 3.1.0
info: { title: Contents, version: 1.0.0 }
paths:
${Object.entries(paths)
  .map(
    ([name, content]) => `
  /${name}:
    post:
      operationId: ${name}
      requestBody: { required: true, content: { ${content} } }
      responses: { 204: { description: Taken }, 4XX: { $ref: '#/components/responses/Failed' } }
    put:
      operationId: ${name}Optional
      requestBody: { content: { ${content} } }
      responses: { 204: { description: Taken }, 4XX: { $ref: '#/components/responses/Failed' } }`,
  )
  .join('')}
components:
  responses:
    Failed: { description: Failed, content: { application/json: { schema: {} } } }
`;

interface Input {
  readonly body?: unknown;
  readonly mediaType?: string;
}

let received: unknown;
const take = async ({ body, mediaType }: Input): Promise<{ status: number }> => {
  received = undefined;
  const value = await whole(body).catch((error: unknown) => {
    received = error;
    throw error;
  });
  received = mediaType === undefined ? value : [mediaType, value];
  return { status: 204 };
};
const names = Object.keys(paths).flatMap((name) => [name, `${name}Optional`]);
const handlers = Object.fromEntries(names.map((name) => [name, take]));
const served = useDocument(document, handlers, { maxBodyBytes: MAX_BODY_BYTES });

async function whole(body: unknown): Promise<unknown> {
  if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function send(
  path: string,
  type: string | undefined,
  body: string | Buffer,
  method = 'POST',
): Promise<unknown> {
  received = 'nothing';
  const response = await fetch(`${served.url}/${path}`, {
    method,
    headers: type === undefined ? {} : { 'Content-Type': type },
    body: Buffer.from(body as string),
  });
  if (response.status === 204) return received;
  return { status: response.status, ...((await response.json()) as object) };
}

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

const NOT_TEXT: [number, string] = [400, 'The body is not text of its charset'];
const LACKS_A: [number, string] = [400, 'The body lacks the property "a"'];
const NO_JSON: [number, string] = [400, 'The body is not well-formed JSON'];
const NO_IMAGE: [number, string] = [415, 'The body must be of the media type image/*'];
const MUST_BE_JSON: [number, string] = [415, 'The body must be JSON'];

type Given = [path: string, type: string | undefined, body: string | Buffer];

describe('content', () => {
  itEach<[given: Given, want: unknown]>({
    text: [['text', 'text/plain', 'é🌱'], 'é🌱'],
    'text of a charset': [['text', 'text/plain; charset="UTF-8"', 'é'], 'é'],
    'text in ASCII': [['text', 'text/plain; charset=us-ascii', 'a'], 'a'],
    'text in Latin-1': [['text', 'text/plain; charset=ISO-8859-1', latin1('\x80é')], '\x80é'],
    'text in UTF-16, little endian': [
      ['text', 'text/plain; charset=utf-16', utf16('\ufeffé')],
      'é',
    ],
    'text in UTF-16, big endian': [
      ['text', 'text/plain; charset=utf-16', utf16('é').swap16()],
      'é',
    ],
    'text behind a byte order mark': [['text', 'text/plain', '\ufeffa'], 'a'],
    'empty text': [['text', 'text/plain', ''], ''],
    'text without a schema': [['bare', 'text/plain', '7'], '7'],
    'an integer beyond 2^53': [['number', 'text/plain', '9007199254740993'], 9007199254740993n],
    'a boolean': [['choice', 'text/plain', 'true'], true],
    null: [['choice', 'text/plain', ''], null],
    'text that stands for a list': [['csv', 'text/csv', 'a,b'], 'a,b'],
    'XML, unchecked': [['xml', 'application/xml', '<b/>'], '<b/>'],
    bytes: [['bytes', 'application/octet-stream', latin1('\xff\0')], latin1('\xff\0')],
    'no bytes': [['bytes', 'application/octet-stream', ''], Buffer.alloc(0)],
    'a range': [
      ['image', 'image/PNG', 'x'],
      ['image/png', Buffer.from('x')],
    ],
    'bytes of no type': [['bytes', undefined, 'x'], Buffer.from('x')],
    'no type where any is taken': [
      ['any', undefined, 'x'],
      ['application/octet-stream', Buffer.from('x')],
    ],
    'any type': [
      ['any', 'a/b', 'x'],
      ['a/b', Buffer.from('x')],
    ],
    'JSON by any type, which says nothing of it': [
      ['any', 'application/json', '1'],
      ['application/json', Buffer.from('1')],
    ],
    'JSON by any type, whose schema describes it': [
      ['value', 'application/problem+json', '{"a":1}'],
      ['application/problem+json', { a: 1 }],
    ],
    'JSON by a range of texts, whose schema has a structure': [
      ['texts', 'text/json', '{"a":1}'],
      ['text/json', { a: 1 }],
    ],
    'JSON as text': [['textJson', 'text/json; charset=utf-8', '1'], 1],
    'JSON by any of its names': [
      ['asp', 'text/json', '{"a":9007199254740993}'],
      ['text/json', { a: 9007199254740993n }],
    ],
    'JSON by a name from before it was registered': [
      ['early', 'text/x-json', '1'],
      ['text/x-json', 1],
    ],
    'JSON by suffix': [
      ['suffix', 'application/problem+json', '1'],
      ['application/problem+json', 1],
    ],
    'a form that is text': [['form', 'application/x-www-form-urlencoded', 'a=%zz'], 'a=%zz'],
    'parts that nothing describes': [
      ['related', 'multipart/related; boundary=b', 'x'],
      Buffer.from('x'),
    ],
    'the type with the parameter': [
      ['version', 'application/json;v=2', '1'],
      ['application/json; v=2', 1],
    ],
    'the type without the parameter': [
      ['version', 'application/json; v=3', '"a"'],
      ['application/json', 'a'],
    ],
    'the first of several': [
      ['several', 'application/json', '1'],
      ['application/json', 1],
    ],
    'the second of several': [
      ['several', 'text/plain; charset=utf-8', '1'],
      ['text/plain', '1'],
    ],
    'a range of several': [
      ['several', 'image/png', '1'],
      ['image/png', Buffer.from('1')],
    ],
    'any of several': [
      ['several', 'a/b', '1'],
      ['a/b', Buffer.from('1')],
    ],
  })('is %s', async (_, [path, type, body], want) => {
    expect(await send(path, type, body)).toStrictEqual(want);
  });

  itEach<[given: Given, want: [number, string]]>({
    'text that does not fit': [
      ['text', 'text/plain', 'abcdef'],
      [400, 'The body must have at most 5 characters'],
    ],
    'text of another charset': [['text', 'text/plain', latin1('\xe9')], NOT_TEXT],
    'text that is not ASCII': [['text', 'text/plain; charset=ascii', 'é'], NOT_TEXT],
    'half a character': [['text', 'text/plain; charset=utf-16le', 'a'], NOT_TEXT],
    'an unknown charset': [
      ['text', 'text/plain; charset=klingon', 'a'],
      [415, 'The charset must be UTF-8, US-ASCII, ISO-8859-1 or UTF-16'],
    ],
    'a charset called __proto__': [
      ['text', 'text/plain; charset=__proto__', 'a'],
      [415, 'The charset must be'],
    ],
    'a hexadecimal integer': [
      ['number', 'text/plain', '0x10'],
      [400, 'The body must be of type integer'],
    ],
    'an integer that is too small': [
      ['number', 'text/plain', '1'],
      [400, 'minimum 2'],
    ],
    'a type beside the range': [['image', 'video/mp4', 'x'], NO_IMAGE],
    'a range as type': [['image', 'image/*', 'x'], NO_IMAGE],
    'no type, where bytes are not taken': [
      ['image', undefined, 'x'],
      [415, 'The header Content-Type is missing; send image/*'],
    ],
    'what is not JSON where JSON is described': [['value', 'text/plain', 'x'], MUST_BE_JSON],
    'text where a range of texts has a structure': [['texts', 'text/csv', 'a'], MUST_BE_JSON],
    'JSON that does not fit a range of texts': [['texts', 'text/json', '{}'], LACKS_A],
    'JSON that does not fit a range': [['value', 'application/json', '{}'], LACKS_A],
    'JSON as text that the schema refuses': [['asp', 'text/json', '{}'], LACKS_A],
    'JSON as text that is none': [['asp', 'text/json', 'a'], NO_JSON],
    'JSON by an early name that is none': [['early', 'application/x-json', 'a'], NO_JSON],
    'JSON as text that is not UTF-8': [
      ['textJson', 'text/json; charset=iso-8859-1', '1'],
      [415, 'JSON must be sent as UTF-8'],
    ],
    'a type without the suffix': [
      ['suffix', 'application/json', '1'],
      [415, 'The body must be of the media type application/*+json'],
    ],
    'bytes beyond the bound': [
      ['bytes', 'application/octet-stream', 'x'.repeat(1_001)],
      [413, 'The body is larger than the limit of 1000 bytes'],
    ],
    'no JSON': [
      ['several', 'application/json', ''],
      [400, 'The body is missing'],
    ],
  })('is not %s', async (_, [path, type, body], [status, message]) => {
    expect(await send(path, type, body)).toMatchObject({
      status,
      message: expect.stringContaining(message) as string,
    });
  });

  it.each([
    ['text', 'text/plain', ''],
    ['xml', undefined, undefined],
    ['bytes', undefined, undefined],
    ['several', 'application/json', undefined],
  ])('of %s, optional, may be left out', async (path, type, want) => {
    expect(await send(path, type, '', 'PUT')).toStrictEqual(want);
  });
});

describe('bytes that are streamed', () => {
  const head = [
    'POST /bytes HTTP/1.1',
    'Host: a',
    'Content-Type: application/octet-stream',
    'Transfer-Encoding: chunked',
  ];

  it('in chunks are all that was sent', async () => {
    const chunks = '2\r\nab\r\n1\r\nc\r\n0';
    const response = await sendRaw(served.url, [...head, 'Connection: close', '', chunks, '']);
    expect(response.status).toBe(204);
    expect(received).toStrictEqual(Buffer.from('abc'));
  });

  it.each([
    ['without a byte are no body', '0', 400],
    ['with one are a body', '1\r\nx\r\n0', 204],
  ])('in chunks of no type %s', async (_, chunks, status) => {
    const untyped = head.filter((line) => !line.startsWith('Content-Type'));
    const response = await sendRaw(served.url, [...untyped, 'Connection: close', '', chunks, '']);
    expect(response.status).toBe(status);
    if (status === 204) expect(received).toStrictEqual(Buffer.from('x'));
  });

  it('beyond the bound are refused while the handler reads them', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write([...head, '', '3e8', 'x'.repeat(1_000), '1', 'y']);
    expect(await connection.response()).toMatchObject({
      status: 413,
      body: '{"error":41301,"message":"The body is larger than the limit of 1000 bytes"}',
    });
    // The rest is read and dropped, and the connection lives on.
    connection.write(['0', '']).write([...head, '', '0', '']);
    expect(await connection.response()).toMatchObject({ status: 204 });
    connection.abort();
  });

  it('are cut off by a client that goes away, without a fault', async () => {
    const connection = await RawConnection.open(served.url);
    received = 'nothing';
    connection.write([...head, '', '1', 'x']);
    await until(() => received === undefined);
    connection.abort();
    await until(() => received !== undefined);
    expect(received).toMatchObject({ name: 'RequestAbortedError' });
    await turns();
  });

  it('leave no fault of the service', () => expect(served.faults).toStrictEqual([]));
});

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { RawConnection, type RawResponse } from '../../../support/raw-connection';
import { serveDocument } from '../../../support/serve-document';
import { settled, turns, until } from '../../../support/waiting';
import { useStarted } from '../../../support/use-started';

/** Bodies count, decoded, until their requests have responses. */

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  value: 'application/json: { schema: { type: string } }',
  lines: 'application/jsonl: { itemSchema: { type: string } }',
  parts: 'multipart/mixed: { itemSchema: { type: string } }',
  form: 'multipart/form-data: { schema: { properties: { a: { type: string } } } }',
  upload:
    'multipart/form-data: { x-max-body-bytes: 4MiB, schema: { properties: { a: { type: string } } } }',
  bytes: 'application/octet-stream: {}',
};

const document = `
openapi: 3.2.0
info: { title: Notes, version: 1.0.0 }
security: [{ bearer: [] }]
components: { securitySchemes: { bearer: { type: http, scheme: bearer } } }
paths:${Object.entries(MEDIA_TYPES)
  .map(
    ([name, content]) => `
  /${name}:
    post:
      operationId: ${name}
      requestBody: { required: true, content: { ${content} } }
      responses: { 200: { description: Done, content: { application/json: { schema: {} } } } }`,
  )
  .join('')}
`;

const MAX_BODY_BYTES = 1_000_000;
/** Room for at most six bodies, of which one client may have three. */
const maxUnfinishedBytes = 6_200_000;

const TEXT = 'x'.repeat(900_000);
const FORM = `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${TEXT}\r\n--b--\r\n`;
const BODIES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  value: ['application/json', `"${TEXT}"`],
  lines: ['application/jsonl', `"${TEXT}"\n`.repeat(2)],
  parts: ['multipart/mixed; boundary=b', `${`--b\r\n\r\n${TEXT}\r\n`.repeat(2)}--b--\r\n`],
  form: ['multipart/form-data; boundary=b', FORM],
  upload: ['multipart/form-data; boundary=b', FORM],
};

const ENCODERS = { identity: (text: string) => Buffer.from(text), gzip: gzipSync };
type Coding = keyof typeof ENCODERS;

let isReleased: boolean;
let begun = 0;

/** Waits as a handler, with a body or its first item, until all are released. */
async function hold(): Promise<void> {
  begun++;
  await until(() => isReleased);
}

interface Begun {
  /** Undefined while the handler holds the request. */
  readonly refusal: RawResponse | undefined;
  readonly response: Promise<RawResponse>;
}

/** Sends a request, and waits until its handler holds it or it has a response. */
async function begin(name: string, caller: string, coding: Coding): Promise<Begun> {
  const [type, text = ''] = BODIES[name] ?? [];
  const body = ENCODERS[coding](text);
  const connection = await RawConnection.open(served.url);
  connection.write(head(name, caller, type, coding, body, body.length));
  const before = begun;
  let refusal: RawResponse | undefined;
  const response = connection.response();
  void response.then((answer) => {
    if (!isReleased) refusal = answer;
    connection.abort();
  });
  await until(() => begun > before || refusal !== undefined);
  return { refusal, response };
}

function head(
  name: string,
  caller: string,
  type: string | undefined,
  coding: string,
  body: Buffer,
  length: number,
): Buffer {
  const lines = [
    `POST /${name} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${caller}`,
    `Content-Type: ${type ?? 'application/octet-stream'}`,
    `Content-Encoding: ${coding}`,
    `Content-Length: ${length}`,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]);
}

const served = useStarted(() => {
  const response = { status: 200, body: 0 };
  const value = async () => {
    await hold();
    return response;
  };
  const items = async ({ body }: { body: AsyncIterable<unknown> }) => {
    const reading = body[Symbol.asyncIterator]();
    while ((await reading.next()).done !== true) await hold();
    return response;
  };
  const bytes = () => Promise.resolve(response);
  const handlers = { value, form: value, upload: value, lines: items, parts: items, bytes };
  const authenticators = {
    bearer: (name: string) => ({ outcome: 'accepted' as const, principal: { name } }),
  };
  const options = { maxBodyBytes: MAX_BODY_BYTES, host: { maxUnfinishedBytes }, authenticators };
  return serveDocument(document, handlers, options);
});
beforeEach(() => (isReleased = false));
afterEach(() => {
  isReleased = true;
  expect(served.faults).toStrictEqual([]);
});

const rows = Object.keys(BODIES).flatMap((name) =>
  Object.keys(ENCODERS).map((coding) => [name, coding] as [string, Coding]),
);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of all buffers that are in use. */
async function bufferBytes(): Promise<number> {
  await turns();
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** The bytes kept since `before`: a collection releases what the one before has made unreachable. */
async function leastKept(before: number, wanted: number): Promise<number> {
  let kept = Infinity;
  for (let turn = 0; turn < 3 && kept >= wanted; turn++) kept = (await bufferBytes()) - before;
  return kept;
}

describe.each(rows)('bodies as %s in %s', (name, coding) => {
  it.each<[string, number, (index: number) => string]>([
    ['of all clients', 6, String],
    ['of one client', 3, () => 'much'],
  ])('%s are refused beyond their bound while handlers hold others', async (_, most, callerOf) => {
    const held: Promise<RawResponse>[] = [];
    let next = await begin(name, callerOf(0), coding);
    while (next.refusal === undefined) {
      held.push(next.response);
      next = await begin(name, callerOf(held.length), coding);
    }
    expect(next.refusal).toMatchObject({ status: 503, headers: { 'retry-after': ['1'] } });
    expect([most - 1, most]).toContain(held.length);
    isReleased = true;
    for (const response of held) expect(await response).toMatchObject({ status: 200 });
    const { response } = await begin(name, callerOf(0), coding);
    expect(await response).toMatchObject({ status: 200 });
  });
});

it.each(Object.keys(ENCODERS) as Coding[])(
  'bodies in %s are not kept as bytes beside the values that handlers have',
  async (coding) => {
    await bufferBytes();
    const before = await bufferBytes();
    const held = [];
    for (const name of Object.keys(BODIES)) held.push(await begin(name, name, coding));
    const kept = await leastKept(before, TEXT.length);
    isReleased = true;
    await Promise.all(held.map(({ response }) => response));
    expect(kept).toBeLessThan(TEXT.length);
  },
);

it.each([
  ['lines', '"x"\n'],
  ['parts', '--b\r\n\r\nx\r\n'],
])('%s that were read are not kept while the next one has begun', async (name, item) => {
  isReleased = true;
  const [type] = BODIES[name] ?? [];
  const text = Buffer.from(`${item.repeat(6_000)}${item.slice(0, -2)}`);
  await bufferBytes();
  const before = await bufferBytes();
  const connections = await Promise.all(
    Array.from({ length: 20 }, () => RawConnection.open(served.url)),
  );
  for (const connection of connections) {
    connection.write(head(name, 'many', type, 'identity', text, MAX_BODY_BYTES));
  }
  await settled(() => begun);
  // Node keeps a buffer or two of its own.
  const few = 5 * text.length;
  const kept = await leastKept(before, few);
  for (const connection of connections) connection.abort();
  expect(kept).toBeLessThan(few);
});

it('one client with many bodies in use leaves room for others', async () => {
  const held = [];
  for (let index = 0; index < 4; index++) held.push(await begin('value', 'much', 'gzip'));
  const other = await begin('value', 'few', 'gzip');
  expect(other.refusal).toBeUndefined();
  isReleased = true;
  expect(await other.response).toMatchObject({ status: 200 });
  await Promise.all(held.map(({ response }) => response));
});

/** Fills the service. @returns true if nothing else takes room */
async function holdsSix(): Promise<boolean> {
  isReleased = false;
  const held = [];
  for (let index = 0; index < 6; index++) {
    held.push(await begin('value', String(index), 'identity'));
  }
  isReleased = true;
  await Promise.all(held.map(({ response }) => response));
  return held.every(({ refusal }) => refusal === undefined);
}

const LINES = gzipSync(`"${TEXT}"\n`.repeat(2));
const BOMB = gzipSync(Buffer.alloc(10_000_000, ' '));
const LONG_NAME = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]),
  Buffer.alloc(900_000, 'n'),
]);

describe('nothing counts any more', () => {
  it.each<[string, string, string, Buffer]>([
    ['of items that are cut off', 'lines', 'gzip', LINES.subarray(0, -9)],
    ['of a value that is cut off', 'value', 'gzip', LINES.subarray(0, -9)],
    ['of content that is not gzip', 'lines', 'gzip', Buffer.from(TEXT)],
    ['of a value that is too large', 'value', 'gzip', BOMB],
    ['of a form that is too large', 'upload', 'gzip', BOMB],
    ['of an item that is too large', 'lines', 'gzip', gzipSync(TEXT.repeat(2))],
    ['of a header with a long name', 'value', 'gzip', LONG_NAME],
    ['of another coding', 'lines', 'br', LINES],
    ['of a body that nobody reads', 'bytes', 'gzip', LINES],
    ['of items whose connection is cut', 'lines', 'gzip', LINES.subarray(0, 900)],
    ['of a value whose connection is cut', 'value', 'gzip', LINES.subarray(0, 900)],
  ])('%s', async (what, name, coding, body) => {
    const isCut = what.endsWith('connection is cut');
    const [type] = BODIES[name] ?? [];
    isReleased = true;
    for (let sent = 0; sent < 8; sent++) {
      const connection = await RawConnection.open(served.url);
      connection.write(head(name, 'a', type, coding, body, isCut ? 1_000 : body.length));
      if (!isCut) await connection.response();
      connection.abort();
    }
    // It may take a while until the server has seen their ends.
    await until(holdsSix);
  });
});

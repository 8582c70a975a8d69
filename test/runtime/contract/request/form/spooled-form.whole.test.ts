import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { RawConnection } from '../../../../support/raw-connection';
import { temporaryFolder } from '../../../../support/temporary-folder';
import { turns } from '../../../../support/waiting';
import { useDocument } from '../../use-document';
import { itEach } from '../../../../support/it-each';

/** Forms that are too large for memory, whose files a handler gets as it gets those of small ones. */

const folder = temporaryFolder();

const MAX_BODY_BYTES = 2_000_000;

const document = `
openapi: 3.1.0
info: { title: Albums, version: 1.0.0 }
paths:
  /albums:
    post:
      operationId: addAlbum
      x-max-body-bytes: 50MiB
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [title]
              properties:
                title: { type: string, maxLength: 2000000 }
                meta: { type: object, properties: { year: { type: integer, format: int64 } } }
                cover: { type: string, format: binary, maxLength: 20000000 }
                photos: { type: array, items: { type: string, format: binary }, maxItems: 3 }
          multipart/mixed:
            schema: { type: object, properties: { title: { type: string }, cover: { contentMediaType: image/png } } }
      responses: { 200: { description: Added, content: { application/json: {} } }, 4XX: { description: Refused, content: { application/json: {} } } }
`;

type Take = (body: Readonly<Record<string, unknown>>) => unknown;

let take: Take;
const addAlbum = async ({ body }: { body: Readonly<Record<string, unknown>> }) => {
  return { status: 200, body: (await take(body)) ?? null };
};
const options = { maxBodyBytes: MAX_BODY_BYTES, host: { uploadFolder: folder } };
const served = useDocument(document, { addAlbum }, options);

const uploads = (): string[] => readdirSync(folder);

/** What is removed is removed behind the response. */
async function untilNoneIsLeft(): Promise<void> {
  while (uploads().length > 0) await sleep(5);
}
afterEach(untilNoneIsLeft);

interface Answer {
  readonly status: number;
  readonly told: unknown;
  readonly got: unknown;
}

/** Sends a form, and says what the handler made of it. */
async function send(body: FormData | Buffer, headers = {}, use: Take = readable): Promise<Answer> {
  let got: unknown;
  take = async (given) => {
    got = await use(given);
  };
  const url = `${served.url}/albums`;
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, told: await response.json(), got };
}

interface ReadFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly digest: string;
}

async function readFileOf(file: File): Promise<ReadFile> {
  const { name, type, size } = file;
  return { name, type, size, digest: digestOf(Buffer.from(await file.arrayBuffer())) };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Files as what they hold. */
async function readable(value: unknown): Promise<unknown> {
  if (value instanceof File) return readFileOf(value);
  if (Array.isArray(value)) return Promise.all(value.map(readable));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(async ([name, each]) => [name, await readable(each)]);
  return Object.fromEntries((await Promise.all(members)) as [string, unknown][]);
}

function formOf(parts: readonly (readonly [name: string, value: string | File])[]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

const fileOf = (name: string, bytes: number, type = 'image/png'): File =>
  new File([randomBytes(bytes)], name, { type });

describe('a form beyond what is kept in memory', () => {
  it('gives files and fields, in any order', async () => {
    const [cover, first, none, last] = [
      fileOf('c "1".png', 3_000_000),
      fileOf('1', 1_000_000, 'image/webp'),
      fileOf('none', 0),
      fileOf('3', 10, ''),
    ];
    const fields = [
      ['title', 'é'],
      ['meta', '{"year":9007199254740993}'],
      // Of its name, the last segment counts.
      ['cover', new File([cover], `../../${cover.name}`, { type: cover.type })],
      ['photos', first],
      ['photos', none],
      ['photos', last],
      ['other', fileOf('other', 5)],
      ['note', 'text'],
    ] as const;
    const want = {
      title: 'é',
      meta: { year: 9007199254740993n },
      cover: await readFileOf(cover),
    };
    for (const parts of [fields, [...fields].reverse()]) {
      const isReversed = parts !== fields;
      const { status, got } = await send(formOf(parts));
      const photos = await Promise.all([first, none, last].map(readFileOf));
      photos[2] = { ...photos[2]!, type: 'application/octet-stream' };
      expect(status).toBe(200);
      expect(got).toEqual({
        ...want,
        photos: isReversed ? photos.reverse() : photos,
      });
    }
  });

  it('gives a File that is read as any other', async () => {
    const text = 'é1\r\n'.repeat(400_000);
    const file = new File([text], 'a.txt', { type: 'text/plain' });
    const { got } = await send(
      formOf([
        ['title', 'a'],
        ['cover', file],
      ]),
      {},
      async ({ cover }) => {
        if (!(cover instanceof File)) return undefined;
        let streamed = 0;
        const chunks: AsyncIterable<Uint8Array> = cover.stream();
        for await (const chunk of chunks) streamed += chunk.length;
        const slice = await cover.slice(2, 5, 'a/b').text();
        return [cover instanceof Blob, streamed, (await cover.text()) === text, slice];
      },
    );
    expect(got).toEqual([true, file.size, true, '1\r\n']);
  });

  it('has one file that nobody else may read, until the response has been sent', async () => {
    const form = formOf([
      ['title', 'a'],
      ['cover', fileOf('c', 3_000_000)],
      ['photos', fileOf('p', 9)],
    ]);
    const { got } = await send(form, {}, () =>
      uploads().map((name) => statSync(path.join(folder, name)).mode & 0o777),
    );
    expect(got).toEqual([0o600]);
    await untilNoneIsLeft();
  });

  it('is read in gzip', async () => {
    const cover = Buffer.alloc(3_000_000, 'x');
    const headers = { ...TYPE, 'Content-Encoding': 'gzip' };
    const { status, got } = await send(gzipSync(bodyOf(TITLE, filePart(cover))), headers);
    expect(status).toBe(200);
    expect(got).toMatchObject({ cover: { size: 3_000_000 } });
    const bomb = gzipSync(bodyOf(TITLE, filePart(Buffer.alloc(50 * 2 ** 20))));
    expect((await send(bomb, headers)).status).toBe(413);
    const { told } = await send(randomBytes(1_500_000), headers);
    expect(told).toMatchObject({ message: expect.stringContaining('is not gzip') as string });
  });

  it('names parts of other types by their order', async () => {
    const cover = randomBytes(2_000_000);
    const parts = [
      Buffer.from('--b\r\n\r\nTitle\r\n--b\r\nContent-Type: image/png\r\n\r\n'),
      cover,
    ];
    const body = Buffer.concat([...parts, Buffer.from('\r\n--b--\r\n')]);
    const { got } = await send(body, { 'Content-Type': 'multipart/mixed; boundary=b' });
    expect(got).toMatchObject({
      title: 'Title',
      cover: { type: 'image/png', digest: digestOf(cover) },
    });
  });

  it('gives bytes that look like delimiters', async () => {
    const pieces = ['\r\n--', '\r\n--c', '\r\n--b-', '--b--', '\r\n--bx', '\r', '\n', '\r\n--b ;'];
    const cover = Buffer.from(
      Array.from({ length: 300_000 }, (_, index) => pieces[(index * index) % 7]).join(''),
    );
    expect(cover.length).toBeGreaterThan(2 ** 20);
    const { got } = await send(bodyOf(filePart(cover), TITLE), TYPE);
    expect(got).toMatchObject({ title: 'a', cover: { digest: digestOf(cover) } });
  });
});

const TYPE = { 'Content-Type': 'multipart/form-data; boundary=b' };
const TITLE = part('name="title"', 'a');

function part(head: string, content: string | Buffer): Buffer {
  const start = Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`);
  return Buffer.concat([start, Buffer.from(content), Buffer.from('\r\n')]);
}

function filePart(content: Buffer): Buffer {
  return part('name="cover"; filename="c"', content);
}

function bodyOf(...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([...parts, Buffer.from('--b--\r\n')]);
}

const LARGE = filePart(Buffer.alloc(3_000_000));

itEach({
  'of a file that its schema refuses': [
    bodyOf(TITLE, filePart(Buffer.alloc(20_000_001))),
    'The body at "/cover" must have at most 20000000 characters',
  ],
  'of a field that is missing': [bodyOf(LARGE), 'The body lacks the property "title"'],
  'of too many files': [
    bodyOf(
      TITLE,
      LARGE,
      ...Array.from({ length: 4 }, () => part('name="photos"; filename="p"', 'x')),
    ),
    'The body at "/photos" must have at most 3 items',
  ],
  'of no end': [Buffer.concat([TITLE, LARGE]), 'The body ends before its last boundary'],
  'of no boundary': [
    Buffer.alloc(2_000_000),
    'The body does not contain the boundary that its Content-Type names',
  ],
  'of a part without a name': [
    bodyOf(LARGE, part('', 'x')),
    'The body has a part 2 that has no name; give it one in Content-Disposition',
  ],
  'of large headers': [
    bodyOf(LARGE, part(`name="${'x'.repeat(20_000)}"`, 'x')),
    'The body has a part 2 that has more than 16384 bytes of headers',
  ],
  'of too many parts': [
    bodyOf(LARGE, ...Array.from({ length: 10_000 }, () => TITLE)),
    'The body has more than 10000 parts',
  ],
  'of large fields': [
    bodyOf(LARGE, part('name="title"', Buffer.alloc(MAX_BODY_BYTES, 'x'))),
    'The fields of the body that are no files are larger than the limit of 2000000 bytes',
  ],
  'of many large fields': [
    bodyOf(
      LARGE,
      ...Array.from({ length: 3 }, () => part('name="title"', Buffer.alloc(700_000, 'x'))),
    ),
    'The fields of the body that are no files are larger than the limit of 2000000 bytes',
  ],
  'of its size': [
    bodyOf(TITLE, filePart(Buffer.alloc(50 * 2 ** 20))),
    'The body is larger than the limit of 52428800 bytes',
  ],
})('a large form is refused because %s', async (_, body, message) => {
  const { status, told, got } = await send(body, TYPE);
  expect({ isRefused: status >= 400 && status < 500, told, got }).toMatchObject({
    isRefused: true,
    told: { message },
    got: undefined,
  });
});

it('a field of the size of the service is taken beside a large file', async () => {
  const title = 'x'.repeat(1_900_000);
  const { got } = await send(bodyOf(part('name="title"', title), LARGE), TYPE);
  expect(got).toMatchObject({ title, cover: { size: 3_000_000 } });
});

it('many uploads at once are each what was sent', async () => {
  take = async ({ title, cover }) => {
    const bytes = Buffer.from(await (cover as File).arrayBuffer());
    return [title, bytes.length, bytes.equals(Buffer.alloc(bytes.length, Number(title)))];
  };
  const sent = Array.from({ length: 20 }, async (_, index) => {
    const cover = new File([Buffer.alloc(3_000_000 + index, index)], 'c');
    const body = formOf([
      ['title', String(index)],
      ['cover', cover],
    ]);
    return (await fetch(`${served.url}/albums`, { method: 'POST', body })).json();
  });
  const want = Array.from({ length: 20 }, (_, index) => [String(index), 3_000_000 + index, true]);
  expect(await Promise.all(sent)).toEqual(want);
});

describe('leaves no file', () => {
  const head = [
    'POST /albums HTTP/1.1',
    'Host: a',
    'Content-Type: multipart/form-data; boundary=b',
  ];
  const announced = [...head, 'Content-Length: 9000000', ''];

  it('when the client goes away half way', async () => {
    const connection = await RawConnection.open(served.url);
    connection.write(announced).write(LARGE);
    while (uploads().length === 0) await sleep(5);
    connection.reset();
    await untilNoneIsLeft();
  });

  it('when the handler fails', async () => {
    take = () => {
      throw new Error('broken');
    };
    const body = bodyOf(TITLE, LARGE);
    const response = await fetch(`${served.url}/albums`, { method: 'POST', headers: TYPE, body });
    expect(response.status).toBe(500);
    await untilNoneIsLeft();
  });

  it('when the client goes away while the handler works, which reads it to the end', async () => {
    let goOn: () => void = () => undefined;
    const isGone = new Promise<void>((resolve) => (goOn = resolve));
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    let ended: (size: number) => void = () => undefined;
    const size = new Promise<number>((resolve) => (ended = resolve));
    take = async ({ cover }) => {
      begun();
      await isGone;
      ended((await (cover as File).arrayBuffer()).byteLength);
    };
    const body = bodyOf(TITLE, LARGE);
    const connection = await RawConnection.open(served.url);
    connection.write([...head, `Content-Length: ${body.length}`, '']).write(body);
    await isBegun;
    connection.reset();
    await turns();
    goOn();
    expect(await size).toBe(3_000_000);
    await untilNoneIsLeft();
  });
});

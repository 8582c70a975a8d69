import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express, { type ErrorRequestHandler, type Express, raw, type Request } from 'express';
import express4 from 'express4';
import multer, { type StoredFile } from 'multer';
import {
  contractGuard,
  type ContractGuardOptions,
  contractInputs,
  createHttpServer,
  createServing,
} from '../../../src/runtime/express';
import { CompositionError } from '../../../src/runtime/contract';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { RawConnection } from '../../support/raw-connection';
import { serveApp } from '../../support/serve-app';
import { turns, until } from '../../support/waiting';
import { itEach } from '../../support/it-each';

/** Routes behind a guard that read multipart bodies by a parser of their own, over real sockets. */

const yaml = `
openapi: 3.1.0
info: { title: Album, version: 1.0.0 }
paths:
  /photos:
    get:
      operationId: listPhotos
      responses: { 200: { description: x } }
    post:
      operationId: addPhoto
      security: [{ session: [] }]
      parameters: [{ name: album, in: query, schema: { type: integer } }]
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [photo]
              properties:
                photo: { type: string, contentMediaType: application/octet-stream }
                role: { enum: [guest, friend] }
      responses: { 201: { description: x } }
  /mixed:
    post:
      operationId: addMixed
      requestBody:
        content:
          multipart/mixed: { schema: { type: object, properties: { a: { type: string } } } }
          application/json: { schema: { type: object, properties: { a: { type: string } } } }
      responses: { 200: { description: x } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid } }
`;

interface Operations {
  addPhoto: { input: { body: { photo: File; role?: string } }; principals: object };
}

const inputOf = contractInputs<Operations>();
const ALBUM = loadContract(parseSource(yaml, 'album.yaml').document);

const faults: string[] = [];
afterEach(() => faults.splice(0));

const guardOf = (
  options: Partial<ContractGuardOptions<unknown>> = {},
): ReturnType<typeof contractGuard> =>
  contractGuard({
    ...ALBUM,
    authenticators: {
      session: (sid) =>
        sid === 'good'
          ? { outcome: 'accepted', principal: { name: 'Ann' } }
          : { outcome: 'rejected' },
    },
    onFault: (error) => faults.push((error as Error).message),
    ...options,
  });

const onError: ErrorRequestHandler = (error: Error & { status?: number }, _req, res, next) => {
  if (res.headersSent) next(error);
  else res.status(error.status ?? 500).json({ application: error.message });
};

const serve = (app: Express, server?: Server): Promise<string> =>
  serveApp(app.use(onError), server);

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The application of a row: multer behind a guard, and a route that says what both have read. */
async function album(
  create: typeof express,
  options: Partial<ContractGuardOptions<unknown>> = {},
): Promise<Express> {
  const app = create();
  app.post('/photos', await guardOf(options), multer().single('photo'), async (req, res) => {
    const { file, body } = req as unknown as { file: StoredFile; body: { role?: string } };
    const input = inputOf(req, 'addPhoto').body as { photo: File; role?: string } | undefined;
    const guarded = input && {
      name: input.photo.name,
      digest: digest(new Uint8Array(await input.photo.arrayBuffer())),
      role: input.role,
    };
    const parsed = { name: file.originalname, digest: digest(file.buffer!), role: body.role };
    res.status(201).json({ guarded, parsed });
  });
  app.get('/photos', (_, res) => void res.json([]));
  return app;
}

const HEADERS = { Cookie: 'sid=good' };

function photo(bytes: Uint8Array<ArrayBuffer>, role = 'guest'): FormData {
  const form = new FormData();
  form.set('role', role);
  form.set('photo', new Blob([bytes]), 'oak.png');
  return form;
}

/** Sends a form with its length, or in chunks. */
async function send(
  url: string,
  form: FormData,
  framing = 'sized',
): Promise<[status: number, body: unknown]> {
  const made = new Response(form);
  const headers = { ...HEADERS, 'Content-Type': made.headers.get('content-type')! };
  const body = framing === 'sized' ? await made.arrayBuffer() : made.body!;
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const response = await fetch(`${url}/photos`, init);
  const text = await response.text();
  return [response.status, text === '' ? undefined : (JSON.parse(text) as unknown)];
}

const VERSIONS: readonly [string, typeof express][] = [
  ['Express 5', express],
  ['Express 4', express4],
];
const FRAMINGS = ['sized', 'in chunks'];

/** The servers on which a guard stands. */
const SERVERS: readonly [string, (app: Express) => Server][] = [
  ['the server of Node', (app) => createServer(app)],
  [
    'the server of this project',
    (app) => createHttpServer(app, { requestTimeoutMs: 5_000, onFault: () => undefined }),
  ],
];

const CRLF = '\r\n';
const part = (headers: string, content: string): string =>
  `--b${CRLF}${headers}${CRLF}${CRLF}${content}${CRLF}`;
const field = (name: string, value: string): string =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const PHOTO = part(
  `Content-Disposition: form-data; name="photo"; filename="oak.png"${CRLF}Content-Type: image/png`,
  'PNG',
);
const FORM = `${field('role', 'guest')}${PHOTO}--b--${CRLF}`;

/** A request of a form by hand. */
function head(framing: string, length: number, more: readonly string[] = []): string {
  const lines = [
    'POST /photos HTTP/1.1',
    'Host: x',
    'Cookie: sid=good',
    'Content-Type: multipart/form-data; boundary=b',
    framing === 'sized' ? `Content-Length: ${length}` : 'Transfer-Encoding: chunked',
    ...more,
  ];
  return lines.map((line) => line + CRLF).join('') + CRLF;
}

const chunk = (text: string): string => `${text.length.toString(16)}${CRLF}${text}${CRLF}`;

describe.each(VERSIONS)('multer behind a guard of %s', (_, create) => {
  it.each(
    [0, 10, 16_384, 70_000, 900_000].flatMap((size) =>
      FRAMINGS.map((framing) => [size, framing] as const),
    ),
  )('reads the bytes that the guard has validated: %i bytes, %s', async (size, framing) => {
    const url = await serve(await album(create));
    const bytes = new Uint8Array(randomBytes(size));
    const read = { name: 'oak.png', digest: digest(bytes), role: 'guest' };
    expect(await send(url, photo(bytes), framing)).toEqual([201, { guarded: read, parsed: read }]);
    expect(faults).toEqual([]);
  });

  it('gets no form that the document does not allow, and none of nobody', async () => {
    const url = await serve(await album(create));
    const bytes = new Uint8Array(10);
    expect((await send(url, photo(bytes, 'admin')))[0]).toBe(400);
    const sent = { method: 'POST', body: photo(bytes) };
    expect((await fetch(`${url}/photos`, sent)).status).toBe(401);
  });

  it('leaves bodies that were read to parsers that do not read them again', async () => {
    const app = create().use(
      create.urlencoded({ extended: false }),
      await guardOf(),
      create.json(),
    );
    app.post('/mixed', (req, res) => void res.json(req.body));
    const url = await serve(app);
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/mixed`, { method: 'POST', headers, body: '{"a":"x"}' });
    expect(await response.json()).toEqual({ a: 'x' });
  });

  it('has its responses checked', async () => {
    const url = await serve(await album(create, { validateResponses: true }));
    expect((await send(url, photo(new Uint8Array(10))))[0]).toBe(500);
    expect(faults).toEqual([expect.stringMatching(/^The route of "addPhoto" sent a body/)]);
  });
});

describe.each(SERVERS)('a form on %s', (_, serverOf) => {
  it.each(FRAMINGS)('may come in pieces: %s', async (framing) => {
    const app = await album(express);
    const url = await serve(app, serverOf(app));
    const connection = await RawConnection.open(url);
    connection.write(head(framing, FORM.length));
    for (const piece of FORM.match(/[^]{1,40}/g)!) {
      connection.write(framing === 'sized' ? piece : chunk(piece));
      await turns();
    }
    if (framing !== 'sized') connection.write(`0${CRLF}${CRLF}`);
    const response = await connection.response();
    expect(response.status).toBe(201);
    expect(JSON.parse(response.body)).toMatchObject({
      guarded: { role: 'guest', digest: digest(Buffer.from('PNG')) },
      parsed: { role: 'guest', digest: digest(Buffer.from('PNG')) },
    });
    connection.abort();
  });

  it('may wait for 100', async () => {
    const app = await album(express);
    const url = await serve(app, serverOf(app));
    const connection = await RawConnection.open(url);
    connection.write(head('sized', FORM.length, ['Expect: 100-continue']));
    expect((await connection.response()).status).toBe(100);
    expect((await connection.write(FORM).response()).status).toBe(201);
    connection.abort();
  });

  it('that no route reads does not hold up the connection, or stay in memory', async () => {
    const seen: IncomingMessage[] = [];
    const app = express().use(
      (req, _res, next) => {
        seen.push(req);
        next();
      },
      await guardOf({ maxBodyBytes: 18_000_000 }),
    );
    app.post('/photos', (_req, res) => void res.status(201).json({}));
    const url = await serve(app, serverOf(app));
    const connection = await RawConnection.open(url);
    const formOf = (role: string, size: number): string =>
      `${field('role', role)}${field('photo', 'x'.repeat(size))}--b--`;
    const inChunks = (form: string): string =>
      `${head('in chunks', 0)}${chunk(form)}0${CRLF}${CRLF}`;
    for (const form of [formOf('guest', 17_000_000), formOf('admin', 900_000)]) {
      connection.write(head('sized', form.length) + form);
    }
    for (const form of [formOf('guest', 19_000_000), FORM]) connection.write(inChunks(form));
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push((await connection.response()).status);
    expect(statuses).toEqual([201, 400, 413, 201]);
    await until(() => seen.every(({ readableEnded }) => readableEnded));
    connection.abort();
  });

  it('that a client breaks off reaches no route, and one sent by a client that has gone is read', async () => {
    const app = express().use(await guardOf(), multer().any());
    let reached = 0;
    app.post('/photos', (_req, res) => {
      reached++;
      res.status(201).json({});
    });
    const url = await serve(app, serverOf(app));
    const broken = await RawConnection.open(url);
    broken.write(head('sized', FORM.length) + FORM.slice(0, 30));
    await turns();
    broken.reset();
    await turns();
    expect(reached).toBe(0);
    const gone = await RawConnection.open(url);
    gone.write(head('sized', FORM.length) + FORM).reset();
    await turns();
    expect((await send(url, photo(new Uint8Array(10))))[0]).toBe(201);
  });

  it.each<[string, (req: Request) => Promise<unknown>]>([
    ['by pipe', (req) => text(req.pipe(new PassThrough()))],
    ['by its events', (req) => byEvents(req)],
    ['by for await', (req) => text(req)],
    ['where no body was set', (req) => (req.body === undefined ? text(req) : Promise.resolve())],
  ])('is what a route reads %s', async (_how, read) => {
    const app = express().use(await guardOf());
    app.post('/photos', async (req, res) => void res.status(201).json(await read(req)));
    const url = await serve(app, serverOf(app));
    const connection = await RawConnection.open(url);
    connection.write(head('sized', FORM.length) + FORM);
    expect(JSON.parse((await connection.response()).body)).toBe(FORM);
    connection.abort();
  });
});

function byEvents(req: Request): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    req.on('data', (data: Buffer) => chunks.push(data));
    req.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
}

it('puts back multipart bodies of other types, too', async () => {
  const app = express().use(await guardOf(), raw({ type: 'multipart/*' }));
  app.post('/mixed', (req, res) => void res.json([req.contract?.body, String(req.body)]));
  const url = await serve(app);
  const body = `${part('X: y', 'one')}--b--`;
  const headers = { 'Content-Type': 'multipart/mixed; boundary=b' };
  const response = await fetch(`${url}/mixed`, { method: 'POST', headers, body });
  expect(await response.json()).toEqual([{ a: 'one' }, body]);
});

describe('a form that parsers read in different ways', () => {
  const TYPE = 'multipart/form-data; boundary=b';
  const disposition = (parameters: string, content = 'guest'): string =>
    part(`Content-Disposition: form-data; ${parameters}`, content);
  itEach({
    'two boundaries': ['multipart/form-data; boundary=c; boundary=b', ''],
    'boundary within a parameter': ['multipart/form-data; x="; boundary=c"; boundary=b', ''],
    'boundary with a backslash': ['multipart/form-data; boundary="\\b"', ''],
    'boundary that goes on': [TYPE, field('note', `x${CRLF}--bb`)],
    'boundary within a line': [TYPE, field('note', `x --b`)],
    'delimiter with white space': [TYPE, field('role', 'guest').replace('--b', '--b ')],
    'preamble with a delimiter': [TYPE, `x--b\n${field('role', 'guest')}`],
    'repeated name': [TYPE, disposition('name="x"; name="role"')],
    'name in another charset': [TYPE, disposition(`name="role"; name*=UTF-8''other`)],
    'name after a filename': [TYPE, disposition('filename="; name=other"; name="role"')],
    'other name': [TYPE, disposition('x-name="other"; name="role"')],
    'backslash in a name': [TYPE, disposition('name="r\\ole"')],
    'quote in a filename': [TYPE, disposition('name="role"; filename="\\"; name="other"')],
    'repeated header': [
      TYPE,
      disposition(`name="x"${CRLF}Content-Disposition: form-data; name="role"`),
    ],
    'byte order mark': [TYPE, disposition('name="role"', '\ufeffguest')],
    charset: [
      TYPE,
      disposition(
        `name="role"${CRLF}Content-Type: text/plain; charset=utf-16be`,
        'guest'.replace(/./g, '\0$&'),
      ),
    ],
    'two charsets': [
      TYPE,
      disposition(`name="role"${CRLF}Content-Type: text/plain; charset=utf-16le; charset=utf-8`),
    ],
    'empty filename': [TYPE, disposition('name="role"; filename=""', '')],
  })('is refused: %s', async (_, type, first) => {
    const app = express().use(await guardOf());
    app.post('/photos', (_req, res) => void res.status(201).json({}));
    const url = await serve(app);
    const sent = (headers: object, body: string): Promise<Response> =>
      fetch(`${url}/photos`, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
    expect((await sent({ 'Content-Type': TYPE }, FORM)).status).toBe(201);
    const response = await sent({ 'Content-Type': type }, `${first}${PHOTO}--b--${CRLF}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      message: expect.stringMatching(
        /boundary|Content-Disposition|header|mark|charset|filename/,
      ) as string,
    });
  });

  it('is refused where middleware in front keeps its bytes for others', async () => {
    const app = express().use(raw({ type: 'multipart/*' }), await guardOf());
    app.post('/photos', (_req, res) => void res.status(201).json({}));
    const url = await serve(app);
    const statuses = [];
    for (const first of [field('note', 'x'), field('note', 'x --b')]) {
      const headers = { ...HEADERS, 'Content-Type': TYPE };
      const sent = { method: 'POST', headers, body: `${first}${PHOTO}--b--${CRLF}` };
      statuses.push((await fetch(`${url}/photos`, sent)).status);
    }
    expect(statuses).toEqual([201, 400]);
  });

  it('is none as browsers and other clients write them', async () => {
    const url = await serve(await album(express));
    const empty = part(
      `Content-Disposition: form-data; name="x"; filename=""${CRLF}Content-Type: application/octet-stream`,
      '',
    );
    const file = part(
      `content-disposition: form-data; name=photo; filename="C:\\a\\b%22.csv"; filename*=UTF-8''b.csv${CRLF}Content-Type: text/csv; charset=utf-16`,
      '\ufeffa',
    );
    const text = part(
      `Content-Disposition: form-data; name="role"${CRLF}Content-Type: text/plain; charset=ISO-8859-1`,
      'guest',
    );
    const response = await fetch(`${url}/photos`, {
      method: 'POST',
      headers: { ...HEADERS, 'Content-Type': 'multipart/form-data; charset=utf-8; boundary="b"' },
      body: `${empty}${text}${file}--b--${CRLF}`,
    });
    expect([response.status, await response.json()]).toEqual([
      201,
      {
        guarded: { name: 'b".csv', digest: expect.any(String) as string, role: 'guest' },
        parsed: { name: 'b.csv', digest: digest(Buffer.from('\ufeffa')), role: 'guest' },
      },
    ]);
  });
});

describe('a form that cannot be put back', () => {
  itEach<[Record<string, string>, Buffer]>({
    'is compressed': [{ 'Content-Encoding': 'gzip' }, gzipSync(FORM)],
    'is larger than a client may keep in memory': [
      {},
      Buffer.from(FORM.replace('PNG', 'x'.repeat(250_000))),
    ],
  })('as it %s is reported where a parser waits for it', async (_, coding, body) => {
    const serving = createServing({ maxUnfinishedBytes: 400_000 });
    const url = await serve(await album(express, { serving }));
    const headers = { ...HEADERS, ...coding, 'Content-Type': 'multipart/form-data; boundary=b' };
    const response = await fetch(`${url}/photos`, { method: 'POST', headers, body });
    expect(await response.json()).toEqual({ application: 'Unexpected end of form' });
    expect(faults).toEqual([
      `The body of POST /photos was read by the guard, and is compressed or too large to be put back; leave it to the parser of the route: contractGuard({ ..., ownBodies: ['addPhoto'] })`,
    ]);
  });

  it('is the input of a route without a parser', async () => {
    const app = express().use(await guardOf());
    app.post('/photos', (req, res) => void res.status(201).json(inputOf(req, 'addPhoto').body));
    const url = await serve(app);
    const type = 'multipart/form-data; boundary=b';
    const headers = { ...HEADERS, 'Content-Encoding': 'gzip', 'Content-Type': type };
    const sent = { method: 'POST', headers, body: gzipSync(FORM) };
    expect(await (await fetch(`${url}/photos`, sent)).json()).toMatchObject({ role: 'guest' });
    expect(faults).toEqual([]);
  });

  it.each([
    ['a form', {}],
    ['a form of its own', { ownBodies: ['addPhoto'] }],
  ])('was read by a parser in front: %s', async (_, options) => {
    const app = express().use(multer().any(), await guardOf(options));
    app.use(() => {
      throw new Error('It was let through');
    });
    const url = await serve(app);
    expect((await send(url, photo(new Uint8Array(10))))[0]).toBe(500);
    expect(faults).toEqual([
      expect.stringMatching(
        /^The body of POST \/photos \(multipart\/form-data; boundary=[^)]*\) was read by middleware before the contract, and its bytes were not kept; remove the parser in front, as in app\.use\(parser\), and put it behind a guard: app\.post\('\/photos', guard, parser, \.\.\.\)$/,
      ),
    ]);
  });
});

describe('a body of its own', () => {
  const OWN = { ownBodies: ['addPhoto'], maxBodyBytes: 1_000 };

  it.each(
    VERSIONS.flatMap(([name, create]) =>
      FRAMINGS.map((framing) => [name, framing, create] as const),
    ),
  )('reaches multer, whatever its size: %s, %s', async (_name, framing, create) => {
    const url = await serve(await album(create, OWN));
    const bytes = new Uint8Array(randomBytes(3_000_000));
    const parsed = { name: 'oak.png', digest: digest(bytes), role: 'admin' };
    expect(await send(url, photo(bytes, 'admin'), framing)).toEqual([201, { parsed }]);
    expect(faults).toEqual([]);
  });

  itEach<[string, RequestInit, number]>({
    'no credentials': ['', { body: photo(new Uint8Array(1)) }, 401],
    'a wrong parameter': ['?album=x', { headers: HEADERS, body: photo(new Uint8Array(1)) }, 400],
    'another type': ['', { headers: { ...HEADERS, 'Content-Type': 'a/b' }, body: 'x' }, 415],
    'no type': ['', { headers: HEADERS, body: new Uint8Array(1) }, 415],
    'no body': ['', { headers: HEADERS }, 400],
    'an empty body': [
      '',
      { headers: { ...HEADERS, 'Content-Type': 'multipart/form-data; boundary=b' }, body: '' },
      400,
    ],
  })('is refused with %s', async (_, query, sent, status) => {
    const app = express().use(await guardOf(OWN));
    app.use(() => {
      throw new Error('It was let through');
    });
    const url = await serve(app);
    const response = await fetch(`${url}/photos${query}`, { method: 'POST', ...sent });
    expect(response.status).toBe(status);
  });

  it('has the limits of its parser', async () => {
    const app = express();
    const upload = multer({ limits: { fileSize: 1_000 } });
    app.post('/photos', await guardOf(OWN), upload.single('photo'));
    const url = await serve(app);
    expect(await send(url, photo(new Uint8Array(100_000)))).toEqual([
      500,
      { application: 'File too large' },
    ]);
    expect(faults).toEqual([]);
  });

  it.each(SERVERS)('may wait for 100 on %s', async (_, serverOf) => {
    const app = await album(express, OWN);
    const url = await serve(app, serverOf(app));
    const connection = await RawConnection.open(url);
    connection.write(head('sized', FORM.length, ['Expect: 100-continue']));
    expect((await connection.response()).status).toBe(100);
    expect((await connection.write(FORM).response()).status).toBe(201);
    connection.abort();
  });

  it.each(SERVERS)('may be left unread on %s', async (_, serverOf) => {
    const app = express().use(await guardOf(OWN));
    app.post('/photos', (_req, res) => void res.status(201).json({}));
    const url = await serve(app, serverOf(app));
    const connection = await RawConnection.open(url);
    const large = FORM.replace('PNG', 'x'.repeat(500_000));
    connection.write(head('sized', large.length) + large);
    connection.write(`${head('in chunks', 0)}${chunk(large)}0${CRLF}${CRLF}`);
    expect((await connection.response()).status).toBe(201);
    expect((await connection.response()).status).toBe(201);
    connection.abort();
  });

  it('in too many chunks is cut, and not taken for complete', async () => {
    let ended = false;
    const app = express().use(await guardOf(OWN));
    app.post('/photos', (req, res) => {
      req.on('end', () => {
        ended = true;
        res.status(201).json({});
      });
      req.on('error', () => undefined).resume();
    });
    const url = await serve(app, SERVERS[1]![1](app));
    const connection = await RawConnection.open(url);
    connection.write(head('in chunks', 0) + chunk('x').repeat(20_000) + `0${CRLF}${CRLF}`);
    expect(await connection.closed()).toBe('');
    expect(ended).toBe(false);
  });

  it('is named as the document does', async () => {
    await expect(guardOf({ ownBodies: ['addFoto', 'listPhotos', 'x'] })).rejects.toThrow(
      new CompositionError(
        [
          '"addFoto" in ownBodies is no operation with a body; did you mean "addPhoto"?',
          '"listPhotos" in ownBodies is no operation with a body',
          '"x" in ownBodies is no operation with a body',
        ].join('\n'),
      ),
    );
  });
});

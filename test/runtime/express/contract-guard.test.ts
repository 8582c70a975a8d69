import { setTimeout as sleep } from 'node:timers/promises';
import type { File } from 'node:buffer';
import express, {
  json,
  Router,
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type RequestHandler,
  type Response,
} from 'express';
import { UndocumentedResponseError } from '../../../src/runtime/contract';
import {
  contractGuard,
  type ContractGuardOptions,
  contractInputs,
  createHttpServer,
  type GuardedRequest,
  keepBody,
} from '../../../src/runtime/express';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { RawConnection, sendRaw } from '../../support/raw-connection';
import { serveApp as serve } from '../../support/serve-app';
import { turns, until } from '../../support/waiting';
import { itEach } from '../../support/it-each';

/** Routes of an Express application behind a guard, over real sockets. */

const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    get:
      operationId: listBooks
      x-deprecated-at: '2026-01-01T00:00:00Z'
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 10 } }
      responses:
        200:
          description: Their titles
          content: { application/json: { schema: { type: array, items: { type: string } } } }
    post:
      operationId: addBook
      security: [{ session: [] }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
      responses:
        201:
          description: The book
          content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } }
        4XX: { $ref: '#/components/responses/Problem' }
  /books/{id}/cover:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
    put:
      operationId: putCover
      requestBody: { content: { image/png: {} } }
      responses: { 204: { description: Kept } }
    post:
      operationId: postCover
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties:
                file: { type: string, contentMediaType: application/octet-stream }
                note: { type: string }
      responses: { 200: { description: x, content: { text/plain: {} } } }
components:
  securitySchemes:
    session: { type: apiKey, in: cookie, name: sid }
  schemas:
    Book:
      type: object
      required: [title]
      properties: { title: { type: string, minLength: 1 }, isbn: { type: integer, format: int64 } }
  responses:
    Problem:
      description: Why not
      content:
        application/json:
          schema: { type: object, required: [reason], properties: { reason: { type: string } } }
`;

interface Operations {
  listBooks: { input: { query: { limit: number } }; principals: object };
  addBook: {
    input: { body: { title: string; isbn?: bigint } };
    principals: { session: { name: string } };
  };
  putCover: {
    input: { path: { id: bigint }; body?: AsyncIterable<Uint8Array> };
    principals: object;
  };
  postCover: { input: { body?: { file: File; note?: string } }; principals: object };
}

const inputOf = contractInputs<Operations>();

type Options = Partial<ContractGuardOptions<unknown>>;

const load = (text: string): ReturnType<typeof loadContract> =>
  loadContract(parseSource(text, 'library.yaml').document);

const LIBRARY = load(yaml);

function guardOf(options: Options = {}): ReturnType<typeof contractGuard> {
  return contractGuard({
    ...LIBRARY,
    authenticators: {
      session: (sid) =>
        sid === 'good'
          ? { outcome: 'accepted', principal: { name: 'Ann' } }
          : { outcome: 'rejected' },
    },
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const POST_LINES = [
  'POST /books HTTP/1.1',
  'Host: x',
  'Cookie: sid=good',
  'Content-Type: application/json',
];
const SESSION = { Cookie: 'sid=good' };

async function request(
  url: string,
  { method = 'GET', headers = {}, body }: RequestInit & { headers?: Record<string, string> } = {},
): Promise<[status: number, body: unknown]> {
  const response = await fetch(url, { method, headers, body: body ?? null });
  const text = await response.text();
  return [response.status, text === '' ? undefined : (JSON.parse(text) as unknown)];
}

const post = (
  body: string,
  headers: Record<string, string> = SESSION,
): RequestInit & { headers: Record<string, string> } => ({
  method: 'POST',
  headers: { ...JSON_TYPE, ...headers },
  body,
});

/** The routes of an application, which answer what they got of the guard. */
function routes(): Router {
  const router = Router();
  router.get('/books', (req, res) => {
    res.json([String(inputOf(req, 'listBooks').query.limit)]);
  });
  router.post('/books', async (req, res) => {
    const { body, principals } = inputOf(req, 'addBook');
    await sleep(1);
    res.status(201).json({ title: `${body.title} by ${principals.session.name}` });
  });
  return router;
}

/** Responds to errors with their messages. */
const telling =
  (status: number): ErrorRequestHandler =>
  (error: Error, _req, res, next) => {
    if (res.headersSent) next(error);
    else res.status(status).json([error.message]);
  };
const OTHER_OPERATION =
  'The request is one of "listBooks" by the document, and its route takes the input of "addBook"';

describe('a guard in front of routes', () => {
  it('gives a route what the document says of its request', async () => {
    const seen: (GuardedRequest | undefined)[] = [];
    const app = express().use(await guardOf(), (req, _, next) => {
      seen.push(req.contract);
      next();
    });
    app.use(routes());
    const url = await serve(app);
    const sent = post('{"title":"Emma","isbn":9007199254740993,"unknown":1}');
    expect(await request(`${url}/books`, sent)).toEqual([201, { title: 'Emma by Ann' }]);
    expect(await request(`${url}/books`)).toEqual([200, ['10']]);
    expect(seen).toEqual([
      {
        operationId: 'addBook',
        principals: { session: { name: 'Ann' } },
        path: {},
        query: {},
        headers: {},
        cookies: {},
        body: { title: 'Emma', isbn: 9007199254740993n },
      },
      expect.objectContaining({ operationId: 'listBooks', query: { limit: 10 } }),
    ]);
  });

  it.each<[string, string, (guard: Awaited<ReturnType<typeof guardOf>>) => Express]>([
    ['under a path', '/v1/books', (guard) => express().use('/v1', guard).use('/v1', routes())],
    ['in a router', '/v2/books', (guard) => express().use('/v2', Router().use(guard, routes()))],
    ['at one route', '/books', (guard) => express().post('/books', guard, routes())],
  ])('stands %s, and judges bodies', async (_, path, appOf) => {
    const url = await serve(appOf(await guardOf()));
    const sent = post('{"title":"Emma"}');
    expect(await request(url + path, sent)).toEqual([201, { title: 'Emma by Ann' }]);
    expect(await request(url + path, post('{}'))).toMatchObject([400, {}]);
  });

  itEach({
    'an invalid body': [post('{"title":""}'), 400, /at "?\/title/],
    'a malformed body': [post('{"title"'), 400, /JSON/],
    'no body': [{ method: 'POST', headers: SESSION }, 400, /body/],
    'another media type': [
      post('x', { ...SESSION, 'Content-Type': 'text/plain' }),
      415,
      /application\/json/,
    ],
    'no credentials': [post('{"title":"Emma"}', {}), 401, /sid/],
    'wrong credentials': [post('{"title":"Emma"}', { Cookie: 'sid=bad' }), 401, /credentials/],
    'a body that is too large': [post(`{"title":"${'x'.repeat(2_000)}"}`), 413, /1,?000/],
  })('refuses %s with the response of the document', async (_, sent, status, reason) => {
    const app = express().use(await guardOf({ maxBodyBytes: 1_000 }));
    app.use(() => {
      throw new Error('It was let through');
    });
    const url = await serve(app);
    expect(await request(`${url}/books`, sent)).toEqual([
      status,
      { reason: expect.stringMatching(reason) as string },
    ]);
  });

  it.each([
    ['a path that is not in the document', 'GET', '/authors'],
    ['a method that is not in the document', 'DELETE', '/books'],
    ['OPTIONS', 'OPTIONS', '/books'],
  ])('leaves %s as it is', async (_, method, path) => {
    const app = express().use(await guardOf());
    app.use((req, res) => void res.status(299).json(req.contract ?? 'untouched'));
    expect(await request((await serve(app)) + path, { method })).toEqual([299, 'untouched']);
  });

  it('refuses what the document does not cover where it is told to', async () => {
    const app = express().use(await guardOf({ fallThrough: false }));
    const url = await serve(app);
    expect((await request(`${url}/authors`))[0]).toBe(404);
    expect((await request(`${url}/books`, { method: 'DELETE' }))[0]).toBe(405);
  });

  it('refuses bytes that are not percent-encoded, which Express compares as characters', async () => {
    let reached = false;
    const trees = load(yaml.replaceAll('/books:', '/b\u00e4ume:'));
    const app = express().use(await guardOf(trees));
    app.all('/b\u00e4ume', (_, res) => {
      reached = true;
      res.end();
    });
    const url = await serve(app);
    const head = 'POST /b\u00e4ume HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const connection = await RawConnection.open(url);
    expect((await connection.write(Buffer.from(head, 'latin1')).response()).status).toBe(400);
    expect(reached).toBe(false);
  });

  it('lets HEAD pass as GET, and adds the header fields of the lifecycle', async () => {
    const app = express().use(await guardOf());
    app.use(routes());
    const url = await serve(app);
    const response = await fetch(`${url}/books?limit=5`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('deprecation')).toBe('@1767225600');
    expect((await fetch(`${url}/books?limit=x`, { method: 'HEAD' })).status).toBe(400);
  });

  it('says of a route which operation its request is of', async () => {
    const app = express();
    app.get('/unguarded', (req) => inputOf(req, 'listBooks'));
    app.use(await guardOf());
    app.get('/books', (req) => inputOf(req, 'addBook'));
    const url = await serve(app.use(telling(500)));
    expect(await request(`${url}/unguarded`)).toEqual([
      500,
      [
        'The request has passed no contractGuard, or none whose document covers it, and its route takes the input of "listBooks"',
      ],
    ]);
    expect(await request(`${url}/books`)).toEqual([500, [OTHER_OPERATION]]);
  });

  it('does not give a route the input of the request that its URL or method was before', async () => {
    const app = express().use(await guardOf(), (req, _, next) => {
      if (req.url === '/books?limit=1') req.method = 'POST';
      next();
    });
    app.post('/books', (req, res) => void res.json([inputOf(req, 'addBook').body.title]));
    const url = await serve(app.use(telling(500)));
    expect(await request(`${url}/books?limit=1`)).toEqual([500, [OTHER_OPERATION]]);
  });

  it('leaves what routes throw to the error handlers of the application', async () => {
    const app = express().use(await guardOf({ validateResponses: true }));
    app.get('/books', async () => {
      await sleep(1);
      throw new Error('of the route');
    });
    const url = await serve(app.use(telling(200)));
    expect(await request(`${url}/books`)).toEqual([200, ['of the route']]);
  });

  it('reports what an authenticator throws, and does not let the request pass', async () => {
    const faults: unknown[] = [];
    const authenticators = {
      session: () => {
        throw new Error('the store is away');
      },
    };
    const app = express().use(
      await guardOf({ authenticators, onFault: (error) => faults.push(error) }),
    );
    app.use(routes());
    const url = await serve(app);
    expect((await request(`${url}/books`, post('{"title":"Emma"}')))[0]).toBe(500);
    expect(faults.map(String)).toEqual(['Error: the store is away']);
  });

  it('does not start without an authenticator', async () => {
    await expect(guardOf({ authenticators: {} })).rejects.toThrow('"session" has no authenticator');
  });

  it('guards two documents in one application', async () => {
    const other = yaml.replaceAll('/books', '/shelves').replaceAll('minLength: 1', 'minLength: 9');
    const app = express().use(await guardOf(), await guardOf(load(other)));
    app.use((req, res) => void res.status(201).json(req.body));
    const url = await serve(app);
    const emma = post('{"title":"Emma"}');
    expect(await request(`${url}/books`, emma)).toEqual([201, { title: 'Emma' }]);
    expect((await request(`${url}/shelves`, emma))[0]).toBe(400);
  });
});

describe('bodies', () => {
  it('are in req.body where no parser has set it, and not read again by one that follows', async () => {
    const app = express().use(await guardOf(), json());
    app.post('/books', (req, res) => void res.status(201).json(req.body));
    const url = await serve(app);
    expect(await request(`${url}/books`, post('{"title":"Emma"}'))).toEqual([
      201,
      { title: 'Emma' },
    ]);
  });

  it('leave what a parser has made of them', async () => {
    const app = express().use(json({ verify: keepBody }), await guardOf());
    app.post('/books', (req, res) => {
      const { isbn } = inputOf(req, 'addBook').body;
      res.status(201).json({ ...(req.body as object), exact: String(isbn) });
    });
    const url = await serve(app);
    const sent = post('{"title":"Emma","isbn":9007199254740993,"own":1}');
    expect(await request(`${url}/books`, sent)).toEqual([
      201,
      { title: 'Emma', isbn: 9007199254740992, own: 1, exact: '9007199254740993' },
    ]);
  });

  it('of forms have Files', async () => {
    const app = express().use(await guardOf());
    app.post('/books/:id/cover', async (req, res) => {
      const { body } = inputOf(req, 'postCover');
      res.json([body?.file.name, await body?.file.text(), body?.note]);
    });
    const url = await serve(app);
    const form = new FormData();
    form.set('file', new Blob(['PNG']), 'emma.png');
    form.set('note', 'first');
    expect(await request(`${url}/books/7/cover`, { method: 'POST', body: form })).toEqual([
      200,
      ['emma.png', 'PNG', 'first'],
    ]);
  });

  it.each(['the input of the contract', 'the request itself'])(
    'that are bytes are read as they arrive, from %s',
    async (from) => {
      const app = express().use(await guardOf());
      const sizes: number[] = [];
      app.put('/books/:id/cover', async (req, res) => {
        const { path, body } = inputOf(req, 'putCover');
        for await (const chunk of from === 'the request itself' ? req : body!) {
          sizes.push((chunk as Uint8Array).length);
        }
        res.status(path.id === 7n ? 204 : 500).end();
      });
      const url = await serve(app);
      const connection = await RawConnection.open(url);
      connection.write(
        'PUT /books/7/cover HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: 6\r\n\r\nabc',
      );
      while (sizes.length === 0) await sleep(5);
      connection.write('def');
      expect(await connection.response()).toMatchObject({ status: 204 });
      expect(sizes).toEqual([3, 3]);
      connection.abort();
    },
  );

  it('that turn out to be too large throw in the route, with the status', async () => {
    const app = express().use(await guardOf({ maxBodyBytes: 4 }));
    app.set('env', 'test');
    app.put('/books/:id/cover', async (req, res) => {
      for await (const chunk of inputOf(req, 'putCover').body!) expect(chunk.length).toBe(4);
      res.sendStatus(204);
    });
    const url = await serve(app);
    const connection = await RawConnection.open(url);
    connection.write([
      'PUT /books/7/cover HTTP/1.1',
      'Host: x',
      'Content-Type: image/png',
      'Transfer-Encoding: chunked',
      '',
      '8',
      'abcdefgh',
      '0',
      '',
    ]);
    expect(await connection.response()).toMatchObject({ status: 413 });
    connection.abort();
  });

  it('that a client breaks off reach no route', async () => {
    const reached: string[] = [];
    const app = express().use(await guardOf());
    app.use((req, res) => {
      reached.push(req.url);
      res.json([]);
    });
    const url = await serve(app);
    const connection = await RawConnection.open(url);
    connection.write([...POST_LINES, 'Content-Length: 50', '', '{"title"']);
    await turns();
    connection.reset();
    await turns();
    expect((await request(`${url}/books`))[0]).toBe(200);
    expect(reached).toEqual(['/books']);
  });
});

/** As middleware of sessions does, which stores them first. */
const endingLater: RequestHandler = (_, response, next) => {
  const end = response.end.bind(response);
  response.end = ((...args: readonly unknown[]) => {
    setTimeout(() => Reflect.apply(end, undefined, args), 5);
    return response;
  }) as typeof end;
  next();
};

describe('responses that are checked', () => {
  itEach<[send: (res: Response, next: NextFunction) => unknown, message: string]>({
    'one that fits': [(res) => res.json(['Emma']), ''],
    'one by end': [(res) => res.type('json').end('["Emma"]'), ''],
    'one that is written piece by piece, which is not checked': [
      (res) => res.write('{') && res.end('}'),
      '',
    ],
    'another status': [
      (res) => res.status(202).json([]),
      'the status 202, which is not documented',
    ],
    'a body that is not valid': [
      (res) => res.json(['Emma', 7]),
      'a body that at "/1" must be of type string',
    ],
    'another media type': [
      (res) => res.send('<p>'),
      'a body of the media type "text/html; charset=utf-8" with the status 200, which is not documented',
    ],
    'what is no JSON': [(res) => res.type('json').send('['), 'a body that is not valid JSON'],
    'no body': [(res) => res.end(), 'no body with the status 200'],
    'what an error handler of the application makes': [
      (_, next) => next(new Error('secret')),
      'the status 500, which is not documented',
    ],
  })('take or refuse %s', async (_, send, message) => {
    const faults: unknown[] = [];
    const guard = await guardOf({
      validateResponses: true,
      onFault: (error) => faults.push(error),
    });
    const app = express().use((_req, res, next) => {
      res.setHeader('X-Own', 'kept');
      next();
    }, guard);
    app.set('env', 'test');
    app.get('/books', (_req, res, next) => void send(res, next));
    const url = await serve(app);
    const response = await fetch(`${url}/books`);
    const text = await response.text();
    expect(response.headers.get('x-own')).toBe('kept');
    expect(faults.map((error) => (error as Error).message)).toEqual(
      message === '' ? [] : [`The route of "listBooks" sent ${message}`],
    );
    if (message === '') expect(response.status).toBe(200);
    else {
      expect(faults[0]).toBeInstanceOf(UndocumentedResponseError);
      expect([response.status, response.headers.get('etag')]).toEqual([500, null]);
      expect(JSON.parse(text)).toEqual({ reason: expect.stringContaining('failed') as string });
    }
  });

  it('keep their bytes, entity tag and answer to a condition', async () => {
    const app = express().use(await guardOf({ validateResponses: true }));
    app.get('/books', (_, res) => void res.type('json').send('[ "Emma" ]'));
    const url = await serve(app);
    const first = await fetch(`${url}/books`);
    expect(await first.text()).toBe('[ "Emma" ]');
    const etag = first.headers.get('etag')!;
    // fetch adds that it wants no cache.
    const head = [
      'GET /books HTTP/1.1',
      'Host: x',
      `If-None-Match: ${etag}`,
      'Connection: close',
      '',
    ];
    expect((await sendRaw(url, head)).status).toBe(304);
    expect((await fetch(`${url}/books`, { method: 'HEAD' })).headers.get('content-length')).toBe(
      '10',
    );
  });

  it.each([
    ['in front of the guard', (guard: RequestHandler) => [endingLater, guard]],
    ['behind the guard', (guard: RequestHandler) => [guard, endingLater]],
  ])('are sent by what ends them later, %s', async (_, handlersOf) => {
    const guard = await guardOf({ validateResponses: true, onFault: () => undefined });
    const app = express().use(...handlersOf(guard));
    app.get('/books', (req, res) => void res.json(req.query.limit === '1' ? ['Emma'] : [7]));
    const url = await serve(app);
    expect(await request(`${url}/books?limit=1`)).toEqual([200, ['Emma']]);
    expect((await request(`${url}/books`))[0]).toBe(500);
  });

  it('may be for nobody', async () => {
    const faults: unknown[] = [];
    const onFault = (error: unknown): unknown => faults.push(error);
    const app = express().use(await guardOf({ validateResponses: true, onFault }));
    let [begun, closed] = [false, 0];
    app.get('/books', (req, res) => {
      begun = true;
      if (req.query.limit === '1') res.json(['Emma']);
      else res.on('close', () => setTimeout(() => res.json([closed++]), 5));
    });
    const url = await serve(app);
    const connection = await RawConnection.open(url);
    connection.write(['GET /books HTTP/1.1', 'Host: x', '']);
    await until(() => begun);
    connection.reset();
    while (closed === 0) await sleep(5);
    expect(await request(`${url}/books?limit=1`)).toEqual([200, ['Emma']]);
    expect(faults).toEqual([]);
  });

  it('are left alone where nobody asks', async () => {
    const app = express().use(await guardOf());
    app.get('/books', (_, res) => void res.status(202).json({}));
    const url = await serve(app);
    expect(await request(`${url}/books`)).toEqual([202, {}]);
  });
});

it('serves requests of one connection, one after the other, on the server of this project', async () => {
  const faults: unknown[] = [];
  const app = express().use(await guardOf());
  app.use(routes());
  const options = { requestTimeoutMs: 5_000, onFault: (error: unknown) => faults.push(error) };
  const url = await serve(app, createHttpServer(app, options));
  const connection = await RawConnection.open(url);
  for (const body of ['{"title":"Emma"}', '{}', '{"title":"Persuasion"}']) {
    const head = [...POST_LINES, `Content-Length: ${body.length}`, '', body].join('\r\n');
    const { status } = await connection.write(head).response();
    expect([body, status]).toEqual([body, body === '{}' ? 400 : 201]);
  }
  expect(faults).toEqual([]);
  connection.abort();
});

it('takes the dependencies of its authenticators, and none where they have none', () => {
  const parts = { ...LIBRARY, onFault: () => undefined };
  const authenticators = {
    session: (sid: string, { dependencies }: { readonly dependencies: ReadonlySet<string> }) =>
      dependencies.has(sid)
        ? ({ outcome: 'accepted', principal: { name: sid } } as const)
        : ({ outcome: 'rejected' } as const),
  };
  const guards = [
    contractGuard({ ...parts, authenticators, dependencies: new Set(['good']) }),
    contractGuard({ ...parts, authenticators: { session: () => ({ outcome: 'rejected' }) } }),
    // @ts-expect-error the authenticators take something
    contractGuard({ ...parts, authenticators }),
  ];
  expect(guards).toHaveLength(3);
});

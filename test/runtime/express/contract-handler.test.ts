import cors from 'cors';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import helmet from 'helmet';
import {
  contractHandler,
  createApp,
  createHttpServer,
  type AppHandlers,
} from '../../../src/runtime/express';
import { type AnyHandler, createService, type Service } from '../../../src/runtime/contract';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { RawConnection } from '../../support/raw-connection';
import { serveApp as serve } from '../../support/serve-app';
import { turns } from '../../support/waiting';
import { itEach } from '../../support/it-each';

const yaml = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books:
    post:
      operationId: addBook
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title] } } } }
      responses: { 200: { description: x, content: { application/json: { schema: {} } } } }
  /broken:
    get: { operationId: breakDown, responses: { 200: { description: x } } }
`;

let service: Service;

function serviceOf(text: string, handlers: Readonly<Record<string, AnyHandler<undefined>>>) {
  return createService({
    ...loadContract(parseSource(text, 'library.yaml').document),
    handlers,
    dependencies: undefined,
    authenticators: {},
    maxBodyBytes: 100_000,
    validateResponses: true,
    onFault: () => undefined,
  });
}

beforeAll(async () => {
  service = await serviceOf(yaml, {
    addBook: (input: { body: unknown }) => Promise.resolve({ status: 200, body: input.body }),
    breakDown: () => Promise.reject(new Error('the cause')),
  });
});

async function addBook(url: string, body: string): Promise<[status: number, body: unknown]> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  return [response.status, await response.json()];
}

const noFault = (error: unknown): void => {
  throw error;
};

describe('the contract as a handler of somebody else’s application', () => {
  const other: RequestHandler = (_, response) => {
    response.status(299).json('the other');
  };

  itEach<[string, () => ReturnType<typeof express>]>({
    'by itself': ['/books', () => express().use(contractHandler(service))],
    'under a path': ['/api/v2/books', () => express().use('/api/v2', contractHandler(service))],
    'in a router of a mounted application': [
      '/outer/inner/books',
      () =>
        express().use(
          '/outer',
          express().use('/inner', express.Router().use(contractHandler(service))),
        ),
    ],
  })('serves %s', async (_, path, app) => {
    const url = await serve(app());
    expect(await addBook(url + path, '{"title":"Emma"}')).toStrictEqual([200, { title: 'Emma' }]);
    expect(await addBook(url + path, '{}')).toMatchObject([400, { error: 40003 }]);
    expect(await addBook(`${url}${path}/7`, '{}')).toMatchObject([404, { error: 40401 }]);
  });

  it('reads a body that comes in pieces', async () => {
    const url = await serve(express().use(contractHandler(service)));
    const body = new ReadableStream({
      async start(controller) {
        for (const piece of ['{"title"', ':"Em', 'ma"}']) {
          controller.enqueue(Buffer.from(piece));
          await turns();
        }
        controller.close();
      },
    });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/books`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    });
    expect(await response.json()).toStrictEqual({ title: 'Emma' });
  });

  it('does not tell a client twice to go on, whom Node has told', async () => {
    const url = await serve(express().use(contractHandler(service)));
    const connection = await RawConnection.open(url);
    const fields = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 16\r\n';
    connection.write(
      `POST /books HTTP/1.1\r\n${fields}Expect: 100-continue\r\nConnection: close\r\n\r\n{"title":"Emma"}`,
    );
    const received = await connection.rest();
    expect(received.match(/^HTTP\/1.1 \d+/gm)).toStrictEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  });

  it.each([
    ['a path that the document does not have', 'GET', '/authors'],
    ['a method that the path does not have', 'GET', '/books'],
    ['the whole server', 'GET', '/'],
  ])('leaves %s to the handlers after it if asked to', async (_, method, path) => {
    const app = express()
      .use(contractHandler(service, { fallThrough: true }))
      .use(other);
    const url = await serve(app);
    const response = await fetch(url + path, { method });
    expect([response.status, await response.json()]).toStrictEqual([299, 'the other']);
    expect(await addBook(`${url}/books`, '{"title":"Emma"}')).toStrictEqual([
      200,
      { title: 'Emma' },
    ]);
  });
});

describe('several contracts in one application', () => {
  const versions = ['v1', 'v2'].map((version) => {
    const servers = `servers: [{ url: 'https://example.com/${version}' }]\npaths:\n  /${version}-only:\n    post: { operationId: only, responses: { 204: { description: Done } } }\n`;
    const text = yaml.replace('paths:\n', servers);
    return serviceOf(text, {
      addBook: () => Promise.resolve({ status: 200, body: version }),
      breakDown: () => Promise.reject(new Error('the cause')),
      only: () => Promise.resolve({ status: 204 }),
    });
  });

  it('are each mounted at the base path of their document', async () => {
    const [v1, v2] = await Promise.all(versions);
    const app = express().use('/v1', contractHandler(v1!)).use('/v2', contractHandler(v2!));
    const url = await serve(app);
    expect(await addBook(`${url}/v1/books`, '{"title":"Emma"}')).toEqual([200, 'v1']);
    expect(await addBook(`${url}/v2/books`, '{"title":"Emma"}')).toEqual([200, 'v2']);
  });

  it('find their requests by the base paths of their documents where the first falls through', async () => {
    const [v1, v2] = await Promise.all(versions);
    const app = express().use(contractHandler(v1!, { fallThrough: true }), contractHandler(v2!));
    const url = await serve(app);
    expect(await addBook(`${url}/v1/books`, '{"title":"Emma"}')).toEqual([200, 'v1']);
    expect(await addBook(`${url}/v2/books`, '{"title":"Emma"}')).toEqual([200, 'v2']);
    expect(await addBook(`${url}/books`, '{"title":"Emma"}')).toEqual([200, 'v1']);
    expect((await fetch(`${url}/v2-only`, { method: 'POST' })).status).toBe(204);
  });
});

describe('middleware around the contract', () => {
  const serveBetween = (
    handlers: Omit<AppHandlers, 'contract'>,
    onFault = noFault,
  ): Promise<string> => {
    const contract = [contractHandler(service, { fallThrough: handlers.after !== undefined })];
    const app = createApp({ ...handlers, contract });
    return serve(app, createHttpServer(app, { requestTimeoutMs: 5_000, onFault }));
  };

  it('answers a preflight and marks responses, failures too, as cors does', async () => {
    const url = await serveBetween({ before: [cors({ origin: 'https://shop.example' })] });
    const preflight = await fetch(`${url}/books`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
    for (const [method, path, status] of [
      ['POST', '/books', 400],
      ['GET', '/books', 405],
      ['GET', '/authors', 404],
      ['GET', '/broken', 500],
    ] as const) {
      const response = await fetch(url + path, { method });
      expect([path, response.status]).toStrictEqual([path, status]);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    }
  });

  it('adds the header fields of helmet to what the contract answers', async () => {
    const url = await serveBetween({ before: [helmet()] });
    const response = await fetch(`${url}/authors`);
    expect(response.status).toBe(404);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(response.headers.get('content-type')).toBe('application/json');
  });

  it('may answer before the contract', async () => {
    const own: RequestHandler = (request, response, next) => {
      if (request.path === '/own') response.status(203).json(request.get('host') !== undefined);
      else next();
    };
    const url = await serveBetween({ before: [own] });
    const response = await fetch(`${url}/own`);
    expect([response.status, await response.json()]).toStrictEqual([203, true]);
    expect(await addBook(`${url}/books`, '{"title":"Emma"}')).toStrictEqual([
      200,
      { title: 'Emma' },
    ]);
  });

  it('keeps error handlers from what the contract answers, and gives them what else is thrown', async () => {
    const seen: unknown[] = [];
    const failing: RequestHandler = (request, _, next) => {
      next(request.path === '/failing' ? new Error('of middleware') : undefined);
    };
    const errors: ErrorRequestHandler = (error, _, response, next) => {
      seen.push(error);
      if (response.headersSent) next(error);
      else response.status(599).json('the error handler');
    };
    const url = await serveBetween({ before: [failing], after: [errors] });
    expect(await addBook(`${url}/books`, '{}')).toMatchObject([400, { error: 40003 }]);
    expect((await fetch(`${url}/broken`)).status).toBe(500);
    expect(seen).toStrictEqual([]);
    expect((await fetch(`${url}/failing`)).status).toBe(599);
    expect(seen.map(String)).toStrictEqual(['Error: of middleware']);
  });

  itEach<[object, status: number, error: number, faults: number]>({
    'an error': [new Error('secret'), 500, 50001, 1],
    'an error for the client': [
      Object.assign(new Error('not you'), { status: 403, expose: true }),
      403,
      40301,
      0,
    ],
    'a status of its own': [
      Object.assign(new Error('a teapot'), { status: 418, expose: true }),
      400,
      40000,
      0,
    ],
    'a status that it does not expose': [
      Object.assign(new Error('secret'), { status: 404, expose: false }),
      500,
      50001,
      1,
    ],
  })(
    'without an error handler, %s gets an Error body',
    async (_, thrown, status, error, faults) => {
      const told: unknown[] = [];
      const failing: RequestHandler = (_request, response, next) => {
        response.setHeader('Content-Type', 'text/html');
        next(thrown);
      };
      const url = await serveBetween({ before: [failing] }, (fault) => told.push(fault));
      const response = await fetch(url);
      const body = await response.text();
      expect([response.status, response.headers.get('content-type')]).toStrictEqual([
        status,
        'application/json',
      ]);
      expect(JSON.parse(body)).toMatchObject({ error });
      expect(body).not.toContain('secret');
      expect(told).toHaveLength(faults);
    },
  );

  it('is answered 404 where nobody answers', async () => {
    const url = await serveBetween({ after: [] });
    const response = await fetch(`${url}/authors`);
    expect([response.status, await response.json()]).toMatchObject([404, { error: 40401 }]);
  });
});

import { AsyncLocalStorage } from 'node:async_hooks';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import {
  type Authenticators,
  createService,
  type HandlerContext,
} from '../../../src/runtime/contract';
import { contractHandler, createServing, ServiceSlot } from '../../../src/runtime/express';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { serveApp } from '../../support/serve-app';
import { turns } from '../../support/waiting';
import { itEach } from '../../support/it-each';

/** What middleware of an application has found out reaches authenticators and handlers. */

const yaml = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid } }
paths:
  /mine:
    get:
      operationId: readMine
      security: [{ session: [] }]
      responses: { 200: { description: x, content: { application/json: { schema: {} } } }, 401: { description: x } }
    post:
      operationId: writeMine
      security: [{ session: [] }]
      requestBody: { required: true, content: { application/json: { schema: { type: array } } } }
      responses: { 200: { description: x, content: { application/json: { schema: {} } } }, 401: { description: x } }
`;

interface Session {
  readonly user: { readonly id: number };
  readonly tenant: string;
}

const SESSIONS: Readonly<Record<string, Session>> = {
  'sid=1': { user: { id: 1 }, tenant: 'north' },
  'sid=2': { user: { id: 2 }, tenant: 'south' },
};

const requestScope = new AsyncLocalStorage<string>();

/** Middleware of the application, as of any that keeps sessions. */
const session: RequestHandler = (request, response, next) => {
  response.locals.session = SESSIONS[request.headers.cookie ?? ''];
  const scope = request.get('X-Scope') ?? 'none';
  requestScope.run(scope, next);
};

const onError: ErrorRequestHandler = (error: Error, _request, response, next) => {
  if (response.headersSent) next(error);
  else response.status(500).json({ application: error.message });
};

const seenByAuthenticator: unknown[] = [];
const authenticators = {
  session: async (_, { locals }) => {
    await new Promise((resolve) => setImmediate(resolve));
    seenByAuthenticator.push(requestScope.getStore());
    return locals === undefined
      ? { outcome: 'rejected' }
      : { outcome: 'accepted', principal: locals.user };
  },
} satisfies Authenticators<undefined, unknown, Session | undefined>;

async function readMine(
  _: unknown,
  {
    principals,
    locals,
  }: HandlerContext<undefined, { session: { id: number } }, Session | undefined>,
): Promise<{ status: number; body: unknown }> {
  await new Promise((resolve) => setImmediate(resolve));
  const body = {
    id: principals.session.id,
    tenant: locals?.tenant,
    scope: requestScope.getStore(),
  };
  return { status: 200, body };
}

const serviceOf = () =>
  createService({
    ...loadContract(parseSource(yaml, 'notes.yaml').document),
    handlers: { readMine, writeMine: readMine },
    dependencies: undefined,
    authenticators,
    maxBodyBytes: 1_000,
    validateResponses: true,
    onFault: () => undefined,
  });

async function serve(...handlers: (RequestHandler | ErrorRequestHandler)[]): Promise<string> {
  const app = express();
  for (const handler of handlers) app.use(handler);
  return `${await serveApp(app)}/mine`;
}

async function read(url: string, headers: Record<string, string>): Promise<unknown[]> {
  const response = await fetch(url, { headers });
  return [response.status, await response.text()].map((part) =>
    typeof part === 'string' && part !== '' ? (JSON.parse(part) as unknown) : part,
  );
}

const locals = (_: unknown, response: { locals: Record<string, unknown> }): Session | undefined =>
  response.locals.session as Session | undefined;

itEach({
  'a handler': [async () => contractHandler(await serviceOf(), { locals })],
  'a slot': [
    async () => new ServiceSlot(await serviceOf(), createServing(), { locals }).fallThrough,
  ],
  'a slot whose service was replaced': [
    async () => {
      const slot = new ServiceSlot(await serviceOf(), createServing(), { locals });
      slot.replace(await serviceOf());
      return slot.handler;
    },
  ],
})('a session of the application authenticates and reaches the handler of %s', async (_, make) => {
  seenByAuthenticator.length = 0;
  const url = await serve(session, await make());
  const [first, second] = await Promise.all([
    read(url, { Cookie: 'sid=1', 'X-Scope': 'a' }),
    read(url, { Cookie: 'sid=2', 'X-Scope': 'b' }),
  ]);
  expect(first).toEqual([200, { id: 1, tenant: 'north', scope: 'a' }]);
  expect(second).toEqual([200, { id: 2, tenant: 'south', scope: 'b' }]);
  expect(seenByAuthenticator.sort()).toEqual(['a', 'b']);
  expect((await read(url, { Cookie: 'sid=3' }))[0]).toBe(401);
});

it('the store of the application is there behind a body that comes in pieces', async () => {
  const url = await serve(session, contractHandler(await serviceOf(), { locals }));
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const piece of ['[1', ',2]']) {
      yield Buffer.from(piece);
      await turns();
    }
  }
  const headers = { Cookie: 'sid=1', 'X-Scope': 'a', 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: pieces(), duplex: 'half' };
  const response = await fetch(url, init as RequestInit);
  expect(await response.json()).toEqual({ id: 1, tenant: 'north', scope: 'a' });
});

it('nothing is known of a request where the application says nothing', async () => {
  const url = await serve(session, contractHandler(await serviceOf()));
  expect((await read(url, { Cookie: 'sid=1' }))[0]).toBe(401);
});

it('what is thrown goes to the error handlers of the application', async () => {
  const throwing = (): never => {
    throw new Error('the session store is away');
  };
  const url = await serve(contractHandler(await serviceOf(), { locals: throwing }), onError);
  expect(await read(url, { Cookie: 'sid=1' })).toEqual([
    500,
    { application: 'the session store is away' },
  ]);
});

it('the application is not asked about requests that are not for the service', async () => {
  const asked: unknown[] = [];
  const noting = (request: { url: string }): undefined => void asked.push(request.url);
  const other: RequestHandler = (_, response) => void response.status(299).end();
  const options = { locals: noting, fallThrough: true };
  const url = await serve(contractHandler(await serviceOf(), options), other);
  expect((await fetch(url.replace('mine', 'yours'))).status).toBe(299);
  expect(asked).toEqual([]);
  expect((await fetch(url)).status).toBe(401);
  expect(asked).toEqual(['/mine']);
});

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { Counter, Registry } from 'prom-client';
import {
  type AnyHandler,
  type HandlerContext,
  notImplemented,
} from '../../../src/runtime/contract';
import type { RequestHandler } from '../../../src/runtime/express';
import { loadContract } from '../../../src/tools/generate';
import { parseSource } from '../../../src/tools/document';
import {
  readServiceConfig,
  type RunningService,
  startService,
  type StartServiceOptions,
  type TokenRecord,
} from '../../../src/runtime/service';
import { LogLines, readMetrics } from '../../support/log-lines';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

/** A service of one's own has in production what the plant store has. */

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
paths:
  /books/{id}:
    get:
      operationId: readBook
      security: [{ token: [] }]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { 200: { description: Title, content: { text/plain: { schema: { type: string } } } } }
components:
  securitySchemes:
    token: { type: http, scheme: bearer }
`;

const { contract, validators } = loadContract(parseSource(document, 'library.yaml').document);
const folder = temporaryFolder();
const json = path.join(folder, 'openapi.json');
writeFileSync(json, '{"openapi":"3.1.0"}');
writeFileSync(path.join(folder, 'openapi.yaml'), 'openapi: 3.1.0\n');

const readBook: AnyHandler<object> = () => Promise.resolve({ status: 200, body: 'Emma' });
const ENV = { PORT: '0', ACCESS_TOKENS: 'secret', SHUTDOWN_GRACE_MS: '1000', LOG_LEVEL: 'silent' };

type Options = Partial<StartServiceOptions<object>>;

const optionsOf = (options: Options = {}, env: object = {}): StartServiceOptions<object> => ({
  contract,
  validators,
  handlers: { readBook },
  dependencies: {},
  config: readServiceConfig({ ...ENV, ...env }),
  ...options,
});

/** Starts a service for as long as a function takes. */
async function withService(
  options: Options,
  env: object,
  use: (service: RunningService<object>) => Promise<void>,
): Promise<void> {
  const service = await startService(optionsOf(options, env));
  try {
    await use(service);
  } finally {
    await service.close();
  }
}

const named: RequestHandler = (_, response, next) => {
  response.setHeader('X-Before', 'yes');
  next();
};
const teapot: RequestHandler = (_, response) => {
  response.status(418).end();
};

const authorized = { headers: { authorization: 'Bearer secret' } };

it('has the tokens of the configuration, metrics by operation, a line for each request', async () => {
  const logs = new LogLines();
  const register = new Registry();
  new Counter({ name: 'books_read_total', help: 'Books', registers: [register] }).inc(3);
  const options = { log: logs.log, requestLines: logs, metrics: [register] };
  await withService(options, { LOG_LEVEL: 'info' }, async ({ url }) => {
    expect((await fetch(`${url}/books/1`)).status).toBe(401);
    expect(await (await fetch(`${url}/books/1`, authorized)).text()).toBe('Emma');
    const line = await logs.nextRequest(1);
    expect(line).toMatchObject({ operationId: 'readBook', status: 200, path: '/books/{id}' });
    const { values } = await readMetrics(url);
    expect(values.get('http_requests_total{operation="readBook",status="200"}')).toBe(1);
    expect(values.get('books_read_total')).toBe(3);
  });
});

it('hands over what its middleware knows, also when it is replaced', async () => {
  const greet = (_: never, { locals }: HandlerContext<object, object, { reader: string }>) =>
    Promise.resolve({ status: 200, body: locals.reader });
  const before: RequestHandler[] = [
    (_, response, next) => {
      response.locals.reader = 'Ada';
      next();
    },
  ];
  const program = { contract, validators, handlers: { readBook: greet } };
  const service = await startService({
    ...program,
    dependencies: {},
    config: readServiceConfig({ ...ENV }),
    middleware: { before },
    locals: (_, response) => ({ reader: String(response.locals.reader) }),
  });
  expect(await (await fetch(`${service.url}/books/1`, authorized)).text()).toBe('Ada');
  await service.replace(program);
  expect(await (await fetch(`${service.url}/books/1`, authorized)).text()).toBe('Ada');
  await service.close();
});

it('logs requests by a logger from elsewhere', async () => {
  const logs = new LogLines();
  await withService({ log: logs.log }, {}, async ({ url }) => {
    await fetch(`${url}/books/1`, authorized);
    const { level, time, ...line } = await logs.nextRequest(0);
    expect([level, typeof time]).toEqual([30, 'number']);
    expect(line).toMatchObject({ operationId: 'readBook', status: 200, msg: 'request' });
  });
});

it('publishes the generated document, and the docs page', async () => {
  await withService({ document: json }, {}, async ({ url }) => {
    const statuses = ['live', 'ready', 'openapi.json', 'openapi.yaml', 'docs'].map(
      async (page) => (await fetch(`${url}/-/${page}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200]);
    expect(await (await fetch(`${url}/-/openapi.json`)).json()).toEqual({ openapi: '3.1.0' });
  });
});

it('publishes nothing where no document is given', async () => {
  await withService({}, {}, async ({ url }) => {
    const statuses = ['live', 'openapi.json', 'docs'].map(
      async (page) => (await fetch(`${url}/-/${page}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404]);
  });
});

it('says why it is not ready, at the port of its own', async () => {
  let reason: string | undefined = 'the shelf is empty';
  const env = { MANAGEMENT_PORT: '0' };
  await withService({ notReady: () => reason }, env, async ({ url, managementUrl }) => {
    expect(managementUrl).not.toBe(url);
    const busy = await fetch(`${managementUrl}/-/ready`);
    expect([busy.status, await busy.json()]).toEqual([
      503,
      { status: 'not ready', reason: 'the shelf is empty' },
    ]);
    reason = undefined;
    expect((await fetch(`${managementUrl}/-/ready`)).status).toBe(200);
  });
});

it('has authenticators of its own, and middleware around the contract', async () => {
  const options: Options = {
    authenticators: ({ config }) => ({
      token: (token) =>
        token === 'mine' && config.accessTokens.length === 1
          ? { outcome: 'accepted', principal: { name: 'me' } }
          : { outcome: 'rejected' },
    }),
    middleware: {
      before: [named],
      after: [teapot],
    },
  };
  await withService(options, {}, async ({ url }) => {
    expect((await fetch(`${url}/books/1`, authorized)).status).toBe(401);
    const mine = await fetch(`${url}/books/1`, { headers: { authorization: 'Bearer mine' } });
    expect([mine.status, mine.headers.get('X-Before')]).toEqual([200, 'yes']);
    expect((await fetch(`${url}/elsewhere`)).status).toBe(418);
  });
});

it('closes what handlers use after the last response', async () => {
  const events: string[] = [];
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const slow: AnyHandler<object> = async () => {
    begun();
    await sleep(50);
    events.push('responded');
    return { status: 200, body: 'late' };
  };
  const close = (): void => {
    events.push('closed');
  };
  const service = await startService(optionsOf({ handlers: { readBook: slow }, close }));
  const response = fetch(`${service.url}/books/1`, authorized);
  await hasBegun;
  await service.close();
  expect(events).toEqual(['responded', 'closed']);
  expect(await (await response).text()).toBe('late');
});

describe('a start that fails', () => {
  const faults: Readonly<Record<string, [Options, object, string]>> = {
    'without a handler': [{ handlers: {} }, {}, 'The operation "readBook" has no handler'],
    'in production, with an operation that nobody has written': [
      { handlers: { readBook: notImplemented } },
      { NODE_ENV: 'production' },
      'Not implemented yet: readBook; ALLOW_UNIMPLEMENTED=1 starts all the same',
    ],
    'without its document': [
      { document: 'nowhere.json' },
      {},
      `There is no document at ${path.resolve('nowhere.json')}; npm run generate writes it`,
    ],
  };
  itEach(faults)('%s says so, and closes what handlers use', async (_, options, env, message) => {
    let closed = 0;
    const close = (): void => {
      closed++;
    };
    const start = startService(optionsOf({ ...options, close }, env));
    await expect(start).rejects.toThrow(message);
    expect(closed).toBe(1);
  });

  it('at a port that is taken says so', async () => {
    await withService({}, {}, async ({ url }) => {
      const env = { PORT: new URL(url).port };
      await expect(startService(optionsOf({}, env))).rejects.toThrow('the port is in use');
    });
  });
});

it('serves an operation that nobody has written as 501, where that is allowed', async () => {
  const logs = new LogLines();
  const options = { handlers: { readBook: notImplemented }, log: logs.log };
  await withService(options, {}, async ({ url }) => {
    expect((await fetch(`${url}/books/1`, authorized)).status).toBe(501);
    const [line] = logs.withMessage('operations that are not implemented yet respond 501');
    expect(line).toMatchObject({ operations: ['readBook'], count: 1 });
  });
});

describe('at its start', () => {
  const HIDDEN = 'operations whose document has 400 but no 429 respond 400 over a rate limit';
  const NOT_PRODUCTION =
    'NODE_ENV is not "production", so it is read as development: responses of handlers are validated';

  /** The lines of a service with these statuses of its only operation. */
  const linesOf = async (
    statuses: readonly string[],
    env: object = {},
    options: Options = {},
  ): Promise<LogLines> => {
    const responses = Object.fromEntries(
      ['200', ...statuses].map((status) => [status, { description: 'So it is' }]),
    );
    const paths = { '/books': { get: { operationId: 'listBooks', responses } } };
    const info = { title: 'Library', version: '1' };
    const text = JSON.stringify({ openapi: '3.1.0', info, paths });
    const program = loadContract(parseSource(text, 'library.json').document);
    const handlers = { listBooks: () => Promise.resolve({ status: 200 }) };
    const logs = new LogLines();
    await withService({ ...program, handlers, log: logs.log, ...options }, env, () =>
      Promise.resolve(),
    );
    return logs;
  };

  itEach<[statuses: string[], env: object, options: Options, count: number]>({
    'a limit and 400': [['400'], { RATE_LIMIT: 'token=9/m' }, {}, 1],
    'its own limit and 400': [
      ['400'],
      {},
      { limits: { listBooks: { rateLimit: 'token=9/m' } } },
      1,
    ],
    'no limit': [['400'], {}, {}, 0],
    'a limit and 429': [['400', '429'], { RATE_LIMIT: 'token=9/m' }, {}, 0],
    'a limit and 4XX': [['400', '4XX'], { RATE_LIMIT: 'token=9/m' }, {}, 0],
    'a limit and default': [['default'], { RATE_LIMIT: 'token=9/m' }, {}, 0],
    'a limit and no error at all': [[], { RATE_LIMIT: 'token=9/m' }, {}, 0],
  })(
    'tells of an operation with %s only what hides its 429',
    async (_, statuses, env, own, count) => {
      const lines = (await linesOf(statuses, env, own)).withMessage(HIDDEN);
      const want = { level: 40, operations: ['listBooks'], count: 1 };
      expect(lines).toEqual(Array.from({ length: count }, () => expect.objectContaining(want)));
    },
  );

  it.each([
    ['prod', 1],
    [' Production ', 1],
    ['prd', 1],
    ['production', 0],
    ['development', 0],
    ['preprod', 0],
    ['', 0],
  ])('warns of NODE_ENV=%j %d times', async (nodeEnv, count) => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = nodeEnv;
    try {
      const lines = (await linesOf([])).withMessage(NOT_PRODUCTION);
      const want = { level: 40, NODE_ENV: nodeEnv };
      expect(lines).toEqual(Array.from({ length: count }, () => expect.objectContaining(want)));
    } finally {
      process.env.NODE_ENV = before;
    }
  });
});

it('takes the tokens of a store, until they are revoked, and records their uses when it ends', async () => {
  const record: TokenRecord = {
    id: 'of-ada',
    hash: createHash('sha256').update('stored').digest(),
    label: 'Ada',
    scopes: [],
    createdAt: new Date(0),
  };
  const records = new Map([[record.hash.toString('hex'), record]]);
  const used: string[] = [];
  const tokens = {
    findByHash: (hash: Buffer) => Promise.resolve(records.get(hash.toString('hex'))),
    markUsed: (uses: ReadonlyMap<string, Date>) => {
      used.push(...uses.keys());
      return Promise.resolve();
    },
  };
  const close = jest.fn(() => expect(used).toEqual(['of-ada']));
  await withService({ tokens, close }, {}, async ({ url }) => {
    const statusOf = async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${url}/books/1`, { headers })).status;
    };
    expect(await statusOf('stored')).toBe(200);
    expect(await statusOf('secret')).toBe(200);
    expect(await statusOf('another')).toBe(401);
    records.set(record.hash.toString('hex'), { ...record, revokedAt: new Date() });
    expect(await statusOf('stored')).toBe(401);
  });
  expect(close).toHaveBeenCalledTimes(1);
});

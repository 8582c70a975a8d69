import { setTimeout as sleep } from 'node:timers/promises';
import { loadContract } from '../../../src/tools/generate';
import { parseSource } from '../../../src/tools/document';
import {
  type CounterTable,
  readServiceConfig,
  type RunningService,
  startService,
  type StartServiceOptions,
} from '../../../src/runtime/service';
import { RawConnection } from '../../support/raw-connection';
import { turns } from '../../support/waiting';

/** Bounds of single operations: those of the document, and those that a service sets beside it. */

const document = (extensions = ''): string => `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post: &add
      operationId: addNote
      x-max-body-bytes: 24MiB
      security: [{ token: [] }]
      requestBody: { content: { application/json: { schema: { type: string } } } }
      responses: &responses { 200: { description: Added }, 4XX: { description: Refused }, 503: { description: Away } }
      ${extensions}
    get: { operationId: readNotes, security: [{ token: [] }], responses: *responses }
    delete: { operationId: dropNotes, x-rate-limit: 'address=1/m', responses: *responses }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;

const ENV = { PORT: '0', ACCESS_TOKENS: 'one,two', SHUTDOWN_GRACE_MS: '1000', LOG_LEVEL: 'silent' };

type Options = Pick<StartServiceOptions<object>, 'limits' | 'counters'>;

function start(extensions: string, env: object, options: Options): Promise<RunningService<object>> {
  const { contract, validators } = loadContract(
    parseSource(document(extensions), 'notes.yaml').document,
  );
  const done = () => Promise.resolve({ status: 200 });
  return startService({
    contract,
    validators,
    handlers: { addNote: done, readNotes: done, dropNotes: done },
    dependencies: {},
    config: readServiceConfig({ ...ENV, ...env }),
    ...options,
  });
}

async function withService(
  { extensions = '', env = {}, ...options }: Options & { extensions?: string; env?: object },
  use: (service: RunningService<object>) => Promise<void>,
): Promise<void> {
  const service = await start(extensions, env, options);
  try {
    await use(service);
  } finally {
    await service.close();
  }
}

function send(
  { url }: RunningService<object>,
  method: string,
  body?: string,
  token = 'one',
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${url}/notes`, { method, headers, ...(body !== undefined && { body }) });
}

const textOf = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`;

describe('the size of a body', () => {
  it.each<[string, Options, taken: number]>([
    ['of the document', {}, 3_000_000],
    ['of the option, before that', { limits: { addNote: { maxBodyBytes: 5_000_000 } } }, 5_000_000],
  ])('is that %s', async (_, options, taken) => {
    await withService(options, async (service) => {
      expect((await send(service, 'POST', textOf(taken))).status).toBe(200);
      const bound = options.limits?.addNote?.maxBodyBytes ?? 24 * 2 ** 20;
      expect((await send(service, 'POST', textOf(bound + 1))).status).toBe(413);
    });
  });

  it('leaves room for several of the largest that arrive at the same time', async () => {
    await withService({}, async (service) => {
      const body = textOf(24 * 2 ** 20);
      const head = [
        'POST /notes HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer one',
        `Content-Type: application/json\r\nContent-Length: ${body.length}`,
        '',
      ];
      const open = (): Promise<RawConnection> => RawConnection.open(service.url);
      const connections = await Promise.all(Array.from({ length: 3 }, open));
      for (const each of connections) each.write(head).write(body.slice(0, -1));
      // Of each, all but the last byte.
      while ((await pendingBytes(connections)) > 0) await sleep(10);
      for (const each of connections) each.write('"');
      for (const each of connections) expect(await each.response()).toMatchObject({ status: 200 });
    });
  });

  it.each<[string, Options['limits'], RegExp]>([
    ['of no operation', { other: { maxBodyBytes: 1 } }, /^The limits of "other" belong to no /],
    ['of no number', { addNote: { maxBodyBytes: NaN } }, /^The limit maxBodyBytes of "addNote" is/],
    [
      'of no rate',
      { addNote: { rateLimit: '1/week' } },
      /^The rateLimit of "addNote" is "1\/week"/,
    ],
    ['of failures', { addNote: { rateLimit: 'failures=1/s' } }, /none of failures$/],
  ])('is not set %s', async (_, limits, message) => {
    await expect(start('', {}, { limits: limits ?? {} })).rejects.toThrow(message);
  });
});

async function pendingBytes(connections: readonly RawConnection[]): Promise<number> {
  await sleep(10);
  return connections.reduce((bytes, each) => bytes + each.unsentBytes, 0);
}

async function statuses(
  service: RunningService<object>,
  ...each: readonly (readonly [method: string, token?: string])[]
): Promise<number[]> {
  const found: number[] = [];
  for (const [method, token] of each) {
    found.push((await send(service, method, method === 'POST' ? '"a"' : undefined, token)).status);
  }
  return found;
}

const POST = ['POST'] as const;
const GET = ['GET'] as const;

describe('the rate of an operation', () => {
  const extensions = "x-rate-limit: 'token=2/m'";

  it('counts its own requests, by caller', async () => {
    await withService({ extensions }, async (service) => {
      const told = await statuses(service, POST, GET, POST, POST, GET, ['POST', 'two']);
      expect(told).toEqual([200, 200, 200, 429, 200, 200]);
      expect(await statuses(service, ['DELETE'], ['DELETE'])).toEqual([200, 429]);
    });
  });

  it('is that of the option, before the document', async () => {
    await withService(
      { extensions, limits: { addNote: { rateLimit: 'token=1/m' } } },
      async (service) => expect(await statuses(service, POST, POST)).toEqual([200, 429]),
    );
  });

  it('stands beside that of the service, and clients are told of both', async () => {
    await withService({ extensions, env: { RATE_LIMIT: 'token=4/m' } }, async (service) => {
      const fieldsOf = ({ headers }: Response): unknown =>
        ['ratelimit-policy', 'ratelimit'].map((name) =>
          headers.get(name)?.replaceAll(/t=\d+/g, 't'),
        );
      const [first, , third] = [
        await send(service, 'POST', '"a"'),
        await send(service, 'POST', '"a"'),
        await send(service, 'POST', '"a"'),
      ];
      expect(fieldsOf(first)).toEqual([
        '"token";q=4;w=60, "addNote-token";q=2;w=60',
        '"token";r=3;t, "addNote-token";r=1;t',
      ]);
      expect(third.status).toBe(429);
      expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(fieldsOf(await send(service, 'GET'))).toEqual(['"token";q=4;w=60', '"token";r=0;t']);
      expect(await statuses(service, GET)).toEqual([429]);
    });
  });

  it('counts bytes of bodies', async () => {
    await withService({ extensions: 'x-rate-limit: token-bytes=1KiB/m' }, async (service) => {
      expect((await send(service, 'POST', textOf(2_000))).status).toBe(200);
      expect(await statuses(service, POST, GET)).toEqual([429, 200]);
    });
  });

  it('is shared by instances, under keys of its own', async () => {
    const used = new Map<string, number>();
    const counters: CounterTable = {
      prepare: () => Promise.resolve(),
      prune: () => Promise.resolve(),
      add: (rows) =>
        Promise.resolve(
          rows.map(({ key, amount }) => {
            used.set(key, (used.get(key) ?? 0) + amount);
            return { key, used: used.get(key) ?? 0, msLeft: 60_000 };
          }),
        ),
    };
    const shared = {
      extensions: "x-rate-limit: 'token=40/m'",
      env: { RATE_LIMIT: 'token=40/m' },
      counters,
    };
    await withService(shared, async (one) => {
      await withService(shared, async (two) => {
        await Promise.all(Array.from({ length: 40 }, () => send(one, 'POST', '"a"')));
        while ([...used.values()].join() !== '40,40') await sleep(20);
        expect(await statuses(two, POST)).toEqual([200]);
        while ([...used.values()].join() !== '41,41') await sleep(20);
        await turns();
        expect(await statuses(two, POST)).toEqual([429]);
        expect([...used.keys()].every((key) => key.length <= 100)).toBe(true);
      });
    });
  });

  it.each(["'100'", "'failures=3/m'", '7', "'token=1/s,token=2/s'"])(
    'is warned of, and does not count, where it is %s',
    (limit) => {
      const { document: source } = parseSource(document(`x-rate-limit: ${limit}`), 'notes.yaml');
      const told: string[] = [];
      const { contract } = loadContract(source, {
        report: ({ pointer, message }) => told.push(`${pointer} ${message}`),
      });
      expect(told).toEqual([
        '/paths/~1notes/post/x-rate-limit does not count; write limits such as "token=10/m", as in RATE_LIMIT, but none of failures',
      ]);
      expect(contract.operations.map(({ rateLimits }) => rateLimits?.length)).toEqual([
        undefined,
        undefined,
        1,
      ]);
    },
  );
});

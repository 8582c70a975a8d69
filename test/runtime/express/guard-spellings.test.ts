import type { Server } from 'node:http';
import { connect } from 'node:net';
import express, {
  json,
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
} from 'express';
import express4 from 'express4';
import { createService } from '../../../src/runtime/contract';
import {
  contractGuard,
  contractHandler,
  type ContractGuardOptions,
  createHttpServer,
} from '../../../src/runtime/express';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { isLong } from '../../support/runs';
import { serveApp } from '../../support/serve-app';

/**
 * Routes of Express behind a contract, and requests for them in spellings that two routers may read in two ways. Without
 * a session, none may reach a route that wants one, or a route of another operation than the one it was admitted as.
 */

const OPEN = 'security: [], responses: { 200: { description: x } }';
const CLOSED = 'responses: { 200: { description: x } }';
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';

const { document } = parseSource(
  `
openapi: 3.1.0
info: { title: Garden, version: 1.0.0 }
security: [{ session: [] }]
paths:
  /: { get: { operationId: root, ${CLOSED} } }
  /trees: { get: { operationId: listTrees, ${CLOSED} }, post: { operationId: addTree, ${CLOSED} } }
  /trees/{id}: { ${ID}, get: { operationId: getTree, ${CLOSED} }, delete: { operationId: cutTree, ${CLOSED} } }
  /users/admin: { get: { operationId: getAdmin, ${CLOSED} } }
  /users/{id}: { ${ID}, get: { operationId: getUser, ${OPEN} } }
  /items/open: { get: { operationId: openItems, ${OPEN} } }
  /items/{id}: { ${ID}, get: { operationId: getItem, ${CLOSED} } }
  /plots/search: { post: { operationId: searchPlots, ${OPEN} } }
  /plots/{id}: { ${ID}, get: { operationId: getPlot, ${CLOSED} } }
  /names/{id}:undo: { ${ID}, post: { operationId: undoName, ${CLOSED} } }
  /names/{id}: { ${ID}, post: { operationId: setName, ${OPEN} } }
  /fr%C3%BCchte/rot gelb: { get: { operationId: fruit, ${CLOSED} } }
  /seeds?kind=new: { get: { operationId: newSeeds, ${OPEN} } }
  /Beds/: { get: { operationId: beds, ${CLOSED} } }
  /faulty: { get: { operationId: faulty, parameters: [{ name: q, in: query, schema: { type: integr } }], ${CLOSED} } }
  /users/root: { get: { operationId: rootUser, parameters: [{ name: q, in: query, schema: { type: integr } }], ${CLOSED} } }
  /nowhere: { $ref: '#/components/pathItems/nowhere' }
components: { securitySchemes: { session: { type: apiKey, in: cookie, name: sid } } }
`,
  'garden.yaml',
);

/** The routes that an application has for the document, in Express's spelling, and one outside of it. */
const ROUTES: readonly [operationId: string, method: 'get' | 'post' | 'delete', path: string][] = [
  ['root', 'get', '/'],
  ['listTrees', 'get', '/trees'],
  ['addTree', 'post', '/trees'],
  ['getTree', 'get', '/trees/:id'],
  ['cutTree', 'delete', '/trees/:id'],
  ['getAdmin', 'get', '/users/admin'],
  ['rootUser', 'get', '/users/root'],
  ['getUser', 'get', '/users/:id'],
  ['openItems', 'get', '/items/open'],
  ['getItem', 'get', '/items/:id'],
  ['searchPlots', 'post', '/plots/search'],
  ['getPlot', 'get', '/plots/:id'],
  ['undoName', 'post', '/names/:id\\:undo'],
  ['setName', 'post', '/names/:id'],
  ['fruit', 'get', '/fr%C3%BCchte/rot%20gelb'],
  ['newSeeds', 'get', '/seeds'],
  ['beds', 'get', '/Beds/'],
  ['faulty', 'get', '/faulty'],
  ['nowhere', 'get', '/nowhere'],
  ['outside', 'get', '/outside'],
];

const PUBLIC = new Set(['getUser', 'openItems', 'searchPlots', 'setName', 'newSeeds']);

const CONTRACT = loadContract(document);

type Options = Partial<ContractGuardOptions<unknown>>;

const guardOf = (options: Options = {}): Promise<RequestHandler> =>
  contractGuard({
    ...CONTRACT,
    authenticators: AUTHENTICATORS,
    onFault: () => undefined,
    ...options,
  });

const AUTHENTICATORS = {
  session: (sid: string) =>
    sid === 'good'
      ? ({ outcome: 'accepted', principal: { name: 'Ann' } } as const)
      : ({ outcome: 'rejected' } as const),
};

/** What has the routes of an application: itself, or one of its routers. */
type Routed = Pick<Express, 'route'>;

/** The routes, each of which says which one ran, and as which operation the guard admitted it. */
function addRoutes<T extends Routed>(routed: T, before: RequestHandler[] = [], at = ''): T {
  for (const [operationId, method, path] of ROUTES) {
    const handlers: RequestHandler[] = [
      ...(operationId === 'outside' ? [] : before),
      (req, res) => {
        const { contract = { operationId: 'none' } } = req as {
          contract?: { operationId: string };
        };
        res.set({ 'x-route': operationId, 'x-admitted': contract.operationId }).send('reached');
      },
    ];
    routed.route(at + path)[method](...handlers);
  }
  return routed;
}

/** An application, the path of its routes, and its server unless that is Node's. */
type Shape = (create: typeof express) => Promise<[Express, at?: string, server?: Server]>;

const strictly = { caseSensitive: true, strict: true };

const SHAPES: Readonly<Record<string, Shape>> = {
  'in front': async (create) => [addRoutes(create().use(await guardOf()))],
  'in each route': async (create) => [addRoutes(create(), [await guardOf()])],
  'in each route, told to let others pass': async (create) => [
    addRoutes(create(), [await guardOf({ fallThrough: true })]),
  ],
  'in front, under a path': async (create) => [
    addRoutes(create().use('/v1', await guardOf()), [], '/v1'),
    '/v1',
  ],
  'in a router': async (create) => {
    const router = create.Router().use(await guardOf());
    return [create().use('/v1', addRoutes(router)), '/v1'];
  },
  'behind a parser': async (create) => [addRoutes(create().use(json(), await guardOf()))],
  'in an application with case and slashes': async (create) => {
    const app = create().enable('case sensitive routing').enable('strict routing');
    return [addRoutes(app.use(await guardOf()))];
  },
  'in front of a router that does not inherit case and slashes': async (create) => {
    const app = create().enable('case sensitive routing').enable('strict routing');
    return [app.use(await guardOf(), addRoutes(create.Router()))];
  },
  'in front of a router with case and slashes': async (create) => [
    create().use(await guardOf(), addRoutes(create.Router(strictly))),
  ],
  'in a router with case and slashes': async (create) => {
    const router = create.Router(strictly).use(await guardOf());
    return [create().use(router, addRoutes(create.Router()))];
  },
  'behind a route that matched before': async (create) => {
    const guard = await guardOf();
    const app = create();
    app.all(/.*/, (_req, _res, next) => next());
    return [addRoutes(app.use(guard))];
  },
  'told to refuse others': async (create) => [
    addRoutes(create().use(await guardOf({ fallThrough: false }))),
  ],
  'on the server of this project': async (create) => {
    const app = addRoutes(create().use(await guardOf()));
    return [app, '', createHttpServer(app, { requestTimeoutMs: 5_000, onFault: () => undefined })];
  },
  'a service that lets others pass': async (create) => {
    const service = await createService({
      ...CONTRACT,
      handlers: Object.fromEntries(
        CONTRACT.contract.operations.map(({ operationId }) => [
          operationId,
          () => Promise.resolve({ status: 200 } as const),
        ]),
      ),
      dependencies: undefined,
      authenticators: AUTHENTICATORS,
      maxBodyBytes: 1_000,
      validateResponses: false,
      onFault: () => undefined,
    });
    return [addRoutes(create().use(contractHandler(service, { fallThrough: true })))];
  },
};

/** Paths as routers may read them for one of the document. */
const PATHS = [
  ...['/trees', '/TREES', '/Trees', '/trees/', '/TREES/', '/trees//', '//trees', '/./trees'],
  ...['/x/../trees', '/%74rees', '/tree%73', '/%54REES', '/trees%2f', '/trees%2F1', '/trees%20'],
  ...['/trees?a=b', '/trees?', '/TREES?/x', '/trees#x', '/trees?a#x', '/trees\\', '/trees\\#'],
  ...['\\trees', '/x\\..\\trees', '/trees;a=b', '/trees%', '/trees%00', '/tre\u017f', '/\xa0trees'],
  ...['/trees/1', '/TREES/1', '/trees/1/', '/TREES/1/', '/trees/%31', '/trees/1%2f', '/trees/%ff'],
  ...['/trees/a#f', '/trees/..', '/trees/%2e%2e', '/trees//1', '/Trees/1?x#y', '/trees/1\\'],
  ...['/users/admin', '/users/ADMIN', '/users/admin/', '/users/%61dmin', '/Users/Admin'],
  ...['/users/1', '/USERS/1', '/users/root', '/users/ROOT', '/users/%72oot', '/users/root/'],
  ...['/users/admin#', '/items/open', '/items/%6Fpen', '/items/OPEN', '/items/%6fpen/', '/items/1'],
  ...['/ITEMS/open/', '/plots/search', '/plots/SEARCH', '/plots/search/', '/plots/%73earch'],
  ...['/plots/1', '/PLOTS/1', '/names/a:undo', '/names/a:UNDO', '/names/a%3Aundo'],
  ...['/names/a%3aundo/', '/NAMES/a:undo', '/fr%C3%BCchte/rot%20gelb', '/fr%c3%bcchte/rot%20gelb'],
  ...['/FR%C3%BCCHTE/rot%20gelb/', '/fr%C3%BCchte/rot gelb', '/fr\xfcchte/rot%20gelb', '/seeds'],
  ...['/SEEDS?kind=old', '/seeds/', '/seeds?kind=new', '/Beds/', '/beds', '/BEDS', '/faulty'],
  ...['/FAULTY/', '/faulty?q=1', '/%66aulty', '/nowhere', '/NOWHERE', '/nowhere/', '', '/', '//'],
  ...['/?', '/#', '///', '/outside', '/OUTSIDE/'],
];

const ABSOLUTE = ['http://h', 'HTTP://h:80', 'https://h', 'ftp://h', 'http://u:p@h', '//h', 'h:'];

function targetsOf(at: string): string[] {
  const paths = PATHS.map((path) => at + path);
  const absolute = ABSOLUTE.flatMap((host) =>
    ['/trees', '/TREES/', '/users/ADMIN', '/trees#x', '?x'].map((path) => host + at + path),
  );
  return [...paths, ...absolute, `${at.toUpperCase()}/trees`, '*', '?', 'trees', `x${at}/trees`];
}

interface Answer {
  readonly status: number;
  readonly route: string | undefined;
  readonly admitted: string | undefined;
}

/** Sends one request in exactly these bytes. */
function send(port: number, method: string, target: string, cookie = ''): Promise<Answer> {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: h', 'Connection: close', cookie];
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => {
      const field = (name: string): string | undefined =>
        new RegExp(`^${name}: (.*?)\r?$`, 'im').exec(text)?.[1];
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
      resolve({ status, route: field('x-route'), admitted: field('x-admitted') });
    });
    const head = lines.filter((line) => line !== '').join('\r\n');
    socket.write(Buffer.from(`${head}\r\n\r\n`, 'latin1'));
  });
}

const onError: ErrorRequestHandler = (error: { status?: number }, _req, res, next) => {
  if (res.headersSent) next(error);
  else res.status(error.status ?? 500).end();
};

async function serve([app, , server]: Awaited<ReturnType<Shape>>): Promise<number> {
  app.set('env', 'test');
  return Number(new URL(await serveApp(app.use(onError), server)).port);
}

/** The methods, each with the targets for which a route may have it. */
const METHODS: readonly [string, RegExp][] = [
  ['GET', /^/],
  ['HEAD', /[#\\%]|root|search/i],
  ['POST', /trees[^/]*$|plots|names/i],
  ['DELETE', /trees\/+[^/]/i],
];

const VERSIONS: readonly [string, typeof express][] = [
  ['Express 5', express],
  ['Express 4', express4],
];

/** Of how many shapes one has a target in the usual run. */
const SHARE = isLong ? 1 : 7;

/** The targets for a shape and a version; other shapes have them for the other version. */
function targetsFor(shape: string, create: typeof express, at?: string): string[] {
  const rest = Object.keys(SHAPES).indexOf(shape) + (create === express ? 0 : 1);
  return targetsOf(at ?? '').filter((_, index) => (index + rest) % SHARE === 0);
}

describe.each(VERSIONS)('%s', (_, create) => {
  it.each(Object.entries(SHAPES))(
    'keeps requests without a session out: %s',
    async (name, shape) => {
      const made = await shape(create);
      const port = await serve(made);
      const passed: string[] = [];
      for (const [method, of] of METHODS) {
        const targets = targetsFor(name, create, made[1]);
        const each = targets
          .filter((target) => of.test(target))
          .map(async (target) => {
            const { route, admitted } = await send(port, method, target);
            if (route === undefined || route === 'outside') return;
            if (!(PUBLIC.has(route) && admitted === route)) {
              passed.push(`${method} ${target} reaches ${route}, admitted as ${admitted}`);
            }
          });
        await Promise.all(each);
      }
      expect(passed).toEqual([]);
    },
  );

  it.each(Object.entries(SHAPES).filter(([name]) => !name.startsWith('a service')))(
    'serves what is allowed: %s',
    async (name, shape) => {
      const made = await shape(create);
      const [, at = ''] = made;
      const port = await serve(made);
      const rows = [
        ['GET', '/trees', 'listTrees'],
        ['POST', '/trees?x=1', 'addTree'],
        ['GET', '/trees/1', 'getTree'],
        ['DELETE', '/trees/%31', 'cutTree'],
        ['GET', '/users/admin', 'getAdmin'],
        ['GET', '/users/1', 'getUser'],
        ['GET', '/items/open', 'openItems'],
        ['POST', '/names/a:undo', 'undoName'],
        ['GET', '/fr%C3%BCchte/rot%20gelb', 'fruit'],
        ['GET', '/seeds?kind=new', 'newSeeds'],
        ['GET', '/Beds/', 'beds'],
        ['HEAD', '/trees', 'listTrees'],
      ] as const;
      for (const [method, path, operationId] of rows) {
        const { route, admitted } = await send(port, method, at + path, 'Cookie: sid=good');
        expect([method, path, route, admitted]).toEqual([method, path, operationId, operationId]);
      }
      const outside = name === 'told to refuse others' ? undefined : 'outside';
      expect((await send(port, 'GET', `${at}/outside`)).route).toBe(outside);
    },
  );

  it('reads what only Express takes for a path as the operation that Express runs', async () => {
    const port = await serve([addRoutes(create().use(await guardOf()))]);
    const answers = await Promise.all(
      ['/TREES', '/trees/', '/TREES/1/?x=1', 'http://h/TREES'].map((target) =>
        send(port, 'GET', target, 'Cookie: sid=good'),
      ),
    );
    expect(answers.map(({ route }) => route)).toEqual([
      'listTrees',
      'listTrees',
      'getTree',
      'listTrees',
    ]);
  });

  it.each([
    ['/trees#x', 400],
    ['ftp://h/trees', 400],
    ['http://u:p@h/trees', 400],
    ['/users/ADMIN', 404],
    ['/items/%6Fpen', 404],
    ['/plots/search', 405],
    ['/seeds', 404],
    ['/faulty', 500],
    ['/users/root', 500],
    ['/nowhere', 500],
    ['/TREES', 401],
  ])('answers GET %s without a session with %d', async (target, status) => {
    const port = await serve([addRoutes(create().use(await guardOf()))]);
    expect(await send(port, 'GET', target)).toEqual({
      status,
      route: undefined,
      admitted: undefined,
    });
  });

  it('refuses what the document lacks within a route, unless it is told to let it pass', async () => {
    const app = create();
    const [guard, open] = [await guardOf(), await guardOf({ fallThrough: true })];
    app.get('/one', guard, (_, res) => void res.set('x-route', 'one').end());
    app.get('/two', open, (_, res) => void res.set('x-route', 'two').end());
    const port = await serve([app]);
    expect(await send(port, 'GET', '/one')).toMatchObject({ status: 404, route: undefined });
    expect(await send(port, 'GET', '/two')).toMatchObject({ status: 200, route: 'two' });
  });
});

it.each([
  ['/ſ', '/s'],
  ['/stra\u00dfe', '/strasse'],
  ['/a\ud800', '/a%EF%BF%BD'],
])('does not take %j for another path', async (path, other) => {
  const get = { responses: { 200: { description: 'x' } } };
  const loaded = loadContract({
    openapi: '3.1.0',
    info: { title: 'Paths', version: '1' },
    paths: { [path]: { get }, '/other': { get } },
  });
  const app = express().use(await guardOf({ ...loaded, authenticators: {} }));
  app.use((req, res) => void res.set('x-route', req.contract?.operationId ?? 'outside').end());
  const port = await serve([app]);
  expect(await send(port, 'GET', other)).toMatchObject({ status: 200, route: 'outside' });
});

it('says at the start which operations are not guarded, and why', async () => {
  const faults: string[] = [];
  await guardOf({ onFault: (error) => faults.push(String(error)) });
  expect(faults).toEqual([
    'Error: The guard answers 500 for operations that generation left out; correct the document and generate again: ' +
      'GET /faulty, because of the fault at /paths/~1faulty/get/parameters/0/schema/type; ' +
      'GET /users/root, because of the fault at /paths/~1users~1root/get/parameters/0/schema/type; ' +
      'GET, PUT, POST, DELETE, OPTIONS, HEAD, PATCH, TRACE, QUERY /nowhere, because of the fault at /paths/~1nowhere',
  ]);
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import express4 from 'express4';
import { createService } from '../../../src/runtime/contract';
import { contractGuard, contractHandler } from '../../../src/runtime/express';
import { selectPart } from '../../../src/tools/document/part/select-part';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { sendRaw } from '../../support/raw-http';

/** Routes behind the guard of a part of a document: none of an excluded operation runs, however it is spelled. */

const DONE = 'responses: { 200: { description: x } }';
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';

const whole = parseSource(
  `
openapi: 3.1.0
info: { title: Garden, version: 1.0.0 }
servers: [{ url: /v1 }]
paths:
  /trees: { get: { operationId: listTrees, ${DONE} }, post: { operationId: addTree, tags: [out], ${DONE} } }
  /trees/{id}: { ${ID}, get: { operationId: getTree, ${DONE} } }
  /trees/mine: { get: { operationId: myTree, tags: [out], ${DONE} } }
  /plots/{id}: { ${ID}, get: { operationId: getPlot, tags: [out], ${DONE} } }
  /plots/open: { get: { operationId: openPlots, ${DONE} } }
  /seeds?kind=new: { get: { operationId: newSeeds, tags: [out], ${DONE} } }
  /seeds: { get: { operationId: seeds, ${DONE} } }
  /Beds/: { get: { operationId: beds, tags: [out], servers: [{ url: /v2 }], ${DONE} } }
  /trees/sick: { get: { operationId: sickTree, parameters: [{ name: q, in: query, schema: { type: integr } }], ${DONE} } }
  /faulty: { get: { operationId: faulty, parameters: [{ name: q, in: query, schema: { type: integr } }], ${DONE} } }
`,
  'garden.yaml',
);
const { document, part } = selectPart(whole, { exclude: ['tag:out'] });
const CONTRACT = loadContract(document, { part });

/** The routes of an application, by operation. */
const ROUTES: readonly [operationId: string, method: 'get' | 'post', path: string][] = [
  ['listTrees', 'get', '/trees'],
  ['addTree', 'post', '/trees'],
  ['myTree', 'get', '/trees/mine'],
  ['getTree', 'get', '/trees/:id'],
  ['openPlots', 'get', '/plots/open'],
  ['getPlot', 'get', '/plots/:id'],
  ['newSeeds', 'get', '/seeds'],
  ['beds', 'get', '/Beds/'],
  ['outside', 'get', '/outside'],
];
const isExcluded = (operationId: string): boolean =>
  ['getPlot', 'addTree', 'myTree', 'newSeeds', 'beds'].includes(operationId);

const faults: string[] = [];
let warn: jest.SpyInstance;
beforeAll(() => {
  warn = jest.spyOn(process, 'emitWarning').mockImplementation();
});

const guardOf = (fallThrough?: boolean): Promise<RequestHandler> =>
  contractGuard({
    ...CONTRACT,
    ...(fallThrough !== undefined && { fallThrough }),
    authenticators: {},
    onFault: (error) => faults.push(String(error)),
  });

/** Adds the routes, each of which says which one it is, and as what a request was admitted. */
function addRoutes(app: Express, ...before: RequestHandler[]): Express {
  for (const [operationId, method, route] of ROUTES) {
    for (const at of ['', operationId === 'beds' ? '/v2' : '/v1']) {
      app[method](at + route, ...before, (req, res) => {
        res.send(`${operationId} as ${req.contract?.operationId ?? 'outside'}`);
      });
    }
  }
  return app;
}

/** For each request, the text of its route, or the status. */
async function answersOf(app: Express, requests: readonly string[]): Promise<string[]> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const found: string[] = [];
    for (const request of requests) {
      const [response] = await sendRaw(
        `http://127.0.0.1:${port}`,
        Buffer.from(`${request} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`, 'latin1'),
      );
      const { status = 0, body = '', headers = {} } = response ?? {};
      found.push(status === 200 ? body : `${status} ${headers.allow ?? ''}`.trim());
    }
    return found;
  } finally {
    server.close();
  }
}

const SEGMENTS = [
  '/trees',
  '/trees/mine',
  '/trees/1',
  '/plots/1',
  '/plots/open',
  '/seeds?kind=new',
  '/seeds',
  '/Beds/',
  '/Beds',
  '/outside',
];
/** Spellings of a path that the document or Express takes for the same. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => path.toLowerCase(),
  (path) => path.replace(/(?=\?|$)/, '/'),
  (path) =>
    path.replace(/[a-z](?=[^/a-z]*$|[a-z]*\?)/, (each) => `%${each.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/(?<=^\/)./, (each) => `%${each.charCodeAt(0).toString(16)}`),
  (path) => `/x/..${path}`,
  (path) => `/${path}`,
  (path) => `http://h${path}`,
  (path) => `${path}#x`,
  (path) => path.replace(/^\//, '\\'),
  (path) => `${path}${path.includes('?') ? '&' : '?'}a=b`,
  (path) => path.replace('kind=new', 'x=1&kind=%6Eew'),
];
const REQUESTS = ['GET', 'HEAD', 'POST'].flatMap((method) =>
  ['', '/v1', '/v2', '/V1'].flatMap((base) =>
    SEGMENTS.flatMap((path) => SPELLINGS.map((spell) => `${method} ${base}${spell(path)}`)),
  ),
);

describe.each(['Express 5', 'Express 4'])('%s', (version) => {
  const create = version === 'Express 5' ? express : express4;

  it.each(['in front', 'in front, told to let others pass', 'in each route'])(
    'no excluded operation runs behind a guard %s',
    async (place) => {
      const guard = await guardOf(place.includes('told') ? true : undefined);
      const app =
        place === 'in each route' ? addRoutes(create(), guard) : addRoutes(create().use(guard));
      const answers = await answersOf(app, REQUESTS);
      const reached = REQUESTS.map((request, index) => [request, answers[index]!] as const).filter(
        ([, answer]) => isExcluded(answer.split(' ')[0]!),
      );
      expect(reached).toEqual([]);
      for (const operation of [
        'listTrees as listTrees',
        'getTree as getTree',
        'outside as outside',
      ]) {
        if (place === 'in each route' && operation.startsWith('outside')) continue;
        expect(answers).toContain(operation);
      }
    },
  );

  it('they get 404 from a guard', async () => {
    const app = addRoutes(create().use(await guardOf()));
    const requests = [
      'GET /trees/mine',
      'GET /v1/trees/MINE/',
      'HEAD /trees/mine',
      'POST /trees',
      'GET /plots/1',
      'GET /seeds?kind=new',
      'GET /v2/Beds/',
      'GET /trees',
      'GET /trees/2',
      'GET /plots/open',
      'GET /faulty',
    ];
    expect(await answersOf(app, requests)).toEqual([
      ...['404', '404', '404', '404', '404', '404', '404'],
      ...['listTrees as listTrees', 'getTree as getTree', 'openPlots as openPlots', '500'],
    ]);
  });
});

describe('a service', () => {
  const serve = async (fallThrough: boolean): Promise<Express> => {
    const service = await createService({
      ...CONTRACT,
      handlers: Object.fromEntries(
        CONTRACT.contract.operations.map(({ operationId }) => [
          operationId,
          () => Promise.resolve({ status: 200 } as const),
        ]),
      ),
      ...{
        dependencies: undefined,
        authenticators: {},
        maxBodyBytes: 1_000,
        validateResponses: false,
      },
      onFault: () => undefined,
    });
    return addRoutes(express().use(contractHandler(service, { fallThrough })));
  };

  it('has none of the excluded operations, nor one that is left out for a fault', async () => {
    const requests = [
      'GET /trees/mine',
      'GET /trees/%6Dine',
      'GET /v1/trees/mine',
      'POST /trees',
      'DELETE /trees',
      'OPTIONS /trees',
      'GET /plots/1',
      'POST /plots/open',
      'GET /seeds?kind=new',
      'OPTIONS /trees/mine',
      'GET /v2/Beds/',
      'GET /trees/1',
      'GET /trees/sick',
    ];
    expect(await answersOf(await serve(false), requests)).toEqual([
      ...[
        '404',
        '404',
        '404',
        '405 GET, HEAD, OPTIONS',
        '405 GET, HEAD, OPTIONS',
        '204 GET, HEAD, OPTIONS',
      ],
      ...['404', '405 GET, HEAD, OPTIONS', '404', '404', '404', '', '404'],
    ]);
  });

  it('lets them pass as what the document has not', async () => {
    const requests = [
      'GET /trees/MINE',
      'POST /trees',
      'GET /plots/1',
      'GET /outside',
      'GET /TREES',
    ];
    expect(await answersOf(await serve(true), requests)).toEqual([
      ...[
        'myTree as outside',
        'addTree as outside',
        'getPlot as outside',
        'outside as outside',
        '404',
      ],
    ]);
  });
});

it('a guard warns of them at its start, and reports only faults', async () => {
  warn.mockClear();
  faults.length = 0;
  await guardOf();
  expect(warn.mock.calls).toEqual([
    [
      'The guard answers 404 for operations that were not selected for generation: POST /trees; GET /trees/mine; GET /plots/{id}; GET /seeds?kind=new; GET /Beds/',
      { code: 'EXCLUDED_OPERATIONS' },
    ],
  ]);
  expect(faults).toEqual([
    expect.stringMatching(
      /^Error: The guard answers 500 for .*: GET \/trees\/sick, because of [^;]*; GET \/faulty, because of [^;]*$/,
    ),
  ]);
});

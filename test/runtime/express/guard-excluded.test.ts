import express, { type Express, type RequestHandler } from 'express';
import express4 from 'express4';
import { createService } from '../../../src/runtime/contract';
import { contractGuard, contractHandler } from '../../../src/runtime/express';
import { selectPart } from '../../../src/tools/document/part/select-part';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { sendRaw } from '../../support/raw-http';
import { serveApp } from '../../support/serve-app';

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
  const url = await serveApp(app);
  const found: string[] = [];
  for (const request of requests) {
    const [response] = await sendRaw(
      url,
      Buffer.from(`${request} HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n`, 'latin1'),
    );
    const { status = 0, body = '', headers = {} } = response ?? {};
    found.push(status === 200 ? body : `${status} ${headers.allow ?? ''}`.trim());
  }
  return found;
}

async function expectAnswers(app: Express, want: Readonly<Record<string, string>>): Promise<void> {
  const requests = Object.keys(want);
  const answers = await answersOf(app, requests);
  expect(Object.fromEntries(requests.map((each, index) => [each, answers[index]]))).toEqual(want);
}

const SEGMENTS = [
  ...['/trees', '/trees/mine', '/trees/1', '/plots/1', '/plots/open', '/seeds?kind=new'],
  ...['/seeds', '/Beds/', '/Beds', '/outside'],
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
      const others = ['listTrees as listTrees', 'getTree as getTree'];
      if (place !== 'in each route') others.push('outside as outside');
      expect(answers).toEqual(expect.arrayContaining(others));
    },
  );

  it('they get 404 from a guard', async () => {
    const app = addRoutes(create().use(await guardOf()));
    await expectAnswers(app, {
      'GET /trees/mine': '404',
      'GET /v1/trees/MINE/': '404',
      'HEAD /trees/mine': '404',
      'POST /trees': '404',
      'GET /plots/1': '404',
      'GET /seeds?kind=new': '404',
      'GET /v2/Beds/': '404',
      'GET /trees': 'listTrees as listTrees',
      'GET /trees/2': 'getTree as getTree',
      'GET /plots/open': 'openPlots as openPlots',
      'GET /faulty': '500',
    });
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
      dependencies: undefined,
      authenticators: {},
      maxBodyBytes: 1_000,
      validateResponses: false,
      onFault: () => undefined,
    });
    return addRoutes(express().use(contractHandler(service, { fallThrough })));
  };

  it('has none of the excluded operations, nor one that is left out for a fault', async () => {
    await expectAnswers(await serve(false), {
      'GET /trees/mine': '404',
      'GET /trees/%6Dine': '404',
      'GET /v1/trees/mine': '404',
      'POST /trees': '405 GET, HEAD, OPTIONS',
      'DELETE /trees': '405 GET, HEAD, OPTIONS',
      'OPTIONS /trees': '204 GET, HEAD, OPTIONS',
      'GET /plots/1': '404',
      'POST /plots/open': '405 GET, HEAD, OPTIONS',
      'GET /seeds?kind=new': '404',
      'OPTIONS /trees/mine': '404',
      'GET /v2/Beds/': '404',
      'GET /trees/1': '',
      'GET /trees/sick': '404',
    });
  });

  it('lets them pass as what the document has not', async () => {
    await expectAnswers(await serve(true), {
      'GET /trees/MINE': 'myTree as outside',
      'POST /trees': 'addTree as outside',
      'GET /plots/1': 'getPlot as outside',
      'GET /outside': 'outside as outside',
      'GET /TREES': '404',
    });
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

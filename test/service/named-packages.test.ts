import { readdirSync, readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import path from 'node:path';
import { startPlantService, TOKEN, type PlantService } from '../support/plant-service';

/** Express and openapi-backend do their work in the way of every request. */

let service: PlantService;
beforeAll(async () => {
  service = await startPlantService();
});
afterAll(() => service.close());

/** Runs an action. @returns how often each function of node_modules was called meanwhile, by file and name */
async function callsDuring(action: () => Promise<unknown>): Promise<Map<string, number>> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  try {
    await action();
    const scripts = await new Promise<Profiler.ScriptCoverage[]>((resolve, reject) => {
      session.post('Profiler.takePreciseCoverage', (error, { result }) => {
        if (error === null) resolve(result);
        else reject(error);
      });
    });
    return new Map(
      scripts.flatMap(({ url, functions }) => {
        const [, file] = url.split('/node_modules/');
        return functions.map(({ functionName, ranges }): [string, number] => [
          `${file ?? url} ${functionName}`,
          ranges[0]?.count ?? 0,
        ]);
      }),
    );
  } finally {
    session.disconnect();
  }
}

const authorization = `Bearer ${TOKEN}`;

it.each<[name: string, given: RequestInit & { path: string }, status: number]>([
  [
    'a create',
    {
      path: '/plants',
      method: 'POST',
      body: '{"id":1,"name":"Fern"}',
      headers: { authorization },
    },
    200,
  ],
  [
    'an invalid body',
    { path: '/plants', method: 'POST', body: '{}', headers: { authorization } },
    400,
  ],
  ['a call without a token', { path: '/plants', method: 'POST', body: '{}' }, 401],
  ['an unknown path', { path: '/trees' }, 404],
  ['an unknown method', { path: '/plants', method: 'DELETE' }, 405],
])('%s passes Express and openapi-backend', async (_, given, status) => {
  const { path: at, headers, ...init } = given;
  const statuses: number[] = [];
  const calls = await callsDuring(async () => {
    for (let count = 0; count < 3; count++) {
      const response = await fetch(service.url + at, {
        ...init,
        headers: { 'content-type': 'application/json', ...(headers as object) },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
  });
  expect(statuses).toStrictEqual([status, status, status]);
  expect(calls.get('express/lib/application.js handle')).toBe(3);
  expect(calls.get('router/index.js handle')).toBe(3);
  // V8 counts a function that waits once more when it goes on.
  expect(calls.get('openapi-backend/backend.js handleRequest')).toBeGreaterThanOrEqual(3);
});

it('no file assigns to what either library has, but for the fields that they offer for it', () => {
  const source = path.join(__dirname, '..', '..', 'src');
  const assigned = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(?:express|contract)\/.*\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(path.join(source, file), 'utf8');
      const targets = [...text.matchAll(/\b((?:api|app|express|\w*OpenAPI\w*)\.[\w.]+) = /g)];
      return targets.map(([, target]) => `${file}: ${target}`);
    });
  expect(assigned.sort()).toStrictEqual([
    'contract/dispatcher.ts: api.router',
    'contract/dispatcher.ts: api.validator',
    'express/http-server.ts: app.request',
    'express/http-server.ts: app.response',
  ]);
});

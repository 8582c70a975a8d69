import { readdirSync, readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector';
import path from 'node:path';
import { startPlantService, TOKEN } from '../../support/plant-service';
import { useStarted } from '../../support/use-started';

/** Express and openapi-backend do their work in the way of every request. */

const service = useStarted(() => startPlantService());

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

it('each request passes Express and openapi-backend', async () => {
  const requests: [path: string, given: RequestInit, status: number][] = [
    [
      '/plants',
      { method: 'POST', body: '{"id":1,"name":"Fern"}', headers: { authorization } },
      200,
    ],
    ['/plants', { method: 'POST', body: '{}', headers: { authorization } }, 400],
    ['/plants', { method: 'POST', body: '{}' }, 401],
    ['/trees', {}, 404],
    ['/plants', { method: 'DELETE' }, 405],
  ];
  const calls = await callsDuring(async () => {
    for (const [at, { headers, ...init }, status] of requests) {
      const response = await fetch(service.url + at, {
        ...init,
        headers: { 'content-type': 'application/json', ...(headers as object) },
      });
      await response.arrayBuffer();
      expect([at, response.status]).toStrictEqual([at, status]);
    }
  });
  expect(calls.get('express/lib/application.js handle')).toBe(requests.length);
  expect(calls.get('router/index.js handle')).toBe(requests.length);
  // V8 counts the first of these, which waits for the body, once more when it goes on.
  expect(calls.get('openapi-backend/backend.js handleRequest')).toBeGreaterThanOrEqual(
    requests.length,
  );
});

it('no file assigns to what either library has, but for the fields that they offer for it', () => {
  const source = path.join(__dirname, '..', '..', '..', 'src', 'runtime');
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

import { openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Workplace, type ServingProcess } from '../../support/plant-store-process';

let workplace: Workplace;
beforeEach(() => (workplace = new Workplace()));
afterEach(() => workplace.remove());

const TOKENS = { ACCESS_TOKENS: 'secret' };

async function ask({ url }: ServingProcess): Promise<Response> {
  return fetch(`${url}/plants`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'x-request-id': 'of-the-test' },
    body: '{"id":1,"name":"Fern"}',
  });
}

it('logs requests for people where LOG_FORMAT says so', async () => {
  const log = path.join(workplace.folder, 'log');
  const stderr = openSync(log, 'w');
  const settings = { ...TOKENS, LOG_LEVEL: 'info', LOG_FORMAT: 'pretty' };
  const service = await workplace.serve(settings, { stderr });
  await ask(service);
  service.kill('SIGTERM');
  expect(await service.closed).toBe(0);
  expect(readFileSync(log, 'utf8')).toMatch(
    /^[\d:.]{12} INFO {2}POST \/plants 4\d\d [\d.]+ ms requestId=of-the-test /m,
  );
});

it('logs them as JSON where standard error is no terminal, and keeps the line when the process ends in the same turn of the event loop', async () => {
  const preload = path.join(workplace.folder, 'end-with-response.cjs');
  writeFileSync(
    preload,
    `const { subscribe } = require('node:diagnostics_channel');
     subscribe('http.server.response.finish', () => {
       process.nextTick(() => process.nextTick(() => { throw new Error('nobody caught'); }));
     });`,
  );
  const settings = { ...TOKENS, LOG_LEVEL: 'info', NODE_OPTIONS: `--require ${preload}` };
  const service = await workplace.serve(settings);
  await ask(service).catch(() => undefined);
  expect(await service.closed).not.toBe(0);
  const line = service.output.stderr.split('\n').find((each) => each.includes('"msg":"request"'));
  expect(JSON.parse(line!)).toMatchObject({ requestId: 'of-the-test', status: 400, error: 41501 });
  expect(service.output.stderr).toContain('nobody caught');
});

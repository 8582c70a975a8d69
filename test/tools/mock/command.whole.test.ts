import { writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { mock as command } from '../../../src/tools/mock/command';
import { readProjectDocument } from '../../../src/tools/generate/project';
import { sendRaw } from '../../support/raw-http';
import { runInProcess } from '../../support/run-in-process';
import { startCompiled, startScript, type RunningScript } from '../../support/run-script';
import { serveMock } from '../../support/serve-mock';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

const FILE = 'test/fixtures/mock.yaml';
const LISTENS = /listens on (\S+)/;

const withUrl = (running: RunningScript): RunningScript & { url: string } => ({
  ...running,
  url: LISTENS.exec(running.output.stdout)![1]!,
});

let mock: RunningScript & { url: string };
let withTokens: typeof mock;
let inFront: typeof mock;
beforeAll(async () => {
  mock = withUrl(await startScript('mock.ts', [FILE, '--port', '0'], LISTENS));
  const args = ['mock', FILE, '--port', '0', '--seed', '2'];
  const compiled = await startCompiled(args, LISTENS, { ACCESS_TOKENS: 'one,two' });
  withTokens = withUrl(compiled);
  const front = ['mock', FILE, '--port', '0', '--upstream', mock.url, '--host-name', 'Dev.example'];
  inFront = withUrl(await startCompiled(front, LISTENS));
});
afterAll(() => Promise.all([mock, withTokens, inFront].map((each) => each.end('SIGTERM'))));

describe('pages of other origins', () => {
  const allowed = async ({ url }: typeof mock, page = '/beds'): Promise<string | null> => {
    const { headers } = await fetch(url + page, { headers: { origin: 'https://page.example' } });
    return headers.get('access-control-allow-origin');
  };

  it('may call the operations of a mock, and those of a service as far as that lets them', async () => {
    expect(await allowed(mock)).toBe('*');
    expect(await allowed(mock, '/-/openapi.json')).toBeNull();
    // The service is itself a mock, which allows them.
    expect(await allowed(inFront)).toBe('*');
    expect(await allowed(inFront, '/beds?size=0')).toBeNull();
  });
});

it.each([
  ['localhost', 200, 200],
  ['dev.example:8080', 421, 200],
  ['evil.example', 421, 421],
])('the Host %s gets %d, and %d with --host-name', async (host, plain, named) => {
  const request = `GET /v1/beds HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  const statuses = [mock, inFront].map(async ({ url }) => (await sendRaw(url, request))[0]!.status);
  expect(await Promise.all(statuses)).toEqual([plain, named]);
});

describe('npm run mock', () => {
  const get = (
    target: string,
    headers: Record<string, string> = {},
    more: RequestInit = {},
  ): Promise<Response> => fetch(mock.url + target, { headers, ...more });

  it('says where it listens, for how many operations, under which path', () => {
    expect(mock.output.stdout).toMatch(
      /^mock of test\/fixtures\/mock\.yaml listens on http:\/\/127\.0\.0\.1:\d+ \(5 operations under \/v1\)\n$/,
    );
  });

  it('answers with the first example that is valid and says which is not', async () => {
    const response = await get('/v1/beds');
    expect({ status: response.status, body: await response.text() }).toEqual({
      status: 200,
      body: '[]',
    });
    expect(response.headers.get('preference-applied')).toBeNull();
    expect(mock.output.stderr).toMatch(
      /^test\/fixtures\/mock\.yaml:\d+: \/paths\/~1beds\/get\/responses\/200\/content\/application~1json: an example at "\/0" lacks the property "plants"; another one or a made value is sent instead$/m,
    );
  });

  it('makes the headers of the response, and none that carry the content', async () => {
    const { headers } = await get('/v1/beds');
    expect(headers.get('x-total')).toBe('5');
    expect(headers.get('x-note')).toBe('by hand');
    expect(headers.get('content-length')).toBe('2');
  });

  it.each<[string, string, number, string | null, RegExp]>([
    ['a status', 'code=404', 404, 'code=404', /^\{"message":"There is no such resource"\}$/],
    ['a status of a range', 'code=418', 418, 'code=418', /^\{"message"/],
    ['a status that is not documented', 'code=503', 200, null, /^\[\]$/],
    ['an example by name', 'example=shared', 200, 'example=shared', /^\[\{"id":9007199254740993,/],
    ['an example that there is not', 'example=none', 200, null, /^\[\]$/],
    ['a made value', 'dynamic=true', 200, 'dynamic=true', /^\[\{"id":9007199254740993,"plants"/],
    ['two at once', 'status=200, example="shared"', 200, 'status=200, example=shared', /^\[\{/],
  ])('honours a preference for %s', async (_, prefer, status, applied, body) => {
    const response = await get('/v1/beds', { prefer });
    expect(response.status).toBe(status);
    expect(response.headers.get('preference-applied')).toBe(applied);
    expect(await response.text()).toMatch(body);
  });

  it('makes a value from the schema, exact, without what is for requests only', async () => {
    const response = await get('/v1/beds/1');
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toContain('"id":9007199254740993');
    expect(text).toContain('{"name":"Aloe"}');
    expect(text).not.toContain('secret');
  });

  it('says for which response there is no valid value', async () => {
    const response = await get('/v1/beds/1', {}, { method: 'PUT' });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-mock-warning')).toMatch(/^no valid value was found; /);
    expect(mock.output.stderr).toMatch(
      /mock\.yaml:\d+: \/paths\/~1beds~1\{id\}\/put\S+schema: no valid value was found; /,
    );
  });

  itEach<[string, RequestInit, number]>({
    'an unknown method': ['/v1/beds', { method: 'PATCH' }, 405],
    'no credentials': ['/v1/beds', { method: 'POST' }, 401],
    'credentials of another form': [
      '/v1/beds',
      { method: 'DELETE', headers: { authorization: 'Bearer x' } },
      401,
    ],
    'any credentials': [
      '/v1/beds',
      { method: 'DELETE', headers: { authorization: `Basic ${btoa('me:x')}` } },
      204,
    ],
  })('takes a request with %s as the service would', async (_, target, init, status) => {
    expect((await fetch(mock.url + target, init)).status).toBe(status);
  });
});

describe('npm run mock with tokens', () => {
  it.each([
    ['Bearer two', 'POST', 400],
    ['Bearer three', 'POST', 401],
    [`Basic ${btoa('me:one')}`, 'DELETE', 204],
    [`Basic ${btoa('one:me')}`, 'DELETE', 401],
    [`Basic ${btoa('one')}`, 'DELETE', 401],
  ])('%s for %s gets %d', async (authorization, method, status) => {
    const response = await fetch(`${withTokens.url}/beds`, { method, headers: { authorization } });
    expect(response.status).toBe(status);
  });
});

it('gives the same responses for the same seed, and others for another', async () => {
  const again = await serveMock(readProjectDocument(FILE));
  const [first, same, other] = await Promise.all(
    [mock, again, withTokens].map(async ({ url }) => {
      const { headers } = await fetch(`${url}/beds/1`);
      return headers.get('x-place');
    }),
  );
  await again.close(0);
  expect(same).toBe(first);
  expect(other).not.toBe(first);
});

it('sends on to an upstream, and says to where', async () => {
  const upstream = http.createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/`;
  const args = ['mock', FILE, '--port', '0', '--upstream', url, '--mock-on', 'none'];
  const running = withUrl(await startCompiled(args, LISTENS));
  try {
    expect(running.output.stdout).toContain(`\n  sent on to ${url}: all operations\n`);
    expect((await fetch(`${running.url}/v1/beds`)).headers.get('x-mock-source')).toBe('upstream');
    expect(running.output.stderr).toMatch(
      /^test\/fixtures\/mock\.yaml:\d+: \/paths\/~1beds\/get\S*: 200 for listBeds: the body must be of type array$/m,
    );
  } finally {
    await running.end('SIGTERM');
    upstream.close();
  }
});

it('SIGINT and SIGTERM end it with 0', async () => {
  expect(await mock.end('SIGTERM')).toBe(0);
  expect(await withTokens.end('SIGINT')).toBe(0);
});

describe('ends with 2 for', () => {
  const folder = temporaryFolder();
  const faulty = path.join(folder, 'faulty.yaml');
  writeFileSync(faulty, 'openapi: 3.1.0\ninfo: { title: Faulty, version: 1 }\npaths: {}\n');

  itEach<[string[], RegExp]>({
    'no file': [[], /^Name one document to serve: npm run mock -- FILE\n$/],
    'two files': [[FILE, FILE], /^Name one document to serve: /],
    'a wrong port': [
      [FILE, '--port', '65536'],
      /^--port must be a number from 0 to 65535, not "65536"\n/,
    ],
    'a wrong seed': [[FILE, '--seed', 'x'], /^--seed must be a number/],
    'a file that is not there': [['nowhere.yaml'], /^There is no document at nowhere\.yaml\n$/],
    // Follows the name of the error, since Node's errors are not instances of this `Error`.
    'an unknown option': [[FILE, '--host', 'x'], /\bUnknown option '--host'/],
    'a name that is none': [
      [FILE, '--host-name', 'http://dev.example/'],
      /^--host-name must be a name such as "dev\.example\.com", not "http:\/\/dev\.example\/"\n/,
    ],
    'a document with a warning, if --strict': [
      [faulty, '--strict', '--port', '0'],
      /faulty\.yaml:2: \/info\/version: warning: must be of type string; .*\nWith --strict /,
    ],
  })('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await runInProcess(command, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

const calling = temporaryFolder();

itEach({
  'a callback': [{ callbacks: { paid: {} } }, {}, 'paid (of order)'],
  'a webhook': [{}, { webhooks: { stock: {} } }, 'stock'],
  many: [
    { callbacks: { a: {}, b: {}, c: {} } },
    { webhooks: { d: {}, e: {}, f: {}, g: {} } },
    'a (of order), b (of order), c (of order), d, e and 2 more',
  ],
})('says at the start that %s is not called', async (_, operation, document, names) => {
  const file = path.join(calling, 'openapi.json');
  const post = { operationId: 'order', ...operation, responses: { 204: { description: 'Done' } } };
  const info = { title: 'Orders', version: '1' };
  writeFileSync(
    file,
    JSON.stringify({ openapi: '3.1.0', info, paths: { '/orders': { post } }, ...document }),
  );
  const running = await startScript('mock.ts', [file, '--port', '0'], LISTENS);
  await running.end('SIGTERM');
  expect(running.output.stdout).toContain(`\n  callbacks and webhooks are not called: ${names}\n`);
});

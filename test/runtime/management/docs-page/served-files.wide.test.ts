import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startPlantService } from '../../../support/plant-service';
import { serveMock } from '../../../support/serve-mock';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { useStarted } from '../../../support/use-started';

const DOCUMENT = 'openapi: 3.1.0\ninfo: { title: Empty, version: 1.0.0 }\npaths: {}\n';

const SWAGGER_UI = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const OWN = path.join(
  __dirname,
  '..',
  '..',
  '..',
  '..',
  'src',
  'runtime',
  'management',
  'docs-page',
  'browser',
);

const FILES: readonly (readonly [name: string, type: string, file: string])[] = [
  ['docs', 'text/html; charset=utf-8', path.join(OWN, 'page.html')],
  ['docs/page.js', 'text/javascript; charset=utf-8', path.join(OWN, 'page.js')],
  ['docs/page.css', 'text/css; charset=utf-8', path.join(OWN, 'page.css')],
  [
    'docs/swagger-ui-bundle.js',
    'text/javascript; charset=utf-8',
    path.join(SWAGGER_UI, 'swagger-ui-bundle.js'),
  ],
  ['docs/swagger-ui.css', 'text/css; charset=utf-8', path.join(SWAGGER_UI, 'swagger-ui.css')],
  ['docs/icon.png', 'image/png', path.join(SWAGGER_UI, 'favicon-32x32.png')],
];

/** Asks for all that the page names, relative to it. */
async function expectPage(url: string): Promise<void> {
  const html = await (await fetch(`${url}/-/docs`)).text();
  const names = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) {
    const { status } = await fetch(new URL(name, `${url}/-/docs`));
    expect([name, status]).toEqual([name, 200]);
  }
}

async function hintAt(url: string): Promise<unknown> {
  const response = await fetch(url);
  return [response.status, await response.json()];
}

const message = 'There is nothing at this path for GET; the docs page is at /-/docs';
const HINT = [404, { error: 40401, message }];

describe('the service', () => {
  const served = useStarted(() => startPlantService());

  const get = (target: string, init: RequestInit = {}): Promise<Response> =>
    fetch(served.url + target, { redirect: 'manual', ...init });

  it.each(FILES)('serves /-/%s, compressed', async (name, type, file) => {
    const response = await get(`/-/${name}`, { headers: { 'accept-encoding': 'br' } });
    const { headers } = response;
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(file))).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'content-encoding': 'br',
    });
    const ifNoneMatch = { 'accept-encoding': 'br', 'if-none-match': headers.get('etag')! };
    expect((await get(`/-/${name}`, { headers: ifNoneMatch })).status).toBe(304);
  });

  it('serves the page under a policy that lets nothing leave the origin', async () => {
    const { headers } = await get('/-/docs');
    const directives = new Map(
      headers
        .get('content-security-policy')!
        .split(';')
        .map((each) => each.trim().split(/ (.*)/) as [string, string]),
    );
    expect(Object.fromEntries(directives)).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'connect-src': "'self'",
      'font-src': "'self'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'img-src': "'self' data:",
      'script-src': "'self'",
      'style-src': "'self'",
    });
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('serves all that the page names', () => expectPage(served.url));

  it.each([
    '/-/docs/index.html',
    '/-/docs/swagger-ui-bundle.js.map',
    '/-/docs/..%2Fdocs',
    '/-/docs%2Fpage.js',
  ])('has nothing at %s', async (target) => expect((await get(target)).status).toBe(404));

  it('leads from /-/docs/ to the page', async () => {
    const response = await get('/-/docs/');
    expect([response.status, response.headers.get('location')]).toEqual([308, '../docs']);
  });

  it.each(['/', '/?a=b'])('says at %s where the page is', async (target) => {
    expect(await hintAt(served.url + target)).toEqual(HINT);
  });

  it('says at another path only that there is nothing', async () => {
    const { message } = (await (await get('/other')).json()) as { message: string };
    expect(message).toBe('There is nothing at this path for GET');
  });
});

it('the mock serves the page, and says where it is', async () => {
  const mock = await serveMock(parseSource(DOCUMENT, 'empty.yaml'));
  await expectPage(mock.url);
  expect(await hintAt(mock.url)).toEqual(HINT);
  await mock.close(0);
});

describe('beside a listener of MANAGEMENT_PORT', () => {
  const service = useStarted(() => startPlantService({ MANAGEMENT_PORT: '0' }));

  it.each([
    ['docs', 200, 200],
    ['openapi.json', 200, 200],
    ['live', 404, 200],
  ])('/-/%s is %d at the service, %d at the listener', async (name, atService, atListener) => {
    const statuses = [service.url, service.managementUrl].map(
      async (url) => (await fetch(`${url}/-/${name}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([atService, atListener]);
  });
});

import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { DevRun } from '../support/dev-run';
import { NewProject } from '../support/new-project';
import { launchBrowser, whyNoBrowser } from '../support/open-page';
import { sendRaw } from '../support/raw-http';
import { type RunningScript, startScript } from '../support/run-script';
import { temporaryFolder } from '../support/temporary-folder';

/** What a page of another site gets of the servers that run on a developer's machine: the mock and `dev`. */

const SPEC = 'src/tools/template/examples/notes/spec/openapi.yaml';
const NAMED = ['--host-name', 'dev.example'];
const LISTENS = /listens on (http:\S+)/;

let mock: RunningScript;
let plants: DevRun;
let notes: DevRun;
const urls = new Map<string, string>();
const SERVERS = [
  'npm run mock',
  'npm run dev',
  'MANAGEMENT_PORT of npm run dev',
  'trellis dev of a project of its own',
] as const;

beforeAll(async () => {
  mock = await startScript('mock.ts', [SPEC, '--port', '0', '--stateful', ...NAMED], LISTENS);
  const withoutTypes = (copy: string): void => {
    rmSync(path.join(copy, 'tsconfig.json'));
  };
  plants = await DevRun.start(withoutTypes, undefined, { MANAGEMENT_PORT: '0' }, NAMED);
  const project = new NewProject(path.join(folder, 'notes'));
  expect(project.init()).toMatchObject({ code: 0 });
  project.finish([]);
  notes = await DevRun.startIn(project.folder, '--handlers', 'src/handlers', ...NAMED);
  const [, management] = /"managementUrl":"([^"]+)"/.exec(plants.output)!;
  const started = [LISTENS.exec(mock.output.stdout)![1]!, plants.url, management!, notes.url];
  SERVERS.forEach((name, index) => urls.set(name, started[index]!));
});
afterAll(() => Promise.all([mock.end('SIGTERM'), plants.end(), notes.end()]));
// Removed after them: hooks run in this order.
const folder = temporaryFolder();

/** Of each server, beside what its document has. */
const PAGES = ['openapi.json', 'openapi.yaml', 'docs', 'docs/page.js', 'live', 'metrics', 'state'];

describe.each(SERVERS)('%s', (name) => {
  const status = async (host: string, target: string): Promise<number> => {
    const [response] = await sendRaw(
      urls.get(name)!,
      `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    );
    return response!.status;
  };

  it('responds under its address, localhost and the name that it was given, on any port', async () => {
    for (const host of ['127.0.0.1', 'localhost:80', '[::1]:1', 'dev.example', 'dev.example:80']) {
      expect([host, await status(host, '/-/openapi.json')]).toEqual([host, 200]);
    }
  });

  it('gives 421 under another name, wherever it is asked', async () => {
    for (const target of [...PAGES.map((page) => `/-/${page}`), '/', '/notes', '/plants', '*']) {
      expect([target, await status('evil.example', target)]).toEqual([target, 421]);
    }
  });
});

if (whyNoBrowser !== undefined) {
  process.stderr.write(`skipped: pages of other origins in a browser, since ${whyNoBrowser}\n`);
}

(whyNoBrowser === undefined ? describe : describe.skip)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  const site = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>');
  });
  beforeAll(async () => {
    browser = await launchBrowser('--host-resolver-rules=MAP evil.example 127.0.0.1');
    page = await browser.newPage();
    await once(site.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  interface Asked {
    readonly method?: string;
    readonly mode?: 'no-cors';
    readonly credentials?: 'include';
    readonly headers?: Record<string, string>;
  }

  /** What the page sees of a response: its type, its status and its text; or of its absence. */
  const see = (url: string, init: Asked = {}): Promise<unknown> =>
    page.evaluate(`fetch(...${JSON.stringify([url, init])}).then(
      async (response) => [response.type, response.status, await response.text()],
      (error) => String(error),
    )`);

  const NOTHING = 'TypeError: Failed to fetch';

  describe.each(SERVERS)('%s', (name) => {
    it('a page of another origin gets nothing of /-/', async () => {
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      for (const of of PAGES) {
        const url = `${urls.get(name)!}/-/${of}`;
        expect([of, await see(url)]).toEqual([of, NOTHING]);
        expect([of, await see(url, { credentials: 'include' })]).toEqual([of, NOTHING]);
        const headers = { authorization: 'Bearer t' };
        expect([of, await see(url, { headers })]).toEqual([of, NOTHING]);
        expect([NOTHING, ['opaque', 0, '']]).toContainEqual(await see(url, { mode: 'no-cors' }));
      }
    });

    it('a page of a name that its owner has mapped to this machine gets nothing but 421', async () => {
      const { port } = new URL(urls.get(name)!);
      const response = await page.goto(`http://evil.example:${port}/-/docs`);
      expect([response!.status(), await response!.text()]).toEqual([
        421,
        expect.stringContaining('--host-name'),
      ]);
      for (const target of [...PAGES.map((each) => `/-/${each}`), '/', '/notes', '/plants']) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          expect(await see(target, { method })).toEqual([
            'basic',
            421,
            expect.stringContaining('--host-name'),
          ]);
        }
      }
    });
  });

  it('a page of another origin does not have the mock forget what it keeps', async () => {
    const url = urls.get('npm run mock')!;
    const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
    const body = '{"text":"Water the ferns"}';
    expect((await fetch(`${url}/notes`, { method: 'POST', headers, body })).status).toBe(201);
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    expect(await see(`${url}/-/state`, { method: 'DELETE' })).toBe(NOTHING);
    await see(`${url}/-/state`, { method: 'POST', mode: 'no-cors' });
    expect(await (await fetch(`${url}/-/state`)).json()).toMatchObject({
      resources: [{ kept: 1 }],
    });
  });

  it('a page of another origin reads the operations of the mock, without credentials', async () => {
    const url = `${urls.get('npm run mock')!}/notes/99`;
    const headers = { authorization: 'Bearer t' };
    expect(await see(url, { headers })).toEqual(['cors', 404, expect.any(String)]);
    expect(await see(url, { headers, credentials: 'include' })).toBe(NOTHING);
  });
});

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { launchBrowser, openPage, whyNoBrowser } from '../support/open-page';

/** The pages of docs/ as a site: `npm run docs` builds it, its links lead somewhere, and its search finds words. */

const ROOT = path.join(__dirname, '..', '..');
const SITE = path.join(ROOT, 'scripts', 'site');
const DIST = path.join(SITE, 'dist');

/** How npm says that it cannot reach the registry. */
const AWAY = /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT/;

const built = spawnSync('npm', ['run', 'docs'], { cwd: ROOT, encoding: 'utf8' });
const output = built.stdout + built.stderr;
const isAway = built.status !== 0 && AWAY.test(output);
if (isAway) {
  process.stderr.write('skipped: the site of docs/, since the registry cannot be reached\n');
}
const whenBuilt = isAway ? it.skip : it;

const htmlIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );

const read = (file: string): string => readFileSync(file, 'utf8');

whenBuilt('is built without a warning', () => {
  expect({ status: built.status, warnings: output.match(/^.*\bwarn(?:ing)?\b.*$/gim) }).toEqual({
    status: 0,
    warnings: null,
  });
});

const pages = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'));

whenBuilt('has each page', () => expect(htmlIn(DIST)).toEqual(expect.arrayContaining(pages)));

/** Where the links of a page lead. */
const linksOf = (page: string): string[] =>
  [...read(path.join(DIST, page)).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = '']) =>
    decodeURIComponent(link),
  );

whenBuilt('has each page in the sidebar', () => {
  const links = linksOf('index.html');
  const listed = pages.filter((name) => !name.endsWith('index.html'));
  expect(listed.filter((name) => !links.includes(`/${name.replace(/\.html$/, '')}`))).toEqual([]);
});

whenBuilt('serves the files that pages name beside pages', () => {
  const named = htmlIn(DIST).flatMap((page) => linksOf(page).map((link) => path.basename(link)));
  expect(named).toEqual(expect.arrayContaining(['public-api.txt', 'grafana-dashboard.json']));
});

whenBuilt('says where the site is', () => {
  const [last = ''] = built.stdout.trimEnd().split('\n').reverse();
  expect(path.join(ROOT, last.replace('The site is in ', ''))).toBe(DIST);
});

whenBuilt('has no link that leads nowhere', () => {
  const isThere = (page: string, link: string): boolean => {
    const [target = '', anchor] = link.split('#');
    const at = target === '' ? page : path.posix.join('/', path.posix.dirname(page), target);
    const named = target.startsWith('/') ? target : at;
    const file = [named, `${named}.html`, path.posix.join(named, 'index.html')]
      .map((each) => path.join(DIST, each))
      .find((each) => /\.\w+$/.test(each) && existsSync(each));
    if (file === undefined) return false;
    return anchor === undefined || anchor === '' || read(file).includes(`id="${anchor}"`);
  };
  const lost = htmlIn(DIST).flatMap((page) =>
    linksOf(page)
      .filter((link) => !/^(?:https?|mailto):/.test(link) && !isThere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(lost).toEqual([]);
});

/** Counts what the search of the site finds, with the package and the index that it has. */
const SEARCH = `
import { readdirSync } from 'node:fs';
import MiniSearch from 'minisearch';
const chunks = './dist/assets/chunks/';
const [index] = readdirSync(chunks).filter((name) => name.includes('localSearchIndex'));
const { default: json } = await import(chunks + index);
const options = { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] };
const search = MiniSearch.loadJSON(json, options);
const words = process.argv.slice(1);
console.log(JSON.stringify(words.filter((each) => search.search(each).length === 0)));
`;

whenBuilt('finds words', () => {
  const words = ['WWW-Authenticate', 'explode', 'bigint', 'rolling restart'];
  const args = ['--input-type=module', '--eval', SEARCH, '--', ...words];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: SITE, encoding: 'utf8' });
  expect({ lost: JSON.parse(stdout || 'null') as unknown, stderr }).toEqual({
    lost: [],
    stderr: '',
  });
});

whenBuilt('says what it is about, before the list of pages, and has an icon', () => {
  const html = read(path.join(DIST, 'index.html'));
  const [head = ''] = html.slice(html.indexOf('<h1')).split('<h2');
  expect(head.replace(/<[^>]*>/g, '')).toMatch(
    /interface of a service once, in an OpenAPI document/,
  );
  expect(html).toMatch(/<link rel="icon" type="image\/svg\+xml" href="data:image\/svg\+xml,/);
});

const inBrowser = whyNoBrowser === undefined ? whenBuilt : it.skip;

inBrowser('gives values and meaning of the configuration room, beside the outline', async () => {
  // Styles are enough: without the type of a script, it does not run.
  const served = createServer(({ url = '' }, response) => {
    const file = path.join(DIST, url.endsWith('.css') ? url : 'configuration.html');
    response.setHeader('Content-Type', url.endsWith('.css') ? 'text/css' : 'text/html');
    response.end(read(file));
  });
  await once(served.listen(0, '127.0.0.1'), 'listening');
  const browser = await launchBrowser();
  try {
    const { port } = served.address() as AddressInfo;
    const { page } = await openPage(browser, `http://127.0.0.1:${port}/configuration`);
    const widths = await page.evaluate<number[]>(WIDTHS);
    expect(widths).toHaveLength(4);
    expect(Math.min(widths[2]!, widths[3]!)).toBeGreaterThan(130);
  } finally {
    await browser.close();
    served.close();
  }
});

/** The widths of the columns of the table of variables, in pixels. */
const WIDTHS =
  "[...document.querySelector('table').querySelectorAll('th')].map((each) => each.offsetWidth)";

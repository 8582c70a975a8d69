import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, fileIn } from './pages';
import { PagePlayer } from './page-player';
import { replacedByInit, readPage } from './page-service';
import { temporaryFolder } from './temporary-folder';

const MODULES = path.join(__dirname, '..', '..', 'node_modules');

/**
 * Writes the service in another framework that a page shows: the blocks after a paragraph that ends in "there:";
 * the document has no file name.
 */
export function writeServiceThere(page: string, folder: string): void {
  mkdirSync(folder);
  symlinkSync(MODULES, path.join(folder, 'node_modules'), 'dir');
  for (const { lead, text } of blocksOf(page).filter((block) => block.lead.endsWith('there:'))) {
    writeFileSync(path.join(folder, fileIn(lead) ?? 'openapi.yaml'), text);
  }
}

/**
 * Compares a service with the request table of a page.
 *
 * @param column column after the request; its cells begin with the status
 */
export async function compareRequests(page: string, url: string, column: number): Promise<void> {
  const rows = requestsOf(page);
  expect(rows.length).toBeGreaterThan(10);
  const got: string[] = [];
  for (const row of rows) got.push(await statusOf(url, row));
  const said = rows.map(({ says }) => saidStatus(says[column]));
  expect(rows.map(({ request }, at) => [request, got[at]])).toEqual(
    rows.map(({ request }, at) => [request, said[at]]),
  );
}

interface RequestRow {
  readonly request: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly says: readonly string[];
}

/**
 * The requests of a page's tables: `METHOD /target`, the body if any, "as `TYPE`" if it is not JSON, and "without
 * credentials".
 */
function requestsOf(page: string): RequestRow[] {
  return page.split('\n').flatMap((line) => {
    const [, request, others] = /^\| (`[A-Z]+ \/[^|]*)\|(.*)\|$/.exec(line) ?? [];
    if (request === undefined) return [];
    const [, method, target, body] = /^`([A-Z]+) ([^`]*)`(?: `([^`]*)`)?/.exec(request)!;
    const [, type = 'application/json'] = / as `([^`]*)`/.exec(request) ?? [];
    const credentials = { authorization: 'Bearer my-token' };
    return [
      {
        request: request.trim(),
        method: method!,
        target: target!,
        body,
        headers: {
          ...(request.includes('without credentials') ? {} : credentials),
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        says: others!.split('|').map((text) => text.trim()),
      },
    ];
  });
}

async function statusOf(
  url: string,
  { method, target, headers, body }: RequestRow,
): Promise<string> {
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetch(url + target, init);
  await response.text();
  return String(response.status);
}

function saidStatus(text: string | undefined): string | undefined {
  return text?.slice(0, 3);
}

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'frameworks');

/**
 * Tests a page of docs/ about a framework that generates its document.
 *
 * @param document the document that the framework generated for the page's service: a file of fixtures/frameworks
 * @param isShort leaves out accepting the differences, and the page's check
 */
export function describeInitPage(name: string, document: string, isShort = false): void {
  const page = readPage(name);
  const folder = path.join(temporaryFolder(), 'trees');

  it('is made, compiles and serves here as the page says', async () => {
    const replaced = replacedByInit('npm run init -- ../trees --spec ../old-trees/openapi.json', {
      ...{ folder, isShort },
      spec: path.join(FIXTURES, document),
    });
    const player = new PagePlayer(page, folder, replaced);
    await player.play((url) => compareRequests(page, url, 1));
  });
}

/**
 * Tests the service of docs/from-openapi-backend.md, in the other framework and in this one.
 *
 * @param isShort leaves out accepting the differences, and the page's check
 */
export function describeOpenapiBackendPage(isShort = false): void {
  const page = readPage('from-openapi-backend.md');
  const folder = temporaryFolder();
  const there = path.join(folder, 'old-trees');
  const here = path.join(folder, 'trees');

  beforeAll(() => writeServiceThere(page, there));

  it('does there what the table says', async () => {
    const player = new PagePlayer(
      '```console\n$ ACCESS_TOKENS=my-token node server.js\n```\n',
      there,
    );
    await player.play((url) => compareRequests(page, url, 0));
  });

  it('is made, compiles and serves here as the page says', async () => {
    const replaced = replacedByInit('npm run init -- ../trees --spec ../old-trees/openapi.yaml', {
      ...{ folder: here, isShort },
      spec: path.join(there, 'openapi.yaml'),
    });
    await new PagePlayer(page, here, replaced).play((url) => compareRequests(page, url, 1));
  });
}

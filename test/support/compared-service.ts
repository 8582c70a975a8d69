import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf, fileIn } from './page-blocks';
import { requestsOf, saidStatus, statusOf } from './page-requests';

const MODULES = path.join(__dirname, '..', '..', 'node_modules');

/**
 * Writes what a page shows of the service in another framework: blocks whose paragraph ends in "there:", the
 * document without a name.
 */
export function writeServiceThere(page: string, folder: string): void {
  mkdirSync(folder);
  symlinkSync(MODULES, path.join(folder, 'node_modules'), 'dir');
  for (const { lead, text } of blocksOf(page).filter((block) => block.lead.endsWith('there:'))) {
    writeFileSync(path.join(folder, fileIn(lead) ?? 'openapi.yaml'), text);
  }
}

/**
 * Holds what a page's table of requests says against a service.
 *
 * @param column of the table behind the request, whose cells begin with the status
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

import path from 'node:path';
import { compareRequests } from './compared-service';
import { PagePlayer } from './page-player';
import { replacedByInit } from './page-project';
import { readPage } from './page-service';
import { temporaryFolder } from './temporary-folder';

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'frameworks');

/**
 * Tests a page of docs/ about a framework that writes its document.
 *
 * @param document what the framework wrote of the service that the page lists: a file of fixtures/frameworks
 * @param isShort leaves out to accept what the document has, and the page's check
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

import path from 'node:path';
import { compareRequests, writeServiceThere } from './compared-service';
import { PagePlayer } from './page-player';
import { replacedByInit } from './page-project';
import { readPage } from './page-service';
import { temporaryFolder } from './temporary-folder';

/**
 * Tests the service of docs/from-openapi-backend.md, as it is there and as it is here.
 *
 * @param isShort leaves out to accept what the document has, and the page's check
 */
export function describeOpenapiBackendPage(isShort = false): void {
  const page = readPage('from-openapi-backend.md');
  const folder = temporaryFolder();
  const there = path.join(folder, 'old-trees');
  const here = path.join(folder, 'trees');

  beforeAll(() => {
    writeServiceThere(page, there);
  });

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

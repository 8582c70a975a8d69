import path from 'node:path';
import { compareRequests, writeServiceThere } from '../support/compared-service';
import { PagePlayer } from '../support/page-player';
import { initProject } from '../support/page-project';
import { readPage } from '../support/page-service';
import { temporaryFolder } from '../support/temporary-folder';

/** The service of docs/from-openapi-backend.md, as it is there and as it is here. */

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
  const player = new PagePlayer(page, here, {
    'npm run init -- ../trees --spec ../old-trees/openapi.yaml': () =>
      initProject(here, path.join(there, 'openapi.yaml')),
  });
  await player.play((url) => compareRequests(page, url, 1));
});

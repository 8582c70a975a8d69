import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compareRequests, writeServiceThere } from '../support/compared-service';
import { PagePlayer } from '../support/page-player';
import { linkBinaries, fileOf, readPage } from '../support/page-service';
import { linkPackages, temporaryFolder } from '../support/temporary-folder';

/** The service of docs/from-eov.md as it is here; the package itself is not installed. */

const page = readPage('from-eov.md');
const folder = temporaryFolder();
const there = path.join(folder, 'old-trees');
const here = path.join(folder, 'trees');

beforeAll(() => {
  writeServiceThere(readPage('from-openapi-backend.md'), there);
  mkdirSync(here, { recursive: true });
  cpSync(path.join(there, 'openapi.yaml'), path.join(here, 'openapi.yaml'));
  writeFileSync(
    path.join(here, 'tsconfig.json'),
    fileOf(readPage('own-service.md'), 'tsconfig.json'),
  );
  linkPackages(here, '@types', 'express');
  linkBinaries(here);
});

const sections = page.split(/^(?=## )/m);
const guarded = sections.filter((section) => section.startsWith('## The same routes')).join('');

it('is guarded as the page says', async () => {
  expect(guarded).toContain('contractGuard');
  // Express runs the route for such a path.
  const expected = page.replace('404; 200 with the guard', '200');
  expect(expected).not.toBe(page);
  await new PagePlayer(guarded, here).play((url) => compareRequests(expected, url, 1));
});

it('is generated, compiles and serves as the page says', async () => {
  const others = sections.filter((section) => section !== guarded).join('');
  await new PagePlayer(others, here).play((url) => compareRequests(page, url, 1));
});

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { InstalledPackages, packedName, packInto } from '../support/installed-package';
import { PagePlayer } from '../support/page-player';
import { fileOf, readPage } from '../support/page-service';
import { temporaryFolder } from '../support/temporary-folder';

/** The packages as `npx --yes --package=./tools/NAME.tgz` has them: packed, with what they depend on, and in another folder. */

const folder = temporaryFolder();
const elsewhere = temporaryFolder();
const page = readPage('start-ci.md');
const NPX = `npx --yes --package=./tools/${packedName('runtime')} --package=./tools/${packedName('tools')} trellis `;

it('docs/start-ci.md is true, step by step', async () => {
  const installed = new InstalledPackages(elsewhere);
  packInto(elsewhere, ['runtime', 'tools']);
  installed.install(elsewhere, ['runtime', 'tools']);
  const npx = path.join(elsewhere, 'bin', 'npx');
  mkdirSync(path.dirname(npx));
  writeFileSync(npx, `#!/bin/sh\nexec '${process.execPath}' '${installed.trellis}' "$@"\n`);
  chmodSync(npx, 0o755);
  const author = ['-c user.name=test', '-c user.email=test@example.org'].join(' ');
  const played = page
    .replaceAll(NPX, `${npx} `)
    .replaceAll('--port 3000', '--port 0')
    .replaceAll('git commit', `git ${author} commit`);
  await new PagePlayer(played, folder).play();
});

it('the five lines for CI are those of the drift check', () => {
  const file = '.github/workflows/interface.yml';
  expect(fileOf(page, file)).toBe(fileOf(readPage('drift-check.md'), file));
});

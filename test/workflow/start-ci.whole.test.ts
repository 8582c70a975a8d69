import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { InstalledPackage, packInto } from '../support/installed-package';
import { PagePlayer } from '../support/page-player';
import { fileOf, readPage } from '../support/page-service';
import { temporaryFolder } from '../support/temporary-folder';

/** The package as `npx --yes --package=./tools/NAME.tgz` has it: packed, with what it depends on, and in another folder. */

const folder = temporaryFolder();
const elsewhere = temporaryFolder();
const page = readPage('start-ci.md');
const TARBALL = `./tools/${manifest.name}-${manifest.version}.tgz`;

it('docs/start-ci.md is true, step by step', async () => {
  const installed = new InstalledPackage(elsewhere);
  installed.install(packInto(elsewhere));
  const npx = path.join(elsewhere, 'bin', 'npx');
  mkdirSync(path.dirname(npx));
  writeFileSync(
    npx,
    `#!/bin/sh\nshift 3\nexec '${process.execPath}' '${installed.trellis}' "$@"\n`,
  );
  chmodSync(npx, 0o755);
  const author = ['-c user.name=test', '-c user.email=test@example.org'].join(' ');
  const played = page
    .replaceAll(`npx --yes --package=${TARBALL} `, `${npx} --yes --package=${TARBALL} `)
    .replaceAll('--port 3000', '--port 0')
    .replaceAll('git commit', `git ${author} commit`);
  await new PagePlayer(played, folder).play();
});

it('the five lines for CI are those of the drift check', () => {
  const file = '.github/workflows/interface.yml';
  expect(fileOf(page, file)).toBe(fileOf(readPage('drift-check.md'), file));
});

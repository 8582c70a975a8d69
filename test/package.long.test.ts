import { execFileSync } from 'node:child_process';
import path from 'node:path';
import manifest from '../package.json';
import { filesOf, InstalledPackage, packInto } from './support/installed-package';
import './support/long';
import { temporaryFolder } from './support/temporary-folder';

const folder = temporaryFolder();

it('an installed package packs itself for a project, with all of its files', () => {
  const tarball = packInto(folder);
  const installed = new InstalledPackage(folder);
  installed.install(tarball);
  const args = [installed.trellis, 'init', 'made', '--no-install'];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  const own = path.join(folder, 'made', 'tools', `plant-store-${manifest.version}.tgz`);
  expect(filesOf(own)).toEqual(filesOf(tarball));
});

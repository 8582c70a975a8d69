import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { filesOf, InstalledPackages, packedName, packInto } from './support/installed-package';
import './support/long';
import { temporaryFolder } from './support/temporary-folder';

const folder = temporaryFolder();

it('installed packages pack themselves for a project, with all of their files', () => {
  const packed = packInto(folder, ['runtime', 'tools']);
  const installed = new InstalledPackages(folder);
  installed.install(folder, ['runtime', 'tools']);
  const args = [installed.trellis, 'init', 'made', '--no-install'];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  const own = (['runtime', 'tools'] as const).map((name) =>
    filesOf(path.join(folder, 'made', 'tools', packedName(name))),
  );
  expect(own).toEqual(packed.map(filesOf));
});

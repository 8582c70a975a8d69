import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
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

it('pnpm dlx makes a project, from the folders that pnpm has', () => {
  packInto(folder, ['runtime', 'tools']);
  const packages = (['runtime', 'tools'] as const).map(
    (name) => `--package=${path.join(folder, packedName(name))}`,
  );
  const pnpm = ['exec', '--yes', '--package=pnpm@10.34.9', '--', 'pnpm', 'dlx', ...packages];
  const env = { ...process.env, XDG_CACHE_HOME: path.join(folder, 'cache') };
  const made = ['trellis', 'init', 'by-pnpm', '--no-install'];
  execFileSync('npm', [...pnpm, ...made], { cwd: folder, env, stdio: 'ignore' });
  const tools = path.join(folder, 'by-pnpm', 'tools');
  expect(readdirSync(tools)).toEqual([packedName('runtime'), packedName('tools')]);
  expect(filesOf(path.join(tools, packedName('tools')))).toContain('package/package.json');
});

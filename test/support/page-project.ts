import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { NewProject } from './new-project';

const ROOT = path.join(__dirname, '..', '..');
const BINARIES = {
  'plant-store': path.join(ROOT, manifest.bin['plant-store']),
  // The compiler of a user is that of TypeScript 5.9, which says the same in more time.
  tsc: path.join(ROOT, 'node_modules', 'typescript7', 'bin', 'tsc'),
  jest: path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
};

/**
 * Makes a project by `init`, as a page says; it neither packs nor installs the package.
 *
 * @returns what `init` says
 */
export function initProject(folder: string, spec: string): string {
  const project = new NewProject(folder);
  const { code, stdout, stderr } = project.init('--spec', spec);
  if (code !== 0) throw new Error(stderr);
  project.finish();
  linkBinaries(folder);
  return stderr + stdout;
}

/** Makes what `npm install` makes of the commands of packages. */
export function linkBinaries(folder: string): void {
  const bin = path.join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(BINARIES)) {
    const file = path.join(bin, name);
    writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
    chmodSync(file, 0o755);
  }
}

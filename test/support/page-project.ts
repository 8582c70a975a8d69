import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../package.json';
import { stepsFor } from '../../src/init/npm';
import { NewProject } from './new-project';
import type { Replaced } from './page-player';

const ROOT = path.join(__dirname, '..', '..');
const BINARIES = {
  'plant-store': path.join(ROOT, manifest.bin['plant-store']),
  // The compiler of a user is that of TypeScript 5.9, which says the same in more time.
  tsc: path.join(ROOT, 'node_modules', 'typescript7', 'bin', 'tsc'),
  jest: path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
};

/** What a short test of a page leaves out. */
const CHECKS: Replaced = { 'npm run check -- --only generated,handlers': () => undefined };

/** What is done in the place of commands of a page that makes a project by `init`. */
export function replacedByInit(
  command: string,
  { folder, spec, isShort }: { folder: string; spec: string; isShort: boolean },
): Replaced {
  const init = (): string => initProject(folder, spec, stepsFor(!isShort));
  return { [command]: init, ...(isShort && CHECKS) };
}

/**
 * Makes a project by `init`, as a page says; it neither packs nor installs the package.
 *
 * @returns what `init` says
 */
function initProject(folder: string, spec: string, steps: ReturnType<typeof stepsFor>): string {
  const project = new NewProject(folder);
  const { code, stdout, stderr } = project.init('--spec', spec);
  if (code !== 0) throw new Error(stderr);
  project.finish(steps);
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

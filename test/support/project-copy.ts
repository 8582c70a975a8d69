import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');

const ENTRIES = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'spec',
  'generated',
  'src',
  'scripts',
  'template',
];

/** A copy of the project that a test may change, with the same installed packages. */
export function copyProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'plant-store-copy-'));
  for (const entry of ENTRIES) {
    cpSync(path.join(ROOT, entry), path.join(folder, entry), {
      recursive: true,
      filter: (source) => path.basename(source) !== 'node_modules',
    });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { npm } from './new-project';

const ROOT = path.join(__dirname, '..', '..');

/** Whether npm can install anything here. */
export function hasRegistry(): boolean {
  const offline = ['--fetch-retries=0', '--fetch-timeout=20000'];
  return npm(ROOT, 'view', 'typescript', 'version', ...offline).code === 0;
}

/** Packs this checkout as it is built. @returns the packed file */
export function packInto(folder: string): string {
  const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  return path.join(folder, execFileSync('npm', packing, { cwd: ROOT, encoding: 'utf8' }).trim());
}

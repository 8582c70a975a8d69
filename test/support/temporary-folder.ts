import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(__dirname, '..', '..');

/** A new empty folder, removed after the tests of the calling block. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'contract-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Like {@link temporaryFolder}, for generated code: names of the packages lead to this checkout. */
export function temporaryProject(): string {
  const folder = temporaryFolder();
  linkPackages(folder);
  return folder;
}

/** Links the packages of this checkout, and others that it has installed, as `npm install` would. */
export function linkPackages(folder: string, ...others: readonly string[]): void {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of ['openapi-trellis', 'openapi-trellis-tools', ...others]) {
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name), 'dir');
  }
}

/** Links all packages that this checkout has installed. */
export function linkInstalled(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules);
  const installed = path.join(ROOT, 'node_modules');
  for (const name of readdirSync(installed).filter((each) => !each.startsWith('.'))) {
    symlinkSync(path.join(installed, name), path.join(modules, name), 'dir');
  }
}

/**
 * Writes the files of a document to a new folder within one.
 *
 * @param files texts by file name, which may contain folders
 * @returns the new folder
 */
export function writeFiles(within: string, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(within, 'document-'));
  for (const [name, text] of Object.entries(files)) putFile(folder, name, text);
  return folder;
}

/** Writes a file, with the folders in its name. @returns its path */
export function putFile(folder: string, name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for each test of the file, removed after it: `path(name)` is a file in it. */
export function useTempFolder(): { path: (name: string) => string } {
  let folder: string;
  beforeEach(() => {
    folder = makeTempFolder();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return { path: (name) => join(folder, name) };
}

export function makeTempFolder(): string {
  return mkdtempSync(join(tmpdir(), 'plant-store-'));
}

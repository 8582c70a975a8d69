import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A new empty folder, which is removed after the tests of the block that asks for it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'contract-test-'));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

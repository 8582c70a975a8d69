import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Finding } from '../finding';
import type { Results } from '../results';
import { findingFacts } from './finding-facts';
import { SEND_MODULE_START, sendModule } from './jest-tests/send-module';
import { jestTest } from './jest-tests/write-test';

const SEND = 'send.js';

/**
 * Makes the folder of the tests, if it is not there.
 *
 * @throws Error when it cannot be written, or has another `send.js`
 */
export function prepareTests(folder: string): void {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
  const file = path.join(folder, SEND);
  const isOther = existsSync(file) && !readFileSync(file, 'utf8').startsWith(SEND_MODULE_START);
  if (isOther) throw new Error(`${file} is there already and would be written over`);
}

/**
 * Writes each fault of the service as a test for jest, which fails until it is corrected, and `send.js`,
 * which they share. They need nothing of this project.
 *
 * @param results without credentials (Redaction): TOKEN in the environment takes their place
 * @returns the paths of the tests
 */
export function saveTests(results: Results, folder: string): string[] {
  prepareTests(folder);
  writeFileSync(path.join(folder, SEND), sendModule(results.url));
  const taken = new Set<string>();
  return results.findings
    .filter(({ fault }) => fault === 'service')
    .map((finding) => {
      const file = path.join(folder, fileName(finding, taken));
      writeFileSync(file, jestTest(findingFacts(results, finding)));
      return file;
    });
}

/** A name that no other has, also where letters of both cases are the same. */
function fileName({ operationId = 'no-operation', check }: Finding, taken: Set<string>): string {
  const name = `${operationId.replace(/[^\w-]+/g, '_')}.${check}`;
  let number = 1;
  const numbered = (): string => (number === 1 ? name : `${name}-${number}`);
  while (taken.has(numbered().toLowerCase())) number += 1;
  taken.add(numbered().toLowerCase());
  return `${numbered()}.test.js`;
}

import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../src/check/command';
import { runInProcess } from '../support/run-in-process';
import type { ScriptResult } from '../support/run-script';
import { temporaryFolder } from '../support/temporary-folder';

/** `npm run check -- --accept REASON`, which lets a document with faults begin with a passing gate. */

const folder = temporaryFolder();

/** A document with an invalid example, an unenforced keyword, and an operation that is left out. */
const DOCUMENT = (more = ''): string => `openapi: 3.1.0
info: { title: Library, version: '1', license: { name: MIT, identifier: MIT } }
servers: [{ url: https://library.test }]
security: []
paths:
  /books:
    get: { operationId: list, summary: List, parameters: 7, responses: { 200: { description: Done }, 400: { description: Wrong } } }
    post:
      operationId: add
      summary: Add
      requestBody:
        content:
          application/json:
            schema: { type: string, minimum: 5${more} }
            example: 5
      responses: { 200: { description: Done }, 400: { description: Wrong } }
`;

const MEDIA = '/paths/~1books/post/requestBody/content/application~1json';
const LINES = `left-out /paths/~1books/get # known: the operation is not served, because of the fault at /paths/~1books/get/parameters
example ${MEDIA}/example # known: the example must be of type string
idle ${MEDIA}/schema/minimum # known: nothing enforces the keyword minimum
`;

/** The paths of a test's document and of its list. */
function library(name: string): { readonly spec: string; readonly list: string } {
  const spec = path.join(folder, `${name}.yaml`);
  writeFileSync(spec, DOCUMENT());
  return { spec, list: path.join(folder, `${name}.accepted.txt`) };
}

const check = (spec: string, ...args: readonly string[]): Promise<ScriptResult> =>
  runInProcess(checkCommand, ['--spec', spec, '--only', 'document,enforcement', ...args]);

it('lists what is found, after which the check passes', async () => {
  const { spec, list } = library('first');
  expect((await check(spec)).code).toBe(1);
  const { code, stdout, stderr } = await check(spec, '--accept', 'known');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok {4}document: [\s\S]*^ok {4}enforcement: /m);
  expect(stderr).toContain(
    `accepted 3 findings, listed in ${path.relative('.', list)}; remove a line once its fault is corrected\n`,
  );
  expect(readFileSync(list, 'utf8')).toBe(
    `# What is accepted, a line "RULE POINTER # REASON" each. Remove a line that accepts nothing any more.\n${LINES}`,
  );
  expect((await check(spec)).code).toBe(0);
});

it('leaves a later fault to fail, and adds it behind the lines that are there', async () => {
  const { spec, list } = library('later');
  const mine =
    `# Mine\n/paths/~1books/get # as it is\n${LINES.slice(LINES.indexOf('example'))}`.trimEnd();
  writeFileSync(list, mine);
  expect((await check(spec)).code).toBe(0);
  writeFileSync(spec, DOCUMENT(', minItems: 2'));
  const { code, stdout } = await check(spec);
  expect(code).toBe(1);
  expect(stdout.match(/: nothing enforces.*/g)).toEqual([
    expect.stringContaining('the keyword minItems') as string,
  ]);
  expect((await check(spec, '--accept', 'since then')).code).toBe(0);
  expect(readFileSync(list, 'utf8')).toBe(
    `${mine}\nidle ${MEDIA}/schema/minItems # since then: nothing enforces the keyword minItems\n`,
  );
});

it('writes no line through a link', async () => {
  const { spec, list } = library('linked');
  const other = path.join(folder, 'other.txt');
  writeFileSync(other, '');
  symlinkSync(other, list);
  expect((await check(spec, '--accept', 'known')).code).toBe(0);
  expect(readFileSync(other, 'utf8')).toBe('');
  expect(readFileSync(list, 'utf8')).toBe(LINES);
});

it('accepts nothing but faults of the document', async () => {
  const { spec, list } = library('others');
  const handlers = path.join(folder, 'handlers');
  mkdirSync(handlers);
  const { code, stdout } = await runInProcess(checkCommand, [
    ...['--spec', spec, '--only', 'handlers', '--handlers', handlers, '--accept', 'known'],
  ]);
  expect(code).toBe(1);
  expect(stdout).toContain('the operation "add" (POST /books) has no handler');
  expect(existsSync(list)).toBe(false);
});

it.each(['', 'a # b', 'two\nlines'])('refuses the reason %j', async (reason) => {
  const { spec, list } = library('reasons');
  const { code, stderr } = await check(spec, '--accept', reason);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--accept must be the reason, one line without " # ", such as /);
  expect(existsSync(list)).toBe(false);
});

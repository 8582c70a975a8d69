import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentCheck } from '../../../scripts/check/document';
import { temporaryFolder } from '../../support/temporary-folder';

/** A document with a warning on line 2, and an operation on line 5 that is left out for its parameters. */
const document = `openapi: 3.1.0
info: { title: Library, version: 1 }
paths:
  /books:
    get: { parameters: 7, responses: { 204: { description: Done } } }
    post: { operationId: add, responses: { 204: { description: Done } } }
`;

const folder = temporaryFolder();
const spec = path.join(folder, 'library.yaml');

/** What is found, as `line message`, beside a file of accepted faults. */
async function found(strict: boolean, accepted = ''): Promise<string[]> {
  writeFileSync(spec, document);
  writeFileSync(path.join(folder, 'library.accepted.txt'), accepted);
  const options = { spec, generated: folder, strict };
  const { findings } = await documentCheck.run(options);
  return findings.map(({ line, message }) => `${line ?? '-'} ${message}`);
}

const FAULT = '/paths/~1books/get/parameters';
const OPERATION = '/paths/~1books/get';
const leftOut = `5 ${OPERATION}: left out: the operation is not served, because of the fault at ${FAULT}`;

it('finds an operation that is left out', async () => {
  expect(await found(false)).toEqual([leftOut]);
});

it('finds each warning too, if strict', async () => {
  expect(await found(true)).toEqual([
    `5 ${FAULT}: warning: must be of type array`,
    leftOut,
    '2 /info/version: warning: must be of type string; write "1" in quotes',
  ]);
});

it('finds nothing that is accepted with a reason', async () => {
  expect(await found(false, `${OPERATION} # nobody calls it\n`)).toEqual([]);
  const all = [FAULT, OPERATION, '/info/version'].map((pointer) => `${pointer} # as it is\n`);
  expect(await found(true, all.join(''))).toEqual([]);
});

it('finds what is accepted and no fault, if strict', async () => {
  const findings = await found(true, `/info/title # it was wrong\n`);
  expect(findings.at(-1)).toBe('- /info/title: there is no fault to accept');
});

it('refuses an accepted fault without a reason', async () => {
  await expect(found(false, '/info/title\n')).rejects.toThrow(/write NAME # REASON$/);
});

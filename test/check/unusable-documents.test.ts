import path from 'node:path';
import { documentCheck } from '../../src/check/document';
import type { CheckOptions } from '../../src/check/drift-check';
import { enforcementCheck } from '../../src/check/enforcement';
import { runCheck } from '../../src/check/run-checks';
import { temporaryFolder, writeFiles } from '../support/temporary-folder';

/** For a document that cannot be compiled, checks report the same as generation. */

const within = temporaryFolder();

function optionsFor(document: object): CheckOptions {
  const folder = writeFiles(within, { 'openapi.json': JSON.stringify(document) });
  return { spec: path.join(folder, 'openapi.json'), generated: folder };
}

const HEAD = { openapi: '3.1.0', info: { title: 'Library', version: '1' } };

/** Half of a surrogate pair, which compiled code cannot name. */
const schema = { properties: { 'a\ud800': { type: 'string' } } };
const post = {
  operationId: 'add',
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 204: { description: 'Done' } },
};

it('finds the operation of a schema that cannot be compiled', async () => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  const options = optionsFor({ ...HEAD, paths: { '/books': { post } } });
  const answer = await runCheck(documentCheck, options, () => undefined);
  expect(answer).toMatchObject({
    outcome: { findings: [{ rule: 'left-out', pointer: '/paths/~1books/post' }] },
  });
  jest.restoreAllMocks();
});

it.each([documentCheck, enforcementCheck])('says why $name could not run', async (check) => {
  const options = optionsFor({ ...HEAD, openapi: '9.0' });
  const answer = await runCheck(check, options, () => undefined);
  expect(answer).toEqual({
    fault: expect.stringMatching(
      /openapi\.json:1: \/openapi: the version is "9\.0"; only/,
    ) as string,
  });
});

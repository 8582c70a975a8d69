import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../../src/tools/check/command';
import { runInProcess } from '../../../support/run-in-process';
import { temporaryFolder } from '../../../support/temporary-folder';
import type { ScriptResult } from '../../../support/run-script';

/** A document that is wrong in the same way at many places is one line, and not one for each. */

const folder = temporaryFolder();
const spec = path.join(folder, 'openapi.json');
const list = path.join(folder, 'openapi.accepted.txt');

beforeEach(() => writeFileSync(list, ''));

/** Checks a document with an example in the body of each of so many operations. */
function checked(
  count: number,
  exampleOf: (at: number) => object,
  ...args: string[]
): Promise<ScriptResult> {
  const paths = Array.from({ length: count }, (_, at) => {
    const schema = {
      type: 'object',
      required: ['title'],
      properties: { title: { type: 'string' } },
    };
    const content = { 'application/json': { schema, examples: { one: exampleOf(at) } } };
    const responses = { 200: { description: 'Done' }, 400: { description: 'Wrong' } };
    const put = { operationId: `put${at}`, summary: 'Put', requestBody: { content }, responses };
    return [`/b${at}`, { put }];
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://books.test' }],
    security: [],
    paths: Object.fromEntries(paths) as object,
    components: { examples: { book: { value: { title: 'Emma' } } } },
  };
  writeFileSync(spec, JSON.stringify(document, undefined, 1));
  return runInProcess(check, ['--spec', spec, '--only', 'document', ...args]);
}

const wrong = (at: number): object => ({ value: { title: at } });
const reference = (): object => ({ value: { $ref: '#/components/examples/book' } });
const findings = ({ stdout }: ScriptResult): string[] => stdout.match(/^ {6}\S.*$/gm) ?? [];

it('reports the same fault at 600 places in one line, and each for programs', async () => {
  const json = path.join(folder, 'findings.json');
  const result = await checked(600, wrong, '--report', `json=${json}`);
  expect(result.code).toBe(1);
  expect(findings(result)).toEqual([
    expect.stringMatching(
      /openapi\.json:(\d+): \/paths\/~1b0\/\S+\/one\/value: the example at "\/title" must be of type string, at 600 places: \S+openapi\.json:\1, \S+openapi\.json:\d+, \S+openapi\.json:\d+ and 597 more; correct it, /,
    ),
  ]);
  const report = JSON.parse(readFileSync(json, 'utf8')) as { findings: { line: number }[] };
  expect(new Set(report.findings.map(({ line }) => line)).size).toBe(600);
});

it.each([
  ['at three places', 3, wrong, 3],
  ['that is another at each', 5, (at: number) => ({ value: { title: 'a', [`x${at}`]: 1 } }), 0],
  ['of two kinds', 8, (at: number) => (at % 2 === 0 ? wrong(at) : { value: {} }), 2],
])('has a line for each fault %s', async (_, count, exampleOf, want) => {
  expect(findings(await checked(count, exampleOf))).toHaveLength(want);
});

it('accepts each place of a fault, so that another one is found', async () => {
  const { code, stderr } = await checked(5, wrong, '--accept', 'known');
  expect(code).toBe(0);
  expect(stderr).toContain('accepted 1 finding, ');
  expect(readFileSync(list, 'utf8').match(/^example \/paths\/\S+ # known: .*$/gm)).toHaveLength(5);
  expect(await checked(5, wrong)).toMatchObject({ code: 0, stderr: '' });
  const after = await checked(6, wrong);
  expect(findings(after)).toEqual([expect.stringContaining('/paths/~1b5/')]);
});

const LITERAL =
  'the example is a "$ref", which stands for itself there; under "examples", write "$ref" in place of "value"';

it('says once that examples are references in place of values, and fails only a strict check', async () => {
  const result = await checked(600, reference);
  expect(result.code).toBe(0);
  expect(result.stderr).toMatch(/^\S+openapi\.json:\d+: \/paths\/~1b0\/\S+\/one\/value: warning: /);
  expect(result.stderr).toContain(`: warning: ${LITERAL} (at 600 places)\n`);
  expect(result.stderr).toMatch(/^.*\n\S+: 600 warnings; --all shows the other 599\n$/);
  const strict = await checked(600, reference, '--strict');
  expect(strict.code).toBe(1);
  expect(findings(strict)).toEqual([expect.stringContaining(LITERAL)]);
  expect((await checked(600, reference, '--strict', '--accept', 'known')).code).toBe(0);
  expect(await checked(600, reference, '--strict')).toMatchObject({ code: 0, stderr: '' });
});

it('says nothing of a reference that is a value of its schema', async () => {
  const any = (): object => ({ value: { $ref: 'a', title: 'b' } });
  expect(await checked(5, any)).toMatchObject({ code: 0, stderr: '' });
});

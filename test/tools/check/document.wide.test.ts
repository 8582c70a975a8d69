import { writeFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { documentCheck } from '../../../src/tools/check/document';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import { CheckedDocument } from '../../../src/tools/check/checked-document';
import { enforcementCheck } from '../../../src/tools/check/enforcement';
import { generatedCheck } from '../../../src/tools/check/generated';
import type { CheckOptions, CheckOutcome } from '../../../src/tools/check/drift-check';
import { runCheck } from '../../../src/tools/check/run-checks';
import { check as checkCommand } from '../../../src/tools/check/command';
import { runInProcess } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { itEach } from '../../support/it-each';

/**
 * A document with a warning on line 2, an operation on line 7 that is left out for its parameters, an invalid
 * example on line 8, and a violated lint rule on line 9.
 */
const document = `openapi: 3.1.0
info: { title: Library, version: 1, license: { name: MIT, identifier: MIT } }
servers: [{ url: https://library.test }]
security: []
paths:
  /books:
    get: { operationId: list, summary: List, parameters: 7, responses: { 200: { description: Done }, 400: { description: Wrong } } }
    post: { operationId: add, summary: Add, requestBody: { content: { application/json: { schema: { type: string }, example: 5 } } }, responses: { 200: { description: Done }, 400: { description: Wrong } } }
    put: { operationId: change, responses: { 200: { description: Done }, 400: { description: Wrong } } }
`;

const folder = temporaryFolder();
const spec = path.join(folder, 'library.yaml');
const name = path.relative(process.cwd(), spec);

/** The findings, as `line message`, with a file of accepted faults. */
async function found(strict: boolean, accepted = '', text = document): Promise<string[]> {
  writeFileSync(spec, text);
  writeFileSync(path.join(folder, 'library.accepted.txt'), accepted);
  const options = { spec, generated: folder, strict };
  const { findings } = await documentCheck.run(options);
  return findings.map(({ line, message }) => `${line ?? '-'} ${message}`);
}

const FAULT = '/paths/~1books/get/parameters';
const OPERATION = '/paths/~1books/get';
const EXAMPLE = '/paths/~1books/post/requestBody/content/application~1json/example';
const SUMMARY = '/paths/~1books/put/summary';
const leftOut = `7 ${OPERATION}: left out: the operation is not served, because of the fault at ${FAULT}`;
const example = `8 ${EXAMPLE}: the example must be of type string`;
const summary = `9 ${SUMMARY}: operation-summary: Operation object should contain \`summary\` field`;

let shown: jest.SpyInstance;

beforeEach(() => {
  shown = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => shown.mockRestore());

it('finds an operation that is left out, and an example that is not valid, and shows the warnings', async () => {
  expect(await found(false)).toEqual([leftOut, example]);
  expect(shown.mock.calls.join('')).toBe(`${name}:7: ${FAULT}: warning: must be of type array
${name}:2: /info/version: warning: must be of type string; write "1" in quotes
${name}:${summary.replace(' ', ': ').replace('summary: op', 'summary: warning: op')}
${name}: 3 warnings
`);
});

it('finds each warning too, if strict', async () => {
  expect(await found(true)).toEqual([
    `7 ${FAULT}: warning: must be of type array`,
    leftOut,
    '2 /info/version: warning: must be of type string; write "1" in quotes',
    example,
    summary,
  ]);
  expect(shown).not.toHaveBeenCalled();
});

it('finds and shows nothing that is accepted with a reason, for its place or for one rule', async () => {
  const failing = [OPERATION, `example ${EXAMPLE}`];
  const warnings = [`warning ${FAULT}`, '/info/version', `operation-summary ${SUMMARY}`];
  const lines = [...failing, ...warnings].map((line) => `${line} # as it is\n`).join('');
  expect(await found(true, lines)).toEqual([]);
  expect(await found(false, lines)).toEqual([]);
  expect(shown).not.toHaveBeenCalled();
});

it('finds what is accepted by another rule', async () => {
  expect(await found(false, `lint ${EXAMPLE} # no\n`)).toContain(example);
});

it('says how a fault is accepted', async () => {
  await found(true);
  const { findings } = await documentCheck.run({ spec, generated: folder, strict: true });
  expect(findings.map(({ remedy }) => remedy.replace(/ in \S*library/, ' in library'))).toEqual([
    `correct it, or accept it with a line "warning ${FAULT} # REASON" in library.accepted.txt`,
    `correct it, or accept it with a line "left-out ${OPERATION} # REASON" in library.accepted.txt`,
    'correct it, or accept it with a line "warning /info/version # REASON" in library.accepted.txt',
    `correct it, or its schema, or accept it with a line "example ${EXAMPLE} # REASON" in library.accepted.txt`,
    `correct it, or switch the rule off in redocly.yaml, or accept it with a line "operation-summary ${SUMMARY} # REASON" in library.accepted.txt`,
  ]);
});

it('finds what is accepted and no fault, if strict', async () => {
  const findings = await found(true, `/info/title # it was wrong\n`);
  expect(findings.at(-1)).toBe('- /info/title: there is no fault to accept');
});

it('refuses an accepted fault without a reason', async () => {
  await expect(found(false, '/info/title\n')).rejects.toThrow(/write NAME # REASON$/);
});

const GET = '{ get: { responses: { 204: { description: Done } } } }';

itEach({
  'a path': ['/paths/~1a', 'paths: { /a: REF }'],
  'a webhook': ['/webhooks/a', `paths: { /b: ${GET} }\nwebhooks: { a: REF }`],
  'a callback': [
    '/paths/~1b/get/callbacks/a',
    `paths: { /b: { get: { callbacks: { a: REF }, responses: { 204: { description: Done } } } } }`,
  ],
  'a component that nothing uses': [
    '/components/schemas/A/properties/b',
    `paths: { /b: ${GET} }\ncomponents: { schemas: { A: { properties: { b: REF } } } }`,
  ],
})(
  'finds %s that refers to nothing, though no operation is known to be there',
  async (_, at, text) => {
    const head = 'openapi: 3.1.0\ninfo: { title: Library, version: "1" }\n';
    for (const reference of ['./none.yaml', '#/components/pathItems/None']) {
      const given = head + text.replace('REF', `{ $ref: '${reference}' }`);
      expect(await found(false, '', given)).toEqual([
        expect.stringMatching(new RegExp(`^\\d ${at}: left out: .* correct the reference`)),
      ]);
    }
  },
);

describe('a document that is saved meanwhile', () => {
  const folder = temporaryFolder();
  const spec = path.join(folder, 'openapi.json');
  const generated = path.join(folder, 'generated');
  const options: CheckOptions = { spec, generated, strict: true };

  function write(schema: object): void {
    const content = { 'application/json': { schema } };
    const put = { operationId: 'put', requestBody: { content }, responses: { 204: {} } };
    const head = { openapi: '3.1.0', info: { title: 'Library', version: '1' } };
    writeFileSync(spec, JSON.stringify({ ...head, paths: { '/books': { put } } }));
  }

  const keywords = ({ table }: CheckOutcome): string[] =>
    (table?.rows ?? []).flatMap(([kind = '']) => (kind.startsWith('keyword ') ? [kind] : []));

  it('checks one state of a document that is saved meanwhile', async () => {
    write({ type: 'string', minLength: 3 });
    const checked = new CheckedDocument(options);
    await documentCheck.run(options, checked);
    write({ type: 'string', maxLength: 3 });
    const outcome = await enforcementCheck.run(options, checked);
    expect(keywords(outcome)).toEqual(['keyword minLength', 'keyword type']);
    const files = await checked.files(generated);
    expect(files.get('openapi.json')).toContain('"minLength": 3');
  });

  it('says of each check why the document cannot be read, and reads it anew for the next run', async () => {
    writeFileSync(spec, '{');
    const checked = new CheckedDocument(options);
    await expect(documentCheck.run(options, checked)).rejects.toThrow(/openapi\.json:1/);
    write({ type: 'string' });
    await expect(generatedCheck.run(options, checked)).rejects.toThrow(/openapi\.json:1/);
    const { findings } = await generatedCheck.run(options);
    expect(findings.map(({ rule }) => rule)).toContain('missing');
  });
});

describe('a document that cannot be compiled', () => {
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
});

describe('accepted findings', () => {
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
      `# What is accepted, a line "NAME # REASON" each. Remove a line that accepts nothing any more.\n${LINES}`,
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
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../../../src/tools/check/command';
import { readBase } from '../../../../src/tools/check/breaking/base-document';
import { runInProcess, runInFolder } from '../../../support/run-in-process';
import type { ScriptResult } from '../../../support/run-script';
import { temporaryFolder } from '../../../support/temporary-folder';
import { documentOf, Repository } from './repository';
import { itEach } from '../../../support/it-each';

const folder = temporaryFolder();

function write(name: string, version: string, maxLength: number): string {
  const file = path.join(folder, name);
  writeFileSync(file, documentOf({ version, most: maxLength }));
  return file;
}

const argsFor = (base: string, spec: string, ...more: string[]): string[] => {
  return ['--only', 'breaking', '--base', base, '--spec', spec, ...more];
};
const check = (...args: Parameters<typeof argsFor>): Promise<ScriptResult> =>
  runInProcess(checkCommand, argsFor(...args));

describe('npm run check -- --base', () => {
  const base = write('base.yaml', '1.0.0', 9);

  it('names what breaks, where it is, a request that shows it, and the version that says so', async () => {
    const { code, stdout } = await check(base, write('short.yaml', '1.1.0', 8));
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /short\.yaml:8: POST \/names: the request body no longer accepts all that it accepted: the value must have at most 8 characters, such as ".{9}" \(major\); undo it, set info\.version to 2\.0\.0 or above, or accept it with a line "narrowed \/paths\/\S+\/maxLength # REASON" in \S+short\.accepted\.txt$/m,
    );
  });

  it('finds nothing where the version says what changed, and lists it', async () => {
    const { code, stdout } = await check(base, write('said.yaml', '2.0.0', 8));
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ok {4}breaking: .*\n.*\n {6}major {2}POST \/names {2}the request body/,
    );
  });

  it('asks for a minor version where more is taken', async () => {
    const { code, stdout } = await check(base, write('long.yaml', '1.0.1', 10));
    expect(code).toBe(1);
    expect(stdout).toContain(
      'long.yaml:8: POST /names: the request body accepts more values than the base',
    );
    expect(stdout).toMatch(
      /\(in the base: \S+base\.yaml:8\); undo it, set info\.version to 1\.1\.0 or above/,
    );
  });

  it('lists what is undecided, with its keyword, and fails for it where it is strict', async () => {
    const spec = path.join(folder, 'phone.yaml');
    writeFileSync(
      spec,
      documentOf({ most: 9 }).replace('maxLength: 9', 'maxLength: 9, format: phone'),
    );
    const { code, stdout } = await check(base, spec);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^ {6}undecided {2}POST \/names {2}the request body says something else by "format", and it could not be decided whether clients are affected: nothing at \/paths\/\S+\/schema of the base, \{"format":"phone"\} at \/paths\/\S+\/schema$/m,
      ) as string,
    });
    const strict = await check(base, spec, '--strict');
    expect(strict.code).toBe(1);
    expect(strict.stdout).toContain(
      '(undecided); undo it, or accept it with a line "undecided /paths/',
    );
  });

  describe('and accepted changes', () => {
    const spec = write('accepted.yaml', '1.0.0', 8);
    const place = '/paths/~1names/post/requestBody/content/text~1plain/schema/maxLength';
    const accepting = (line: string): Promise<ScriptResult> => {
      const file = path.join(folder, 'accepted.accepted.txt');
      writeFileSync(file, `# Known.\n${line}\n`);
      return check(base, spec);
    };

    it('does not count what is accepted', async () => {
      expect((await accepting(`narrowed ${place} # Nobody sends more`)).code).toBe(0);
      expect((await accepting(`narrowed ${place} # For now (until 9020-01-01)`)).code).toBe(0);
    });

    it('counts what was accepted until a day that is over', async () => {
      const { code, stdout } = await accepting(`narrowed ${place} # For then (until 2020-01-01)`);
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: expect.stringContaining('no longer accepts all that it accepted') as string,
      });
    });

    it('tells of a line that accepts nothing, since a file has no history', async () => {
      const { code, stderr } = await accepting(`narrowed ${place} # Known\nwidened /paths # Gone`);
      expect(code).toBe(0);
      expect(stderr).toMatch(
        /accepted\.accepted\.txt:3: "widened \/paths" accepts nothing: the base has the change by now/,
      );
    });

    it('wants a day that is one', async () => {
      const { code, stderr } = await accepting(`narrowed ${place} # Known (until then)`);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/: "then" is no day for "narrowed .*"; write/) as string,
      });
    });
  });

  it('gives witnesses as JSON', async () => {
    const { stdout } = await check(base, write('json.yaml', '1.0.0', 8), '--format', 'json');
    const { findings } = JSON.parse(stdout) as { findings: { line: number; message: string }[] };
    expect(findings).toEqual([expect.objectContaining({ check: 'breaking', line: 8 })]);
  });

  itEach({
    'no base': [[], /^--base FILE, REF or REF:PATH of git, says/],
    'an empty base': [['--base', ''], /^--base must be a file, REF or REF:PATH of git, not ""/],
    'no such file': [
      ['--base', 'nowhere.yaml'],
      /^There is no nowhere\.yaml in this repository; .*, or a file/,
    ],
    'no such commit': [['--base', 'nowhere:a.yaml'], /^There is no nowhere in this repository; /],
  })('ends with 2 for %s', async (_, given, want) => {
    const { code, stderr } = await runInProcess(checkCommand, ['--only', 'breaking', ...given]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
  });
});

describe('a base of git', () => {
  const repository = new Repository(path.join(folder, 'repository'));
  const home = process.cwd();

  const read = (base: string): ReturnType<typeof readBase> =>
    readBase(base, { spec: 'spec/openapi.yaml' });

  beforeAll(() => {
    const entry = 'spec/openapi.yaml';
    const schema = 'schema: { $ref: parts/name.yaml }';
    repository.commit({
      [entry]: documentOf({ most: 9 }).replace(/schema: \{.*?\}/, schema),
      'spec/parts/name.yaml': 'maxLength: 7\n',
    });
    repository.git('tag', 'v1');
    repository.commit({ [entry]: documentOf({ most: 8 }) });
  });
  beforeEach(() => process.chdir(repository.folder));
  afterEach(() => process.chdir(home));

  it('is read as it was committed, with the files that it refers to', async () => {
    const base = read('v1:spec/openapi.yaml');
    expect(base?.name).toBe('v1:spec/openapi.yaml');
    expect(JSON.stringify(base?.document)).toContain('"maxLength":7');
    expect(JSON.stringify(read('HEAD:spec/openapi.yaml')?.document)).toContain('"maxLength":8');
  });

  it('may be named from the folder where one stands', async () => {
    process.chdir(path.join(repository.folder, 'spec'));
    expect(read('v1:./openapi.yaml')?.name).toBe('v1:spec/openapi.yaml');
  });

  it('must be there', async () => {
    expect(() => read('v1:spec/other.yaml')).toThrow('There is no spec/other.yaml in v1');
    expect(() => read('v2:spec/openapi.yaml')).toThrow(/There is no v2 .*; name a commit/);
  });

  it('is asked for where a clone is shallow', async () => {
    const shallow = path.join(folder, 'shallow');
    repository.git('clone', '--depth', '1', `file://${repository.folder}`, shallow);
    process.chdir(shallow);
    expect(() => read('v1:spec/openapi.yaml')).toThrow(
      /There is no v1 in this repository; the clone is shallow, so fetch its history first/,
    );
  });
});

describe('levels of changes', () => {
  /** The changes that fail, by the document's version, `--fail-on`, and a team's levels of rules. */

  const folder = temporaryFolder();

  const run = (...args: readonly string[]): Promise<ScriptResult> =>
    runInFolder(folder, checkCommand, ['--only', 'breaking', '--base', 'base.yaml', ...args]);

  /** Compares two documents. */
  function compare(base: string, revision: string, ...args: string[]): Promise<ScriptResult> {
    writeFileSync(path.join(folder, 'base.yaml'), base);
    writeFileSync(path.join(folder, 'openapi.yaml'), revision);
    return run(...args);
  }

  describe('a version', () => {
    it.each([
      ['v3', 'v4', 0],
      ['v3', 'v3', 'v4 or above'],
      ['2026-01-15', '2026-01-15', 'a date after 2026-01-15'],
      ['latest', 'latest', 'a version of numbers, such as 1.0.0'],
    ])('from "%s" to "%s": %s', async (from, to, want) => {
      const { code, stdout } = await compare(
        documentOf({ version: from, most: 9 }),
        documentOf({ version: to, most: 8 }),
      );
      const said = /set info\.version to ([^;]*?), or accept it/.exec(stdout)?.[1];
      expect(said ?? code).toBe(want);
      expect(code).toBe(want === 0 ? 0 : 1);
    });

    it('that is a number in YAML is the text that is written', async () => {
      const [base, revision] = ['1.10', '1.20'].map((version) =>
        documentOf({ version, most: version === '1.10' ? 9 : 8 }).replaceAll("'", ''),
      );
      const { stdout } = await compare(base!, revision!);
      expect(stdout).toContain('set info.version to 2.0 or above');
    });
  });

  describe('--fail-on', () => {
    const [longer, shorter] = [documentOf({ most: 10 }), documentOf({ most: 8 })];
    it.each<[string, { document: string; code: number; said: string }]>([
      ['patch', { document: longer, code: 1, said: '' }],
      ['minor', { document: longer, code: 1, said: '' }],
      ['major', { document: longer, code: 0, said: 'does not say a minor change' }],
      ['major', { document: shorter, code: 1, said: '' }],
      ['none', { document: shorter, code: 0, said: 'does not say a major change' }],
    ])('%s %j', async (level, { document, code, said }) => {
      const result = await compare(documentOf({ most: 9 }), document, '--fail-on', level);
      expect(result).toMatchObject({ code, stderr: expect.stringContaining(said) as string });
      expect(result.stdout).toMatch(/^ {6}(?:major|minor) {2}POST \/names/m);
    });

    it('takes a level', async () => {
      const { code, stderr } = await run('--fail-on', 'error');
      expect(code).toBe(2);
      expect(stderr).toBe('--fail-on must be major, minor, patch or none, not "error"\n');
    });
  });

  describe('openapi.levels.txt', () => {
    const list = path.join(folder, 'openapi.levels.txt');
    const withLevels = (text: string, ...args: string[]): Promise<ScriptResult> => {
      writeFileSync(list, text);
      return compare(documentOf({ most: 9 }), documentOf({ most: 10, version: '1.0.1' }), ...args);
    };
    afterAll(() => writeFileSync(list, ''));

    it('gives the rules of a team their levels', async () => {
      const more = await withLevels('# Ours.\nwidened major # clients keep names in columns\n');
      expect(more.code).toBe(1);
      expect(more.stdout).toMatch(/\(major\).* set info\.version to 2\.0\.0 or above/);
      expect((await withLevels('widened patch # nobody minds\n')).code).toBe(0);
      const { code, stdout } = await withLevels('widened none # nobody minds\n');
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.not.stringContaining('POST') as string,
      });
    });

    it('may be another file', async () => {
      await withLevels('');
      writeFileSync(path.join(folder, 'team.txt'), 'widened patch # nobody minds\n');
      expect((await run('--levels', 'team.txt')).code).toBe(0);
    });

    itEach({
      'widend minor # ours': [
        /^openapi\.levels\.txt:1: there is no rule "widend"; did you mean "widened"\?/,
      ],
      'widened big # ours': [
        /^openapi\.levels\.txt:1: the level of widened must be major, minor, patch/,
      ],
      'widened # ours': [/^openapi\.levels\.txt:1: the level of widened must be/],
      'widened minor': [/^openapi\.levels\.txt:1: the line has no reason/],
      'widened minor # a\nwidened major # b': [/^openapi\.levels\.txt: a rule has two levels/],
    })('refuses %j', async (text, want) => {
      const { code, stderr } = await withLevels(text);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
    });
  });

  describe('a property of a response that is gone', () => {
    const names = (schema: string): string => `openapi: 3.1.0
info: { title: Names, version: 1.0.0 }
paths:
  /names:
    get:
      responses:
        200: { description: Names, content: { application/json: { schema: ${schema} } } }
`;
    const gone = names('{ type: object }').replace('1.0.0', '1.1.0');
    const optional = names('{ type: object, properties: { name: { type: string } } }');
    const always = optional.replace('{ type: object,', '{ type: object, required: [name],');

    it('is minor where it was optional, and major by a line of the team', async () => {
      expect((await compare(optional, gone)).code).toBe(0);
      const levels = path.join(folder, 'removals.txt');
      writeFileSync(levels, 'property-removed major # clients show what they get\n');
      expect((await run('--levels', levels)).code).toBe(1);
    });

    it('is major where it was always there', async () => {
      expect((await compare(always, gone)).code).toBe(1);
    });
  });
});

describe('changes at one place', () => {
  /** Changes at one place of a document are reported once, and reports have a limited length. */

  const folder = temporaryFolder();

  const COUNT = 20;

  interface Many {
    readonly codes: string;
    readonly most: number;
    readonly count?: number;
  }

  /** A document with many operations, with a shared schema and one each. */
  const documentOf = ({ codes, most, count = COUNT }: Many): string => `openapi: 3.1.0
info: { title: Many, version: 1.0.0 }
paths:
${Array.from({ length: count }, (_, at) => operation(at, most)).join('')}components:
  schemas:
    Problem: { type: object, required: [code], properties: { code: { enum: [${codes}] } } }
`;

  const LONG = 'x'.repeat(500);

  const operation = (
    at: number,
    most: number,
  ): string => `  /names/${at < COUNT ? at : `${at}${LONG}`}:
    put:
      requestBody: { content: { text/plain: { schema: { type: string, maxLength: ${most} } } } }
      responses:
        204: { description: Kept }
        400: { description: Wrong, content: { application/json: { schema: { $ref: '#/components/schemas/Problem' } } } }
`;

  interface Report {
    readonly findings: { readonly message: string; readonly operations: string[] }[];
    readonly tables: { readonly breaking: object[] };
    readonly comparison: { readonly changes: object[] };
  }

  async function compare(after: string, format: string): Promise<string> {
    writeFileSync(path.join(folder, 'base.yaml'), documentOf({ codes: '1, 2', most: 9 }));
    writeFileSync(path.join(folder, 'openapi.yaml'), after);
    const args = ['--only', 'breaking', '--base', 'base.yaml', '--format', format];
    return (await runInFolder(folder, checkCommand, args)).stdout;
  }

  it('a new value of a component is one finding, which names the operations', async () => {
    const after = documentOf({ codes: '1, 2, 3', most: 9 });
    const text = await compare(after, 'text');
    expect(text.match(/^ {6}openapi.yaml:.*$/gm)).toEqual([
      expect.stringMatching(
        /^ {6}openapi\.yaml:\d+: PUT \/names\/0, PUT \/names\/1 and 18 more: the response 400 allows more values than the base, .* "\/code" must be one of \[1,2\], such as \{"code":3\} \(major\) .* "widened \/components\/schemas\/Problem\/properties\/code\/enum # REASON"/,
      ),
    ]);
    expect(text.match(/^ {6}major /gm)).toHaveLength(1);
    const report = JSON.parse(await compare(after, 'json')) as Report;
    expect(report.findings.map(({ operations }) => operations.length)).toEqual([COUNT]);
    expect(report.comparison.changes).toHaveLength(COUNT);
    expect(report.tables.breaking).toHaveLength(1);
    expect(await compare(after, 'markdown')).toContain(
      '- `PUT /names/0, PUT /names/1 and 18 more`\n  - the response 400 allows more',
    );
  });

  it('what is different at one place is told apart', async () => {
    const secured = (security: string): string => `openapi: 3.1.0
info: { title: Names, version: 1.0.0 }
security: ${security}
paths: { /names: { get: { responses: { 204: { description: None } } } } }
components:
  securitySchemes:
    a: { type: apiKey, in: header, name: a }
    b: { type: apiKey, in: header, name: b }
    c: { type: apiKey, in: header, name: c }
`;
    writeFileSync(path.join(folder, 'base.yaml'), secured('[{ a: [] }, { b: [] }]'));
    writeFileSync(path.join(folder, 'openapi.yaml'), secured('[{ c: [] }]'));
    const args = ['--only', 'breaking', '--base', 'base.yaml', '--format', 'json'];
    const { stdout } = await runInFolder(folder, checkCommand, args);
    const { findings } = JSON.parse(stdout) as Report;
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('requests with a are refused now') as string,
      expect.stringContaining('requests with b are refused now') as string,
    ]);
  });

  describe('of many findings', () => {
    const after = documentOf({ codes: '1, 2', most: 9, count: 2 * COUNT });

    it('GitHub shows ten annotations, and the log lists the others', async () => {
      const lines = (await compare(after, 'github')).trimEnd().split('\n');
      const annotations = lines.filter((line) => line.startsWith('::'));
      expect(annotations).toHaveLength(10);
      expect(annotations[9]).toMatch(
        /^::error file=openapi\.yaml,line=\d+,title=check::and 11 more findings, /,
      );
      expect(lines.filter((line) => line.startsWith('  openapi.yaml:'))).toHaveLength(11);
    });

    it('Markdown says how many changes it has no room for', async () => {
      const many = documentOf({ codes: '1, 2', most: 9, count: 150 });
      const text = await compare(many.replace('version: 1.0.0', 'version: 1.1.0'), 'markdown');
      const shown = text.match(/^ {2}- .*new/gm)?.length ?? 0;
      expect(shown).toBeGreaterThan(50);
      expect(text).toContain(`\n- and ${150 - COUNT - shown} more changes`);
    });

    it('JSON has all', async () => {
      expect((JSON.parse(await compare(after, 'json')) as Report).findings).toHaveLength(COUNT);
    });
  });
});

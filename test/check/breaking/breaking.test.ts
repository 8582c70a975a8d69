import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check as checkCommand } from '../../../src/check/command';
import { readBase } from '../../../src/check/breaking/base-document';
import { runInProcess } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';

const folder = temporaryFolder();

const documentOf = (version: string, maxLength: number): string => `openapi: 3.1.0
info: { title: Names, version: ${version} }
paths:
  /names:
    post:
      requestBody:
        content:
          text/plain:
            schema:
              type: string
              maxLength: ${maxLength}
      responses: { 204: { description: Kept } }
`;

function write(name: string, version: string, maxLength: number): string {
  const file = path.join(folder, name);
  writeFileSync(file, documentOf(version, maxLength));
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
      /short\.yaml:11: POST \/names: the request body no longer accepts all that it accepted: the value must have at most 8 characters, such as ".{9}" \(major\); undo it, set info\.version to 2\.0\.0 or above, or accept it with a line "narrowed \/paths\/\S+\/maxLength # REASON" in \S+short\.changes\.txt$/m,
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
      'long.yaml:11: POST /names: the request body accepts more values than the base',
    );
    expect(stdout).toMatch(
      /\(in the base: \S+base\.yaml:11\); undo it, set info\.version to 1\.1\.0 or above/,
    );
  });

  it('lists what is undecided, with its keyword, and fails for it where it is strict', async () => {
    const spec = path.join(folder, 'phone.yaml');
    writeFileSync(
      spec,
      documentOf('1.0.0', 9).replace('maxLength: 9', 'maxLength: 9\n              format: phone'),
    );
    const { code, stdout } = await check(base, spec);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^ {6}undecided {2}POST \/names {2}the request body says something else by "format" of \/paths\/\S+\/schema, and it could not be decided whether clients are affected/m,
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
      const file = path.join(folder, 'accepted.changes.txt');
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
        /accepted\.changes\.txt:3: "widened \/paths" accepts nothing: the base has the change by now/,
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
    expect(findings).toEqual([expect.objectContaining({ check: 'breaking', line: 11 })]);
  });

  it.each([
    ['no base', [], /^--base FILE, REF or REF:PATH of git, says/],
    ['an empty base', ['--base', ''], /^--base must be a file, REF or REF:PATH of git, not ""/],
    [
      'no such file',
      ['--base', 'nowhere.yaml'],
      /^There is no nowhere\.yaml in this repository; .*, or a file/,
    ],
    ['no such commit', ['--base', 'nowhere:a.yaml'], /^There is no nowhere in this repository; /],
  ])('ends with 2 for %s', async (_, given, want) => {
    const { code, stderr } = await runInProcess(checkCommand, ['--only', 'breaking', ...given]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
  });
});

describe('a base of git', () => {
  const repository = path.join(folder, 'repository');
  const home = process.cwd();
  const git = (...args: string[]): void => {
    const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com'];
    execFileSync('git', [...who, ...args], { cwd: repository, stdio: 'ignore' });
  };

  const read = (base: string): ReturnType<typeof readBase> =>
    readBase(base, { spec: 'spec/openapi.yaml' });

  beforeAll(() => {
    mkdirSync(path.join(repository, 'spec', 'parts'), { recursive: true });
    const entry = path.join(repository, 'spec', 'openapi.yaml');
    const text = documentOf('1.0.0', 9).replace(
      /schema:\n.*\n.*\n/,
      'schema: { $ref: parts/name.yaml }\n',
    );
    writeFileSync(entry, text);
    writeFileSync(path.join(repository, 'spec', 'parts', 'name.yaml'), 'maxLength: 7\n');
    git('init', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--message', 'First');
    git('tag', 'v1');
    writeFileSync(entry, documentOf('1.0.0', 8));
    git('commit', '--all', '--message', 'Second');
  });
  beforeEach(() => {
    process.chdir(repository);
  });
  afterEach(() => {
    process.chdir(home);
  });

  it('is read as it was committed, with the files that it refers to', async () => {
    const base = read('v1:spec/openapi.yaml');
    expect(base?.name).toBe('v1:spec/openapi.yaml');
    expect(JSON.stringify(base?.document)).toContain('"maxLength":7');
    expect(JSON.stringify(read('HEAD:spec/openapi.yaml')?.document)).toContain('"maxLength":8');
  });

  it('may be named from the folder where one stands', async () => {
    process.chdir(path.join(repository, 'spec'));
    expect(read('v1:./openapi.yaml')?.name).toBe('v1:spec/openapi.yaml');
  });

  it('must be there', async () => {
    expect(() => read('v1:spec/other.yaml')).toThrow('There is no spec/other.yaml in v1');
    expect(() => read('v2:spec/openapi.yaml')).toThrow(/There is no v2 .*; name a commit/);
  });

  it('is asked for where a clone is shallow', async () => {
    const shallow = path.join(folder, 'shallow');
    git('clone', '--depth', '1', `file://${repository}`, shallow);
    process.chdir(shallow);
    expect(() => read('v1:spec/openapi.yaml')).toThrow(
      /There is no v1 in this repository; the clone is shallow, so fetch its history first/,
    );
  });
});

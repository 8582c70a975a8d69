import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from '../../../src/check/command';
import { runInFolder } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';
import { documentOf } from './repository';

/** The changes that fail, by the document's version, `--fail-on`, and a team's levels of rules. */

const folder = temporaryFolder();

const run = (...args: readonly string[]): Promise<ScriptResult> =>
  runInFolder(folder, check, ['--only', 'breaking', '--base', 'base.yaml', ...args]);

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
  afterAll(() => {
    writeFileSync(list, '');
  });

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

  it.each([
    [
      'widend minor # ours',
      /^openapi\.levels\.txt:1: there is no rule "widend"; did you mean "widened"\?/,
    ],
    [
      'widened big # ours',
      /^openapi\.levels\.txt:1: the level of widened must be major, minor, patch/,
    ],
    ['widened # ours', /^openapi\.levels\.txt:1: the level of widened must be/],
    ['widened minor', /^openapi\.levels\.txt:1: the line has no reason/],
    ['widened minor # a\nwidened major # b', /^openapi\.levels\.txt: a rule has two levels/],
  ])('refuses %j', async (text, want) => {
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

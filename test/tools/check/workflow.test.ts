import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { check } from '../../../src/tools/check/command';
import { changeRules, levelText } from '../../../src/tools/check/breaking/change';
import { runInFolder, runInProcess } from '../../support/run-in-process';
import { temporaryFolder } from '../../support/temporary-folder';
import { documentOf, Repository } from './breaking/repository';

/** The gate does what docs/drift-check.md and the workflows claim. */

const read = (file: string): string =>
  readFileSync(path.join(__dirname, '..', '..', '..', file), 'utf8');
const page = read('docs/drift-check.md');
const folder = temporaryFolder();

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
}

/** The steps of the job that compares a pull request with its base. */
function comparingSteps(workflow: string): readonly Step[] {
  const { jobs } = load(workflow) as { jobs: Record<string, { steps: readonly Step[] }> };
  const found = Object.values(jobs).find(({ steps }) =>
    steps.some((each) => (each.run ?? '').includes('--base')),
  );
  return found?.steps ?? [];
}

const [short = '', long = ''] = [...page.matchAll(/^```yaml\n((?:on|name):[\s\S]*?)^```$/gm)].map(
  ([, text]) => text,
);

it.each([
  ['the first of the page', short],
  ['the other of the page', long],
  ['that of new projects', read('src/tools/template/project/_github/workflows/ci.yml')],
  ['that of this project', read('.github/workflows/ci.yml')],
])('a workflow has the commit that it compares with: %s', (_, workflow) => {
  const steps = comparingSteps(workflow);
  const checkout = steps.find(({ uses = '' }) => uses.startsWith('actions/checkout@'));
  expect(checkout?.with).toMatchObject({ 'fetch-depth': 2 });
  expect(steps.map(({ run = '' }) => run).join('\n')).toMatch(
    / check .*--base HEAD\^1\b.*--format github/,
  );
});

it('the workflow of the page finds what a pull request changes, in a clone as GitHub makes it', async () => {
  const repository = new Repository(path.join(folder, 'origin'));
  repository.commit({ 'openapi.yaml': documentOf({ most: 9 }) });
  repository.branch('shorter');
  repository.commit({ 'openapi.yaml': documentOf({ most: 8 }) });
  repository.git('checkout', 'main');
  // Changes that others merged meanwhile are not changes of this branch.
  repository.commit({ 'openapi.yaml': documentOf({ most: 9 }).replace('/names', '/others') });
  repository.commit({ 'openapi.yaml': documentOf({ most: 9 }), 'notes.md': '' });
  repository.merge('shorter');
  const clone = path.join(folder, 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth', '2', `file://${repository.folder}`, clone]);
  const [, args = ''] = / check (.*)$/m.exec(short) ?? [];
  const { code, stdout } = await runInFolder(clone, check, [
    ...args.split(' '),
    '--only',
    'breaking',
  ]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^::error file=openapi\.yaml,line=8,title=breaking%3A narrowed::.*\n$/);
});

it('--rules prints the level of each rule of changes', async () => {
  const rows = Object.entries(changeRules).map(([rule, entry]) => [
    rule,
    levelText(entry),
    entry.why,
  ]);
  const { code, stdout } = await runInProcess(check, ['--rules']);
  const printed = stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/));
  expect({ code, printed }).toEqual({ code: 0, printed: rows });
});

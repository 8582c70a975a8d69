import path from 'node:path';
import { temporaryFolder } from '../../../support/temporary-folder';
import { documentOf, NARROWED, Repository } from './repository';

/** `openapi.accepted.txt` on the branches of a repository: a line applies until the base has its change. */

const folder = temporaryFolder();
let count = 0;

/** A repository whose main branch has the document without accepted changes. */
function begun(): Repository {
  count += 1;
  const repository = new Repository(path.join(folder, String(count)));
  repository.commit({ 'openapi.yaml': documentOf({ most: 9 }) });
  return repository;
}

/** Makes and accepts a change on a branch, and stays on it. */
function acceptOn(repository: Repository, branch: string, most: number, reason: string): void {
  repository.branch(branch);
  repository.commit({
    'openapi.yaml': documentOf({ most }),
    'openapi.accepted.txt': `# Agreed with all clients.\n${NARROWED} # ${reason}\n`,
  });
}

const CAN_GO = `openapi.accepted.txt:2: "${NARROWED}" accepts what the base has by now; the line can go\n`;

it('a line holds on its branch, and says afterwards that it can go', async () => {
  const repository = begun();
  acceptOn(repository, 'shorter', 8, 'nobody sends more');
  expect(await repository.check('--base', 'main')).toMatchObject({ code: 0, stderr: '' });
  repository.merge('shorter');
  expect(await repository.check('--base', 'HEAD^1')).toMatchObject({ code: 0, stderr: '' });
  for (const merge of ['one', 'two', 'three']) {
    repository.branch(merge);
    repository.commit({ [`${merge}.md`]: '' });
    const { code, stderr } = await repository.check('--base', 'main');
    expect({ code, stderr }).toEqual({ code: 0, stderr: CAN_GO });
    repository.merge(merge);
  }
  expect(await repository.check('--base', 'main')).toMatchObject({ code: 0, stderr: CAN_GO });
});

it('a branch on a branch is compared with either', async () => {
  const repository = begun();
  acceptOn(repository, 'shorter', 8, 'nobody sends more');
  repository.branch('above');
  repository.commit({ 'notes.md': '' });
  expect(await repository.check('--base', 'main')).toMatchObject({ code: 0, stderr: '' });
  expect(await repository.check('--base', 'shorter')).toMatchObject({ code: 0, stderr: CAN_GO });
});

it('a line of the base does not accept the next change at its place', async () => {
  const repository = begun();
  acceptOn(repository, 'shorter', 8, 'nobody sends more');
  repository.merge('shorter');
  repository.branch('shortest');
  repository.commit({ 'openapi.yaml': documentOf({ most: 7 }) });
  const { code, stdout, stderr } = await repository.check('--base', 'main');
  expect(code).toBe(1);
  expect(stdout).toContain('must have at most 7 characters');
  expect(stderr).toMatch(
    /:2: the base has the line .* already, .*; give it a new reason to accept/,
  );
  acceptOn(repository, 'agreed', 7, 'nobody sends seven either');
  expect(await repository.check('--base', 'main')).toMatchObject({ code: 0, stderr: '' });
});

it('compared with a release, all lines since then hold', async () => {
  const repository = begun();
  repository.git('tag', 'v1.0.0');
  acceptOn(repository, 'shorter', 8, 'nobody sends more');
  repository.merge('shorter');
  repository.branch('next');
  expect(await repository.check('--base', 'v1.0.0')).toMatchObject({ code: 0, stderr: '' });
});

it('a line that accepts nothing is told of where it stands', async () => {
  const line = NARROWED.replace('names', 'name');
  const told = /:2: .* accepts nothing, since there is no such change; correct/;
  const repository = begun();
  repository.branch('shorter');
  repository.commit({
    'openapi.yaml': documentOf({ most: 8 }),
    'openapi.accepted.txt': `# Agreed.\n${line} # nobody sends more\n`,
  });
  const { code, stderr } = await repository.check('--base', 'main');
  // The change that it was to accept still fails.
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(told) as string });
  const { stdout } = await repository.check('--base', 'main', '--format', 'github');
  expect(stdout).toContain('::warning file=openapi.accepted.txt,line=2,title=breaking::');
});

it('a line of no rule is told of as one that accepts no fault', async () => {
  const repository = begun();
  const line = NARROWED.replace('narrowed', 'narowed');
  repository.commit({ 'openapi.accepted.txt': `${line} # nobody sends more\n` });
  const { stdout } = await repository.check('--only', 'document', '--strict');
  expect(stdout).toContain(': there is no fault to accept; did you mean "narrowed"?');
});

it('the file of earlier versions is read, and told of', async () => {
  const repository = begun();
  repository.branch('shorter');
  repository.commit({
    'openapi.yaml': documentOf({ most: 8 }),
    'openapi.changes.txt': `${NARROWED} # nobody sends more\n`,
  });
  const told = 'its lines belong in openapi.accepted.txt; the next release reads that file alone\n';
  expect(await repository.check('--base', 'main')).toMatchObject({
    code: 0,
    stderr: `openapi.changes.txt:1: ${told}`,
  });
});

it('--accept lists the changes that are found, and says what it does not accept', async () => {
  const repository = begun();
  repository.branch('shorter');
  repository.commit({ 'openapi.yaml': documentOf({ most: 8 }) });
  const accepting = ['--base', 'main', '--accept', 'for now (until 9020-01-01)'];
  const { code, stderr } = await repository.check(...accepting);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(
      /^accepted 1 finding, listed in openapi\.accepted\.txt; /,
    ) as string,
  });
  expect(await repository.check('--base', 'main')).toMatchObject({ code: 0, stderr: '' });
  const others = ['--only', 'handlers', '--handlers', '.', '--accept', 'known'];
  expect(await repository.check(...others)).toMatchObject({
    code: 1,
    stderr: 'not accepted, since it is no fault of the document: handlers (1)\n',
  });
});

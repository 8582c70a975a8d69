import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { PagePlayer } from '../support/page-player';
import { readPage } from '../support/page-service';
import { copyProject } from '../support/project-copy';

/** The page docs/first-operation.md, done in a copy of the project. */

const ROOT = path.join(__dirname, '..', '..');
const project = copyProject();
afterAll(() => {
  project.remove();
});

it('is true, block by block', async () => {
  // What was compiled, so that the page's jest compiles the change alone.
  for (const entry of ['dist', 'jest.config.js', 'test/support']) {
    cpSync(path.join(ROOT, entry), path.join(project.folder, entry), { recursive: true });
  }
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
    execFileSync('git', [...author, ...args], { cwd: project.folder });
  };
  git('init', '--quiet');
  git('add', 'spec');
  git('commit', '--quiet', '--message', 'As it was');
  await new PagePlayer(readPage('first-operation.md'), project.folder).play();
});

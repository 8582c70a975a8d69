import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { copyCompiledProject } from './compiled-copy';
import { PagePlayer, type Replaced } from './page-player';
import { readPage } from './page-service';

const ROOT = path.join(__dirname, '..', '..');

/** Does what docs/first-operation.md says in a copy of the project, as a clone has it. */
export async function playFirstOperation(replaced: Replaced = {}): Promise<void> {
  const project = copyCompiledProject();
  const { folder } = project;
  for (const entry of ['jest.config.js', 'test/support', 'test/lab/fetch-suites']) {
    cpSync(path.join(ROOT, entry), path.join(folder, entry), { recursive: true });
  }
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
    execFileSync('git', [...author, ...args], { cwd: folder });
  };
  try {
    git('init', '--quiet');
    git('add', 'spec');
    git('commit', '--quiet', '--message', 'As it was');
    await new PagePlayer(readPage('first-operation.md'), folder, replaced).play();
  } finally {
    project.remove();
  }
}

import { PagePlayer } from '../support/page-player';
import { readPage, replacedCommands } from '../support/page-service';
import { copyCompiledProject } from '../support/project-copy';

it('docs/start-store.md is true, step by step', async () => {
  const page = readPage('start-store.md');
  const project = copyCompiledProject();
  try {
    await new PagePlayer(page, project.folder, replacedCommands(page, /^npm ci$/)).play();
  } finally {
    project.remove();
  }
});

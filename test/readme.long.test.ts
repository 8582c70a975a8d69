import { copyCompiledProject } from './support/project-copy';
import './support/long';
import { endingCommands } from './support/pages';
import { Shell } from './support/shell';

/** Commands of the README and of docs/, as npm runs them; readme.whole.test.ts runs them without npm. */

const project = copyCompiledProject();
const shell = new Shell(project.folder);
afterAll(() => {
  shell.end();
  project.remove();
});

it.each(endingCommands)('%s exits 0', async (command) => {
  expect(await shell.run(command)).toMatchObject({ code: 0 });
});

it('npm run dev serves and compiles', async () => {
  const output = await shell.start(
    'PORT=0 DATABASE_URL=sqlite:data/dev.db npm run dev',
    /listens on[\s\S]*\ntypes: /,
  );
  expect(output).toContain('\ntypes: no errors\n');
});

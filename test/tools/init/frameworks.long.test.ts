import path from 'node:path';
import '../../support/long';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';

/** Projects that `trellis init` makes of documents that frameworks write, before a handler is written. */

const FIXTURES = path.join(__dirname, '..', '..', 'fixtures', 'frameworks');
const folder = temporaryFolder();

it.each(['fastapi', 'nestjs'])('of %s compile, pass the check and their tests', (name) => {
  const project = new NewProject(path.join(folder, name));
  const spec = path.join(FIXTURES, `${name}.json`);
  expect(project.init('--spec', spec)).toMatchObject({ code: 0 });
  project.finish();
  expect(project.typecheck()).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(project.script('check')).toMatchObject({ code: 0 });
  expect(project.jest()).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Tests: +3 passed, 3 total$/m) as string,
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stepsFor } from '../../../src/tools/init/npm';
import { DevRun } from '../../support/dev-run';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';

/** Features of ES modules that CommonJS lacks, in a project from `trellis init`. */

const project = new NewProject(path.join(temporaryFolder(), 'notes'));
const at = (...names: string[]): string => path.join(project.folder, ...names);
const edit = (file: string, change: (text: string) => string): void => {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

const done = { code: 0, stdout: '', stderr: '' };

beforeAll(() => {
  expect(project.init()).toMatchObject({ code: 0 });
  project.finish(stepsFor(false));
});

it('compiles, and its tests run, with packages that are ES modules only', () => {
  edit(at('src', 'handlers', 'createNote.ts'), (text) => {
    const same = 'Buffer.from(base64url.decode(base64url.encode(body.text))).toString()';
    return `import { base64url } from 'jose';\n${text.replace('body.text', same)}`;
  });
  expect(project.typecheck()).toEqual(done);
  expect(project.jest()).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Tests: +11 passed, 11 total$/m) as string,
  });
});

it('is served in development, with what ES modules know of themselves', async () => {
  const run = await DevRun.startIn(project.folder, '--handlers', 'src/handlers');
  const says = (text: string): Promise<void> =>
    run.until(async () => {
      const headers = { authorization: 'Bearer t' };
      const none = `${run.url}/notes/99`;
      return (await (await fetch(none, { headers })).text()).includes(text);
    });
  try {
    await says('There is no note 99');
    edit(at('src', 'handlers', 'getNote.ts'), (text) =>
      text.replace(/`There is no note[^`]*`/, 'import.meta.url'),
    );
    await says('/src/handlers/getNote.ts');
    edit(
      at('src', 'handlers', 'getNote.ts'),
      (text) => `import { where } from '../where.js';\n${text.replace('import.meta.url', 'where')}`,
    );
    await run.until(() => /Cannot find module '..\/where/.test(run.output));
    writeFileSync(at('src', 'where.ts'), "export const where = 'from a file that came later';\n");
    await says('from a file that came later');
  } finally {
    await run.end();
  }
});

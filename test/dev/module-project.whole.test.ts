import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stepsFor } from '../../src/init/npm';
import { DevRun } from '../support/dev-run';
import { NewProject } from '../support/new-project';
import { temporaryFolder } from '../support/temporary-folder';

/** A project that `plant-store init` made, turned into one of ES modules as docs/own-service.md says. */

const env = { NODE_OPTIONS: '--experimental-vm-modules' };
const project = new NewProject(path.join(temporaryFolder(), 'notes'), env);
const at = (...names: string[]): string => path.join(project.folder, ...names);
const edit = (file: string, change: (text: string) => string): void => {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
};

const done = { code: 0, stdout: '', stderr: '' };

function turnIntoModules(): void {
  edit(at('package.json'), (text) => text.replace('"commonjs"', '"module"'));
  for (const folder of ['src', 'test']) {
    for (const name of readdirSync(at(folder), { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      edit(at(folder, name), (text) => text.replaceAll(/ from '(\.[^']*)'/g, " from '$1.js'"));
    }
  }
  const page = path.join(__dirname, '..', '..', 'docs', 'own-service.md');
  const [, config = ''] = /```js\n([^]*?)```/.exec(readFileSync(page, 'utf8'))!;
  writeFileSync(at('jest.config.cjs'), config);
  project.remove('jest.config.js');
}

beforeAll(() => {
  expect(project.init()).toMatchObject({ code: 0 });
  turnIntoModules();
  project.finish(stepsFor(false));
});

it('compiles, and its tests run', () => {
  expect(project.typecheck()).toEqual(done);
  expect(project.jest()).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Tests: +4 passed, 4 total$/m) as string,
  });
});

it('is served in development, with what ES modules know of themselves', async () => {
  const run = await DevRun.startIn(project.folder, '--handlers', 'src/handlers');
  const says = (text: string): Promise<void> =>
    run.until(async () => {
      const headers = { authorization: 'Bearer t' };
      const none = `${run.url}/notes/5a1b2c3d-0000-4000-8000-000000000000`;
      return (await (await fetch(none, { headers })).text()).includes(text);
    });
  try {
    await says('There is no note 5a1b');
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

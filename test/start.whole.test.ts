import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { NewProject, npm } from './support/new-project';
import { copyCompiledProject } from './support/project-copy';
import { Shell } from './support/shell';
import { temporaryFolder } from './support/temporary-folder';

/** The output of the first commands in a clone and in a project of `init`. */

const BUILDING = [
  'Building src/runtime/dist: compiling, only at the first start and after a change',
  'Building src/runtime/dist: bundling',
  'Building dist: compiling, only at the first start and after a change',
  'Building dist: bundling',
];
const WARNING = /warning|deprecat/i;

const folder = temporaryFolder();
const project = copyCompiledProject();
const shell = new Shell(project.folder);
afterAll(() => {
  shell.end();
  project.remove();
});

let starts = 0;

/** Lines that begin with "Building", of a start that must warn of nothing. */
async function buildingLines(): Promise<string[]> {
  const env = `PORT=0 ACCESS_TOKENS=a DATABASE_URL=sqlite:data/${starts++}.db`;
  const output = await shell.start(`${env} npm start`, / listens on http/);
  expect(output).not.toMatch(/warning|deprecat|error/i);
  return output.match(/^Building .*$/gm) ?? [];
}

it('npm start builds at first, and again after a change only', async () => {
  expect(await buildingLines()).toEqual(BUILDING);
  expect(await buildingLines()).toEqual([]);
  appendFileSync(path.join(project.folder, 'src', 'plant-store', 'usage.ts'), '// Changed\n');
  expect(await buildingLines()).toEqual(BUILDING.slice(2));
});

it('npm start of what does not compile prints what the compiler says', async () => {
  const source = path.join(project.folder, 'src', 'plant-store', 'usage.ts');
  appendFileSync(source, "export const usage: number = '';\n");
  expect(await shell.run('npm start')).toEqual({
    code: 2,
    stdout: expect.stringMatching(
      /^src\/plant-store\/usage\.ts\(\d+,14\): error TS2322: .*\n\s*$/m,
    ) as string,
    stderr: `${BUILDING[2]}\n`,
  });
});

it.each([
  ['test', 'test/tools/judge/judge-request.test.ts'],
  ['run', 'generate'],
  ['run', 'check', '--', '--only', 'document,handlers'],
])('npm %s %s warns of nothing', (...args) => {
  const { code, stdout, stderr } = npm(path.join(__dirname, '..'), ...args);
  expect({ code, warnings: WARNING.exec(stdout + stderr) }).toEqual({ code: 0, warnings: null });
});

it('a project of init compiles at its first start only', () => {
  const made = new NewProject(path.join(folder, 'notes'));
  expect(made.init()).toMatchObject({ code: 0 });
  made.finish();
  const build = (...options: string[]): string =>
    npm(made.folder, 'run', '--silent', 'build', '--', ...options).stdout;
  expect(build()).toBe('');
  expect(build('--dry')).toContain(' is up to date');
});

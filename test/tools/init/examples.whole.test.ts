import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { stepsFor } from '../../../src/tools/init/npm';
import { NewProject } from '../../support/new-project';
import { temporaryFolder } from '../../support/temporary-folder';

/** Services that `trellis init --example NAME` makes: what their users would have them do. */

const folder = temporaryFolder();
const done = { code: 0, stderr: '' };
/** What the tsconfig.json of a team may ask for in addition. */
const STRICTEST = [
  ...['--noPropertyAccessFromIndexSignature', '--verbatimModuleSyntax', '--erasableSyntaxOnly'],
  ...['--noImplicitReturns', '--noUncheckedSideEffectImports', '--allowUnreachableCode', 'false'],
];

it.each([
  ['notes', { operations: 5, tests: 11 }],
  ['print-shop', { operations: 4, tests: 8 }],
])('%s compiles, passes its tests and its check, and conforms', async (name, expected) => {
  const project = new NewProject(path.join(folder, name));
  expect(project.init('--example', name)).toMatchObject({
    ...done,
    stdout: expect.stringContaining(`is a service of ${expected.operations} operations:`) as string,
  });
  project.finish(stepsFor(false));
  for (const flags of [[], STRICTEST]) {
    expect(project.typecheck(...flags)).toEqual({ ...done, stdout: '' });
  }
  const linted = JSON.parse(project.lint('generated').stdout) as { errorCount: number }[];
  expect(linted.map(({ errorCount }) => errorCount)).toEqual(linted.map(() => 0));
  expect(linted.length).toBeGreaterThan(4);
  expect(project.jest()).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      RegExp(`^Tests: +${expected.tests} passed, ${expected.tests} total$`, 'm'),
    ) as string,
  });
  expect(project.prettier()).toMatchObject({ code: 0 });
  expect(project.script('check', '--strict')).toMatchObject(done);

  expect(project.build()).toMatchObject(done);
  const env = { ...process.env, PORT: '0', NODE_ENV: 'production', ACCESS_TOKENS: 'a' };
  const server = spawn(process.execPath, ['dist/src/main.js'], { cwd: project.folder, env });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const [, url = ''] = /^listens on (http:\S+)\n$/.exec(line.toString()) ?? [];
    const { code, stdout } = project.script(
      'conformance',
      ...['--url', url, '--token', 'a', '--runs', '20'],
    );
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        RegExp(`operations +${expected.operations} of ${expected.operations}\\n`),
      ) as string,
    });
  } finally {
    server.kill();
  }
  expect(await once(server, 'close')).toEqual([0, null]);
});

import '../support/long';
import path from 'node:path';
import { npm } from '../support/new-project';
import { hasRegistry, packInto } from '../support/installed-package';
import { temporaryFolder } from '../support/temporary-folder';
import { makeShop, RunningShop } from './running-shop';

/** What the tools of the package say of the print shop. */

const HAS_REGISTRY = hasRegistry();
const folder = temporaryFolder();
const project = makeShop(path.join(folder, 'print-shop'));
const done = { code: 0, stderr: '' };

it('has nothing left to scaffold, and compiles with its tests', () => {
  expect(project.script('generate')).toMatchObject(done);
  expect(project.script('scaffold')).toEqual({
    ...done,
    stdout: 'spec/openapi.yaml has 21 operations; each has a handler\n',
  });
  expect(project.typecheck()).toEqual({ ...done, stdout: '' });
  expect(project.prettier()).toMatchObject({ code: 0 });
});

it('agrees with its document', () => {
  expect(project.script('check', '--strict')).toMatchObject(done);
});

it('conforms to its document', async () => {
  expect(project.build()).toMatchObject(done);
  const shop = await RunningShop.start(project.folder);
  try {
    const { code, stdout } = project.script(
      'conformance',
      ...['--url', shop.url, '--hooks', 'test/conformance-hooks.ts', '--seed', '1', '--runs', '20'],
      // What follows its success is refused, as it should be.
      ...['--exclude', 'signOut'],
    );
    expect({ code, stdout: code === 0 ? '' : stdout }).toEqual({ code: 0, stdout: '' });
  } finally {
    expect(await shop.end()).toEqual(done);
  }
});

(HAS_REGISTRY ? it : it.skip)(
  `is installed from the packed package, compiles by what it installs, and starts${
    HAS_REGISTRY ? '' : ', for which npm reaches no registry'
  }`,
  async () => {
    const installed = path.join(folder, 'installed');
    makeShop(installed, packInto(folder, ['runtime', 'tools']));
    const build = ['run', '--silent', 'build'];
    for (const command of [['install'], ['run', 'generate'], ['run', 'typecheck'], build]) {
      expect(npm(installed, ...command)).toMatchObject({ code: 0 });
    }
    const shop = await RunningShop.start(installed);
    const { status } = await (await shop.customer('ada')).send('GET /jobs');
    expect([status, await shop.end()]).toEqual([200, done]);
  },
);

import '../../support/long';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { TRELLIS } from '../../support/run-script';
import { findSuite } from '../../lab/fetch-suites/suites';
import { stepsFor } from '../../../src/tools/init/npm';
import { NewProject, npm } from '../../support/new-project';
import { hasRegistry, packInto } from '../../support/installed-package';
import { lastOf, readStages } from '../../deploy/dockerfile';
import { temporaryFolder } from '../../support/temporary-folder';

/** Projects that the packed package makes, with what npm installs and the compiler that it installs. */

const CORPUS = findSuite('openapi-corpus');
const folder = temporaryFolder();
const notes = new NewProject(path.join(folder, 'notes'));

/** A document of others, in several files. */
const DOCUMENT = 'multi-redocly-starter/openapi.yaml';

const HAS_REGISTRY = hasRegistry();
const NO_REGISTRY = ', for which npm reaches no registry';

/** Does what the stages of a project's Dockerfile do, in folders in the place of images. */
function buildImage(project: string, image: string): void {
  const [build, serve] = readStages(project);
  for (const { name, text } of build!) {
    if (name !== 'RUN') continue;
    for (const command of text.split(' && ')) {
      expect(npm(project, ...command.split(' ').slice(1))).toMatchObject({ code: 0 });
    }
  }
  for (const { name, text } of serve!) {
    if (name !== 'COPY') continue;
    const copy = text.replace('--from=build ', '').replace('/app', project);
    execFileSync('sh', ['-ec', `mkdir -p generated && cp -R ${copy}`], { cwd: image });
  }
}

/** Runs the command of an image, and that of its health. */
async function expectHealthy(image: string): Promise<void> {
  const serve = readStages(notes.folder).at(-1)!;
  const [program, ...args] = JSON.parse(lastOf(serve, 'CMD')) as [string, ...string[]];
  const settings = lastOf(serve, 'ENV').replace('PORT=3000', 'PORT=0').split(' ');
  const own = Object.fromEntries(settings.map((each) => each.split('=')));
  const env = { ...process.env, ...own, ACCESS_TOKENS: 't' } as NodeJS.ProcessEnv;
  const server = spawn(program, args, { cwd: image, env });
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  const { port } = new URL(/listens on (\S+)/.exec(line.toString())![1]!);
  const [, check] = /CMD (\[.*\])$/.exec(lastOf(serve, 'HEALTHCHECK'))!;
  const [node, ...script] = JSON.parse(check!) as [string, ...string[]];
  expect(spawnSync(node, script, { env: { ...env, PORT: port } })).toMatchObject({ status: 0 });
  expect((await fetch(`http://127.0.0.1:${port}/-/openapi.json`)).status).toBe(200);
  server.kill();
  expect(await once(server, 'close')).toEqual([0, null]);
}

let packed: readonly string[] = [];

beforeAll(() => {
  packed = packInto(folder, ['runtime', 'tools']);
});

(HAS_REGISTRY ? it : it.skip)(
  `npx with the packed package makes a project that installs, tests and starts${
    HAS_REGISTRY ? '' : NO_REGISTRY
  }`,
  async () => {
    const from = packed.map((file) => `--package=${file}`);
    const init = ['exec', '--yes', ...from, '--', 'trellis', 'init', 'notes'];
    expect(npm(folder, ...init)).toMatchObject({ code: 0 });
    for (const command of [['test'], ['run', 'typecheck'], ['run', 'check']]) {
      expect(npm(notes.folder, ...command)).toMatchObject({ code: 0 });
    }
    const env = { ...process.env, PORT: '0' };
    const started = spawn('npm', ['start'], { cwd: notes.folder, env, detached: true });
    let output = '';
    try {
      while (!output.includes('listens on')) {
        const [chunk] = (await once(started.stdout, 'data')) as [Buffer];
        output += chunk.toString();
      }
    } finally {
      process.kill(-started.pid!, 'SIGTERM');
    }
    expect(output).toMatch(/^listens on http:\/\/127\.0\.0\.1:\d+$/m);
    const image = path.join(folder, 'image');
    mkdirSync(image);
    // Without what is for development; others go on with what notes has.
    const built = path.join(folder, 'built');
    cpSync(notes.folder, built, { recursive: true, verbatimSymlinks: true });
    buildImage(built, image);
    await expectHealthy(image);
    const modules = path.join(built, 'node_modules');
    const { stdout } = npm(built, 'ls', '--omit=dev', '--all', '--parseable');
    // The first line is the project itself.
    expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(111);
    const tools = ['openapi-trellis-tools', '@parcel/watcher', 'typescript', 'js-yaml'];
    expect(tools.filter((name) => existsSync(path.join(modules, name)))).toEqual([]);
    const modulesOf = ['contract', 'contract/runtime', 'express', 'client'];
    const script = modulesOf.map((name) => `require('openapi-trellis/${name}');`).join('');
    const loaded = spawnSync(process.execPath, ['-e', script], { cwd: built });
    expect(loaded).toMatchObject({ status: 0 });
  },
);

(HAS_REGISTRY ? it : it.skip)('of CommonJS installs vitest, and tests by it', () => {
  const project = new NewProject(path.join(folder, 'vitest'));
  const options = [
    '--module',
    'commonjs',
    '--test',
    'vitest',
    ...packed.flatMap((file) => ['--package', file]),
  ];
  const made = spawnSync(process.execPath, [TRELLIS, 'init', 'vitest', ...options], {
    cwd: folder,
  });
  expect(made).toMatchObject({ status: 0 });
  expect(npm(project.folder, 'test')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Tests .*11 passed/) as string,
  });
  expect(npm(project.folder, 'run', 'typecheck')).toMatchObject({ code: 0 });
});

(CORPUS === undefined || !HAS_REGISTRY ? describe.skip : describe)(
  CORPUS === undefined
    ? 'the OpenAPI corpus, which is not here (npm run fetch-suites fetches it),'
    : `of the OpenAPI corpus${HAS_REGISTRY ? '' : NO_REGISTRY}`,
  () => {
    it(DOCUMENT, () => {
      const project = new NewProject(path.join(folder, 'of-others'));
      const spec = path.join(CORPUS!, DOCUMENT);
      expect(project.init('--spec', spec)).toMatchObject({ code: 0 });
      const modules = path.join(notes.folder, 'node_modules');
      mkdirSync(project.folder, { recursive: true });
      symlinkSync(modules, path.join(project.folder, 'node_modules'), 'dir');
      for (const { args } of stepsFor(true).slice(1)) {
        expect(npm(project.folder, ...args)).toMatchObject({ code: 0 });
      }
      for (const script of ['typecheck', 'test', 'check']) {
        expect(npm(project.folder, 'run', script)).toMatchObject({ code: 0 });
      }
    });
  },
);

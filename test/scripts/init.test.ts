import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { init } from '../../scripts/init';
import { stepsFor } from '../../scripts/init/finish';
import { NewProject } from '../support/new-project';
import { runInFolder } from '../support/run-in-folder';
import { temporaryFolder } from '../support/temporary-folder';

/** Projects that `plant-store init` makes; init.long.test.ts installs some, too. */

const folder = temporaryFolder();
const projectNamed = (name: string): NewProject => new NewProject(path.join(folder, name));
const done = { code: 0, stderr: '' };

const BEDS = path.join(__dirname, '..', 'fixtures', 'init', 'beds');

/** Writes the handler that the README shows, as one of the notes, beside the sources. */
function writeReadmeHandler(folder: string): void {
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
  const [, handler = ''] = /```ts\n([\s\S]*?)^ *```$/m.exec(readme)!;
  const [, kind = ''] = /`(const NO_SUCH_BOOK = .*)`/.exec(readme)!;
  const imports = [
    "import { Failure } from 'plant-store/contract';",
    "import type { Handler, Response } from '../generated/operations';",
    "import type { Dependencies } from './dependencies';",
  ];
  const text = [...imports, `${kind};`, handler.replace(/^ {3}/gm, '')].join('\n');
  const ofNotes = text.replaceAll('readBook', 'getNote').replaceAll('isbn', 'id');
  writeFileSync(path.join(folder, 'src', 'readme.ts'), ofNotes.replaceAll(/\bbook/g, 'note'));
}

describe('without a document', () => {
  const project = projectNamed('notes');

  it('is a service of notes, whose handlers are written', () => {
    expect(project.init()).toEqual({
      ...done,
      stdout:
        'notes is a service of 2 operations:\n  cd notes\n  npm install\n  npm run generate\n  npm run scaffold\n  npm test\n  npm start\n',
    });
    project.finish(stepsFor(false));
    writeReadmeHandler(project.folder);
    expect(project.typecheck()).toEqual({ ...done, stdout: '' });
    expect(project.jest()).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Tests: +4 passed, 4 total$/m) as string,
    });
    project.remove('src/readme.ts');
    expect(project.prettier()).toMatchObject({ code: 0 });
    const checks = ['--only', 'document,handlers,enforcement', '--strict'];
    expect(project.script('check', ...checks)).toMatchObject(done);
    // As the check of the generated files advises where they are not.
    expect(project.plantStore('generate')).toEqual({
      ...done,
      stdout: 'generated is up to date with spec/openapi.yaml (9 files)\n',
    });
  });

  it('starts, serves and ends', async () => {
    expect(project.build()).toMatchObject(done);
    const env = { ...process.env, PORT: '0', NODE_ENV: 'production', ACCESS_TOKENS: 'a,b' };
    const server = spawn(process.execPath, ['dist/src/main.js'], { cwd: project.folder, env });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const [, url] = /^listens on (http:\S+)\n$/.exec(line.toString())!;
    const headers = { authorization: 'Bearer b', 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"text":"Water the ferns"}' };
    expect((await fetch(`${url}/notes`, init)).status).toBe(201);
    server.kill();
    expect(await once(server, 'close')).toEqual([0, null]);
  });
});

it('of documents by URI and extensions has these, and its scripts name them', () => {
  const project = projectNamed('beds');
  const uri = 'https://example.com/bed.yaml';
  const { code, stdout } = project.init(
    ...['--spec', path.join(BEDS, 'api', 'beds.yaml')],
    ...['--documents', `${uri}=${path.join(BEDS, 'shared', 'bed.yaml')}`],
    ...['--extensions', path.join(BEDS, 'formats', 'own.ts'), '--strict-query', '--no-defaults'],
  );
  expect(code).toBe(0);
  expect(stdout).toContain(
    '\n  npm run check -- --only document,enforcement --accept "known when the project was made"\n',
  );
  const { scripts } = JSON.parse(
    readFileSync(path.join(project.folder, 'package.json'), 'utf8'),
  ) as { readonly scripts: Readonly<Record<string, string>> };
  const reading = `--documents ${uri}=spec/shared/bed.yaml --strict-query`;
  const own = '--extensions src/extensions/own.ts';
  expect(scripts).toMatchObject({
    generate: `plant-store generate --spec spec/api/beds.yaml ${reading} ${own} --no-defaults --handlers src/handlers`,
    check: `plant-store check --spec spec/api/beds.yaml ${reading} ${own} --no-defaults --handlers src/handlers --authenticators src/authenticators.ts`,
    scaffold: `plant-store scaffold --spec spec/api/beds.yaml ${reading} ${own}`,
    mock: `plant-store mock spec/api/beds.yaml ${reading} ${own}`,
    conformance: `plant-store conformance --spec spec/api/beds.yaml ${reading} ${own}`,
  });
  for (const file of ['spec/shared/bed.yaml', 'src/extensions/own.ts', 'src/extensions/even.ts']) {
    expect(existsSync(path.join(project.folder, file))).toBe(true);
  }
});

describe('is not made', () => {
  it.each<[string, { given: string[]; want: RegExp }]>([
    ['for no folder', { given: [], want: /^Name one folder for the project\nUsage: / }],
    ['for two', { given: ['a', 'b'], want: /^Name one folder for the project\nUsage: / }],
    [
      'in a folder with files',
      {
        given: ['full'],
        want: /^full is not empty \(it has mine\.txt\); name another folder, or use --force to write beside what is there\n$/,
      },
    ],
    [
      'where a file is',
      {
        given: ['full/mine.txt'],
        want: /^full\/mine\.txt cannot be a folder for a project \(ENOTDIR\)\n$/,
      },
    ],
    [
      'of no document',
      { given: ['new', '--spec', 'none.yaml'], want: /^There is no document at none\.yaml\n$/ },
    ],
    [
      'of a faulty document',
      {
        given: ['new', '--spec', 'full/mine.txt'],
        want: /^full\/mine\.txt:1: the document must be an object/,
      },
    ],
    [
      'with extensions that are not there',
      {
        given: ['new', '--extensions', 'none.ts'],
        want: /^There are no extensions at none\.ts\n$/,
      },
    ],
    [
      'with a package that is not there',
      { given: ['new', '--package', 'none.tgz'], want: /^There is no package at none\.tgz\n$/ },
    ],
  ])('%s', async (_, { given, want }) => {
    mkdirSync(path.join(folder, 'full'), { recursive: true });
    writeFileSync(path.join(folder, 'full', 'mine.txt'), 'mine\n');
    const { code, stderr } = await runInFolder(folder, init, ['--no-install', ...given]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
    expect(existsSync(path.join(folder, 'new', 'package.json'))).toBe(false);
  });

  it('with an unknown option', () => {
    const { code, stderr } = new NewProject(folder).plantStore('init', 'new', '--sepc', 'a');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Unknown option '--sepc'; did you mean "--spec"\?/);
  });

  it('to the end where npm cannot install, and says what is left to do', () => {
    const env = { npm_config_offline: 'true', npm_config_cache: path.join(folder, 'no-cache') };
    const { code, stderr } = new NewProject(folder, env).plantStore(
      'init',
      'cut',
      '--package',
      '1.0.0',
    );
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^npm install .* failed in \S+cut:\n[\s\S]*\nThe files are there; what is left to do: npm install && npm run generate && npm run scaffold\n$/,
      ) as string,
    });
  });

  it('over files that are there, with --force', () => {
    const project = projectNamed('kept');
    mkdirSync(project.folder);
    writeFileSync(path.join(project.folder, 'README.md'), 'mine\n');
    const { code, stderr } = project.init('--force');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'left as it is: README.md\n' });
    expect(readFileSync(path.join(project.folder, 'README.md'), 'utf8')).toBe('mine\n');
    expect(existsSync(path.join(project.folder, '.gitignore'))).toBe(true);
  });
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import manifest from '../../../package.json';
import { init } from '../../../src/tools/init/command';
import { NewProject } from '../../support/new-project';
import { runInFolder } from '../../support/run-in-process';
import type { ScriptResult } from '../../support/run-script';
import { temporaryFolder } from '../../support/temporary-folder';
import { itEach } from '../../support/it-each';

/** Projects that `trellis init` makes; command.whole.test.ts compiles and starts one, command.long.test.ts installs some. */

const folder = temporaryFolder();

/** Makes a project in a folder of its name, without installing anything. */
const make = (name: string, ...args: readonly string[]): Promise<ScriptResult> =>
  runInFolder(folder, init, [name, '--no-install', '--package', manifest.version, ...args]);

const textOf = (...file: readonly string[]): string =>
  readFileSync(path.join(folder, ...file), 'utf8');
const exists = (...file: readonly string[]): boolean => existsSync(path.join(folder, ...file));

const BEDS = path.join(__dirname, '..', '..', 'fixtures', 'init', 'beds');

it('of documents by URI and extensions has these, and its scripts name them', async () => {
  const uri = 'https://example.com/bed.yaml';
  const { code, stdout } = await make(
    'beds',
    ...['--spec', path.join(BEDS, 'api', 'beds.yaml')],
    ...['--documents', `${uri}=${path.join(BEDS, 'shared', 'bed.yaml')}`],
    ...['--extensions', path.join(BEDS, 'formats', 'own.ts'), '--strict-query', '--no-defaults'],
  );
  expect(code).toBe(0);
  expect(stdout).toContain(
    '\n  npm run check -- --only document,enforcement --accept "known when the project was made"\n',
  );
  const { scripts } = JSON.parse(textOf('beds', 'package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const reading = `--documents ${uri}=spec/shared/bed.yaml --strict-query`;
  const own = '--extensions src/extensions/own.ts';
  expect(scripts).toMatchObject({
    generate: `trellis generate --spec spec/api/beds.yaml ${reading} ${own} --no-defaults --handlers src/handlers`,
    check: `trellis check --spec spec/api/beds.yaml ${reading} ${own} --no-defaults --handlers src/handlers --authenticators src/authenticators.ts`,
    scaffold: `trellis scaffold --spec spec/api/beds.yaml ${reading} ${own}`,
    mock: `trellis mock spec/api/beds.yaml ${reading} ${own}`,
    conformance: `trellis conformance --spec spec/api/beds.yaml ${reading} ${own}`,
  });
  for (const file of ['spec/shared/bed.yaml', 'src/extensions/own.ts', 'src/extensions/even.ts']) {
    expect(exists('beds', file)).toBe(true);
  }
  expect(textOf('beds', 'src/extensions/own.ts')).toContain(
    "import { isEven } from './even.js';\n",
  );
});

it('of a part of a document has its handlers, and scripts that select it', async () => {
  const spec = path.join(folder, 'part.json');
  const get = (operationId: string) => ({ get: { operationId, tags: ['a b'], responses: {} } });
  const paths = { '/a': get('getA'), '/b': { get: { operationId: 'getB', responses: {} } } };
  const document = { openapi: '3.1.0', info: { title: 'Part', version: '1' }, paths };
  writeFileSync(spec, JSON.stringify(document));
  expect(await make('part', '--spec', spec, '--include', 'tag:a b')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('part is a service of 1 operation:') as string,
  });
  const { scripts } = JSON.parse(textOf('part', 'package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  for (const name of ['check', 'conformance', 'dev', 'generate', 'mock', 'scaffold']) {
    expect(scripts[name]).toContain(' --include "tag:a b"');
  }
  expect(await make('hostile', '--spec', spec, '--exclude', 'tag:$(id)')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^No operation is called /) as string,
  });
});

it.each([
  ['commonjs', './server'],
  ['module', './server.js'],
])('takes the type "%s" that its package.json has already, with --force', async (type, module) => {
  const settings = { compilerOptions: { rewriteRelativeImportExtensions: true } };
  mkdirSync(path.join(folder, type));
  writeFileSync(path.join(folder, type, 'package.json'), JSON.stringify({ type }));
  writeFileSync(path.join(folder, type, 'tsconfig.json'), JSON.stringify(settings));
  expect(await make(type, '--force')).toMatchObject({ code: 0 });
  expect(textOf(type, 'src/main.ts')).toContain(
    `import { readConfig, startServer } from '${module}';\n`,
  );
});

it('with --test vitest has its configuration, packages and types in place of those of Jest', async () => {
  expect(await make('vitest', '--test', 'vitest')).toMatchObject({ code: 0 });
  expect(textOf('vitest', 'package.json')).not.toContain('jest');
  expect(textOf('vitest', 'package.json')).toContain('"test": "vitest run"');
  expect(textOf('vitest', 'tsconfig.json')).toContain('"types": ["node", "vitest/globals"]');
  expect(exists('vitest', 'jest.config.js')).toBe(false);
  expect(textOf('vitest', 'vitest.config.mjs')).toContain('globals: true');
});

describe('is not made', () => {
  itEach<[given: string[], want: RegExp]>({
    'for no folder': [[], /^Name one folder for the project: \S.* DIR\n$/],
    'for two': [['a', 'b'], /^Name one folder for the project: \S.* DIR\n$/],
    'in a folder with files': [
      ['full'],
      /^full is not empty \(it has mine\.txt, openapi-trellis-1\.0\.0\.tgz\); name another folder, or use --force to write beside what is there\n$/,
    ],
    'where a file is': [
      ['full/mine.txt'],
      /^full\/mine\.txt cannot be a folder for a project \(ENOTDIR\)\n$/,
    ],
    'of no document': [['new', '--spec', 'none.yaml'], /^There is no document at none\.yaml\n$/],
    'of a faulty document': [
      ['new', '--spec', 'full/mine.txt'],
      /^full\/mine\.txt:1: the document must be an object/,
    ],
    'of an example that there is not': [
      ['new', '--example', 'books'],
      /^--example must be notes or print-shop, not "books"\n$/,
    ],
    'of a document and an example': [
      ['new', '--example', 'notes', '--spec', 'full/mine.txt'],
      /^Give --spec or --example, not both\n$/,
    ],
    'with extensions that are not there': [
      ['new', '--extensions', 'none.ts'],
      /^There are no extensions at none\.ts\n$/,
    ],
    'of another kind of modules': [
      ['new', '--module', 'umd'],
      /^--module must be esm or commonjs, not "umd"\n$/,
    ],
    'with another runner of tests': [
      ['new', '--test', 'mocha'],
      /^--test must be jest or vitest, not "mocha"\n$/,
    ],
    'with a package that is not there': [
      [
        'new',
        '--package',
        'openapi-trellis-1.0.0.tgz',
        '--package',
        'openapi-trellis-tools-1.0.0.tgz',
      ],
      /^There is no package at openapi-trellis-1\.0\.0\.tgz\n$/,
    ],
    'with one package of two': [
      ['new', '--package', 'full/openapi-trellis-1.0.0.tgz'],
      /^--package names full\/openapi-trellis-1\.0\.0\.tgz; give it twice, with the packed openapi-trellis and openapi-trellis-tools\n$/,
    ],
  })('%s', async (_, given, want) => {
    mkdirSync(path.join(folder, 'full'), { recursive: true });
    for (const name of ['mine.txt', 'openapi-trellis-1.0.0.tgz']) {
      writeFileSync(path.join(folder, 'full', name), 'mine\n');
    }
    const { code, stderr } = await runInFolder(folder, init, ['--no-install', ...given]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(want) as string });
    expect(exists('new', 'package.json')).toBe(false);
  });

  it('with an unknown option', () => {
    const { code, stderr } = new NewProject(folder).trellis('init', 'new', '--sepc', 'a');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Unknown option '--sepc'; did you mean "--spec"\?/);
  });

  it('over files that are there, with --force', async () => {
    mkdirSync(path.join(folder, 'kept'));
    writeFileSync(path.join(folder, 'kept', 'README.md'), 'mine\n');
    const { code, stderr } = await make('kept', '--force');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'left as it is: README.md\n' });
    expect(textOf('kept', 'README.md')).toBe('mine\n');
    expect(exists('kept', '.gitignore')).toBe(true);
  });
});

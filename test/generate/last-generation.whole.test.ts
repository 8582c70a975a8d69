import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { InstalledPackage, packInto } from '../support/installed-package';
import { COMPILED, type ScriptResult } from '../support/run-script';
import { temporaryFolder, writeFiles } from '../support/temporary-folder';

/** What an installed package leaves out where nothing has changed since its last generation. */

const folder = temporaryFolder();
const installed = new InstalledPackage(folder);
const CACHE = path.join(installed.folder, 'dist', 'generated.cache');

/** It refers to files, to one by a link and to one that is missing, and has a name that could be that of a file. */
const FILES = {
  'openapi.yaml': `openapi: 3.1.0
info: { title: Trees, version: 1.0.0 }
paths:
  /trees:
    get:
      operationId: listTrees
      responses:
        '200':
          description: The trees
          content: { application/json: { schema: { $ref: tree.yaml } } }
  /oaks:
    get:
      operationId: listOaks
      responses:
        '200':
          description: The oaks
          content: { application/json: { schema: { $ref: missing.yaml } } }
components:
  schemas:
    Leaf: { $ref: leaf.yaml }
    Kind:
      type: object
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { oak: oak } }
`,
  'tree.yaml': 'type: array\n',
  'leaves/leaf.yaml': 'type: string\n',
  'leaves/other.yaml': 'type: string\n',
};

let project: string;
const at = (file: string): string => path.join(project, file);

interface Run extends ScriptResult {
  /** Whether it loaded what generates. */
  readonly isAnew: boolean;
}

function run(bin: string, ...args: readonly string[]): Run {
  const loaded = path.join(folder, 'loaded.json');
  const env = { ...process.env, LOADED: loaded, NODE_OPTIONS: `--require ${LOADED}` };
  const options = { cwd: project, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], options);
  const modules = JSON.parse(readFileSync(loaded, 'utf8')) as string[];
  const tools = modules.filter((file) => /ajv|typescript|js-yaml|write-project/.test(file));
  return { code: status, stdout, stderr, isAnew: tools.length > 0 };
}

const generate = (...args: readonly string[]): Run => run(installed.bin, 'generate', ...args);

const LOADED = path.join(folder, 'loaded.cjs');

beforeAll(() => {
  writeFileSync(
    LOADED,
    `if (require('node:worker_threads').isMainThread) process.on('exit', () =>
  require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache))));`,
  );
  installed.install(packInto(folder));
  for (const name of ['typescript', 'openapi-typescript']) installed.link(name);
  project = writeFiles(folder, FILES);
  symlinkSync(path.join('leaves', 'leaf.yaml'), at('leaf.yaml'));
});

it('an unchanged document is not generated from again, and what it said is said again', () => {
  const first = generate();
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\ngenerated was generated from openapi\.yaml \(\d files\)\n$/),
    stderr: expect.stringMatching(
      /^openapi\.yaml is read with leaves\/leaf\.yaml, tree\.yaml\nopenapi\.yaml:\d+: \S+ warning: there is no file missing\.yaml.*\n.* left out: /,
    ),
    isAnew: true,
  });
  const times = (): number[] =>
    readdirSync(at('generated')).map((file) => statSync(at(`generated/${file}`)).mtimeMs);
  const before = times();
  const second = generate();
  expect(second).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^generated is up to date with openapi\.yaml \(\d files\)\n$/),
    stderr: first.stderr,
    isAnew: false,
  });
  expect(times()).toEqual(before);
  // What another generation says of a folder that is up to date.
  rmSync(CACHE, { recursive: true });
  expect(generate()).toEqual({ ...second, isAnew: true });
});

it('neither line ends nor files of others count', () => {
  const types = readFileSync(at('generated/types.ts'), 'utf8');
  writeFileSync(at('generated/types.ts'), types.replaceAll('\n', '\r\n'));
  writeFileSync(at('generated/notes.md'), 'Files here are generated.\n');
  expect(generate()).toMatchObject({ code: 0, isAnew: false });
  rmSync(at('generated/notes.md'));
});

const appended = (file: () => string, text: string): (() => () => void) => {
  return () => {
    const before = readFileSync(file());
    appendFileSync(file(), text);
    return () => {
      writeFileSync(file(), before);
    };
  };
};

const added = (file: string, text: string): (() => () => void) => {
  return () => {
    mkdirSync(path.dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
    return () => {
      rmSync(at(file), { force: true });
    };
  };
};

/** A link to a package in its place: a copy has another version. */
function otherVersion(): () => void {
  const link = path.join(folder, 'node_modules', 'ajv');
  const real = path.join(folder, 'ajv');
  renameSync(link, real);
  cpSync(real, link, { recursive: true, dereference: true });
  const manifest = path.join(link, 'package.json');
  const text = readFileSync(manifest, 'utf8');
  writeFileSync(manifest, text.replace(/"version": "[^"]*"/, '"version": "8.99.0"'));
  return () => {
    rmSync(link, { recursive: true });
    renameSync(real, link);
  };
}

function otherTarget(): () => void {
  const link = (target: string): void => {
    rmSync(at('leaf.yaml'));
    symlinkSync(path.join('leaves', target), at('leaf.yaml'));
  };
  link('other.yaml');
  return () => {
    link('leaf.yaml');
  };
}

function removed(): () => void {
  const text = readFileSync(at('generated/operations.ts'));
  rmSync(at('generated/operations.ts'));
  return () => {
    writeFileSync(at('generated/operations.ts'), text);
  };
}

const MARKED = '// @generated from old.yaml by plant-store generate; do not edit\n';

it.each<[string, { change: () => () => void; want: RegExp }]>([
  [
    'the document',
    { change: appended(() => at('openapi.yaml'), '# Trees\n'), want: /^generated is up to date/ },
  ],
  [
    'a file that it refers to',
    {
      change: appended(() => at('tree.yaml'), 'minItems: 1\n'),
      want: /^wrote generated\/openapi\.json\n/,
    },
  ],
  ['where a link leads', { change: otherTarget, want: /^generated is up to date/ }],
  [
    'that there is a file which a name could mean',
    { change: added('oak', 'type: object\n'), want: /^wrote generated\/openapi\.json\n/ },
  ],
  [
    'a generated file',
    {
      change: appended(() => at('generated/types.ts'), '// mine\n'),
      want: /^wrote generated\/types\.ts\n/,
    },
  ],
  [
    'that a generated file is there',
    { change: removed, want: /^wrote generated\/operations\.ts\n/ },
  ],
  [
    'that an earlier one is there',
    { change: added('generated/old.ts', MARKED), want: /^removed generated\/old\.ts\n/ },
  ],
  [
    'the format of modules',
    {
      change: added('package.json', '{"type":"module"}'),
      want: /^wrote generated\/operations\.ts\n/,
    },
  ],
  [
    'that there are handlers',
    { change: added('src/handlers/listTrees.ts', ''), want: /^wrote generated\/handlers\.ts\n/ },
  ],
  ['the version of a tool', { change: otherVersion, want: /^wrote generated\/tools\.json\n/ }],
  [
    'the code of the package',
    {
      change: appended(
        () => path.join(installed.folder, 'dist/src/generate/tools.js'),
        '// mine\n',
      ),
      want: /^generated is up to date/,
    },
  ],
  [
    'what was kept of it',
    {
      change: () => {
        for (const file of readdirSync(CACHE)) {
          const text = readFileSync(path.join(CACHE, file), 'utf8');
          writeFileSync(path.join(CACHE, file), text.replace('missing', 'found'));
        }
        return () => undefined;
      },
      want: /^generated is up to date/,
    },
  ],
])('generates anew after a change of %s', (_, { change, want }) => {
  generate();
  expect(generate()).toMatchObject({ code: 0, isAnew: false });
  const undo = change();
  try {
    const { code, stdout, isAnew } = generate();
    expect({ code, stdout, isAnew }).toEqual({
      code: 0,
      stdout: expect.stringMatching(want),
      isAnew: true,
    });
  } finally {
    undo();
  }
});

it.each(['{', '{"seen":[],"files":[],"sources":[],"notices":"","seal":""}'])(
  'takes %j for nothing that was kept',
  (text) => {
    generate();
    for (const file of readdirSync(CACHE)) writeFileSync(path.join(CACHE, file), text);
    expect(generate()).toMatchObject({ code: 0, isAnew: true });
    expect(generate()).toMatchObject({ code: 0, isAnew: false });
  },
);

it('keeps the result of each call: an option may change it', () => {
  expect(generate()).toMatchObject({ isAnew: false });
  expect(generate('--exact-client', '--out', 'exact')).toMatchObject({ code: 0, isAnew: true });
  expect(generate('--exact-client', '--out', 'exact')).toMatchObject({ isAnew: false });
  expect(generate('--out', 'exact')).toMatchObject({ isAnew: true });
  expect(generate()).toMatchObject({ isAnew: false });
});

it('--strict refuses the document each time', () => {
  const refused = {
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Without --strict these are left out') as string,
  };
  expect(generate('--strict')).toMatchObject(refused);
  expect(generate('--strict')).toMatchObject(refused);
});

it('a module of extensions may import anything, so that it is asked each time', () => {
  writeFileSync(at('own.js'), 'exports.extensions = {};\n');
  const call = ['--extensions', 'own.js', '--out', 'extended'];
  expect(generate(...call)).toMatchObject({ code: 0, isAnew: true });
  expect(generate(...call)).toMatchObject({ code: 0, isAnew: true });
});

it('check trusts nothing that was kept', () => {
  expect(generate()).toMatchObject({ isAnew: false });
  expect(run(installed.bin, 'check', '--only', 'generated')).toMatchObject({
    code: 0,
    isAnew: true,
  });
});

it('goes without where nothing can be kept', () => {
  rmSync(CACHE, { recursive: true });
  writeFileSync(CACHE, '');
  const first = generate();
  expect(first).toMatchObject({ code: 0, isAnew: true });
  expect(generate()).toEqual(first);
});

it('keeps nothing in a checkout, whose code changes', () => {
  const run = (): number | null =>
    spawnSync(process.execPath, [COMPILED, 'generate'], { cwd: project }).status;
  expect(run()).toBe(0);
  expect(existsSync(path.join(path.dirname(COMPILED), '..', 'generated.cache'))).toBe(false);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { handlers } from '../../generated/handlers';
import { itEach, titled } from '../support/it-each';

/** The rules of the tree: who may import what. Relative imports are checked by the folder they lead to. */

const ROOT = path.join(__dirname, '..', '..');

/**
 * The rooms of the tools, each above the ones before it, and the packages that it uses. A room may import those
 * below it, and the contract layer by its name.
 */
const LADDER: readonly (readonly [room: string, packages: readonly string[]])[] = [
  ['cli', ['typescript']],
  ['findings', []],
  ['document', ['ajv', '@eslint-community/regexpp', 'js-yaml']],
  ['validators', ['ajv']],
  ['schema', []],
  ['samples', ['fast-check']],
  ['resources', []],
  [
    'generate',
    [
      'ajv',
      'ajv-formats',
      '@redocly/openapi-core',
      '@seriousme/openapi-schema-validator',
      'openapi-typescript',
      'typescript',
    ],
  ],
  ['judge', ['@hyperjump/json-schema', '#json-schema']],
  ['conformance', ['fast-check']],
  ['mock', []],
  ['check', ['ajv', '@redocly/openapi-core', 'typescript']],
  ['dev', ['@parcel/watcher']],
  ['scaffold', []],
  ['init', []],
  ['testing', []],
  ['upgrade', ['typescript']],
  ['contract-coverage', []],
];

/** What tools import of the runtime. */
const CONTRACT = ['openapi-trellis/tools', 'openapi-trellis/contract/runtime'];

/** Tools that serve, and what they import of the host. */
const SERVING: ReadonlyMap<string, readonly string[]> = new Map([
  ['src/tools/check/handlers.ts', ['openapi-trellis/service']],
  [
    'src/tools/mock/command.ts',
    ['openapi-trellis/express', 'openapi-trellis/service', 'openapi-trellis/tools/serving'],
  ],
  ['src/tools/mock/start-mock.ts', ['openapi-trellis/service', 'openapi-trellis/tools/serving']],
  ['src/tools/dev/own-project.ts', ['openapi-trellis/tools/serving']],
]);

/** The client of tests that the laboratory uses, too. */
const RAW_HTTP = ['test/support/raw-connection', 'test/support/response-reader'];

/** Folder of the importing file, and what it may import beside itself, by prefix. */
const ALLOWED: readonly (readonly [from: string, may: readonly string[]])[] = [
  ...titled({
    'src/runtime/contract/dispatcher.ts': [['src/runtime/contract/', 'openapi-backend']],
    'src/runtime/contract/one-runtime.ts': [
      ['src/runtime/contract/composition', 'openapi-trellis/package.json', 'node:'],
    ],
    'src/runtime/contract/schema/ajv-modules.ts': [['ajv']],
    'src/runtime/contract/': [['src/runtime/contract/', 'node:']],
    'src/runtime/host/': [['src/runtime/host/', 'src/runtime/contract/', 'node:']],
    'src/runtime/express/app.ts': [['express']],
    'src/runtime/express/': [
      ['src/runtime/express/', 'src/runtime/host/', 'src/runtime/contract/', 'node:'],
    ],
    'src/runtime/fetch/': [
      ['src/runtime/fetch/', 'src/runtime/host/', 'src/runtime/contract/', 'node:'],
    ],
    'src/runtime/client/': [['src/runtime/client/', 'src/runtime/contract/', 'node:']],
    'src/runtime/management/page-headers.ts': [['src/runtime/contract/', 'helmet', 'node:']],
    'src/runtime/management/': [['src/runtime/management/', 'src/runtime/contract/', 'node:']],
    'src/runtime/service/access/jwt-verifier.ts': [['src/runtime/service/', '#jose']],
    'src/runtime/service/access/key-set.ts': [['src/runtime/contract/', '#jose', 'node:']],
    'src/runtime/service/quotas/usage-counter.ts': [
      ['src/runtime/contract/', 'rate-limiter-flexible'],
    ],
    'src/runtime/service/telemetry/exposition.ts': [
      ['src/runtime/service/', 'src/runtime/management/', 'prom-client'],
    ],
    'src/runtime/service/telemetry/traces.ts': [
      ['src/runtime/service/', 'src/runtime/express/', '@opentelemetry/api', 'node:'],
    ],
    'src/runtime/service/log.ts': [['src/runtime/service/', 'pino']],
    'src/runtime/service/log-output.ts': [['sonic-boom']],
    'src/runtime/service/': [
      [
        'src/runtime/service/',
        'src/runtime/contract/',
        'src/runtime/express/',
        'src/runtime/management/',
        'node:',
      ],
    ],
    'src/runtime/': [['src/runtime/']],
  }),
  ...inPlantStore(),
  ...LADDER.map(
    ([room, packages], index) =>
      [
        `src/tools/${room}/`,
        [
          ...LADDER.slice(0, index + 1).map(([below]) => `src/tools/${below}/`),
          ...[...CONTRACT, 'node:', ...packages],
        ],
      ] as const,
  ),
  // Neither program imports what the other has.
  ...titled({
    'src/tools/trellis.ts': [
      ['src/tools/trellis-usage', ...LADDER.map(([room]) => `src/tools/${room}/`)],
    ],
    'src/': [['node:']],
    'scripts/bundle': [['scripts/', 'esbuild', 'swagger-ui-dist/package.json', 'node:']],
    'scripts/public-exports.ts': [['src/runtime/package.json', 'src/tools/package.json', 'node:']],
    // What it writes imports a type of Ajv.
    'scripts/official-schemas.ts': [
      ['src/tools/cli/', 'src/tools/generate', 'ajv', 'esbuild', 'node:'],
    ],
    'scripts/api-report': [['scripts/', 'src/tools/cli/', 'typescript', 'node:']],
    // Of the tests, pages show what the compiler says of mistakes.
    'scripts/pages': [
      [
        ...['scripts/pages/', 'scripts/public-exports', 'src/'],
        ...['test/types/message-rows', 'typescript', 'node:'],
      ],
    ],
    'scripts/sbom.ts': [['src/tools/cli/', 'src/plant-store/stores/open-store', 'node:']],
    'scripts/conformance.ts': [
      [
        'src/tools/cli/command-line',
        'src/tools/conformance/command',
        'src/plant-store/local-service',
      ],
    ],
    'scripts/': [
      [
        'scripts/plant-store-options',
        'src/tools/cli/',
        ...LADDER.map(([room]) => `src/tools/${room}/command`),
        'src/tools/dev/restarts',
        'node:',
      ],
    ],
    'test/lab/postgres/': [['test/lab/postgres/', 'pg', 'node:']],
    'test/lab/bench/': [['test/lab/', ...RAW_HTTP, 'src/tools/cli/', 'node:']],
    'test/lab/torture/': [
      [
        ...['test/lab/', ...RAW_HTTP, 'src/tools/cli/', 'src/runtime/contract/'],
        ...['src/plant-store/plants/plant-store', 'node:'],
      ],
    ],
    'test/lab/fetch-suites/': [['test/lab/', 'src/tools/cli/', 'node:']],
    'test/lab/': [['test/lab/', ...RAW_HTTP, 'src/', 'typescript', 'node:']],
  }),
];

/** The rooms of the plant store know the contract layer, and few of each other. */
function inPlantStore(): readonly (readonly [from: string, may: readonly string[]])[] {
  const within = (room: string, may: readonly string[]): readonly [string, readonly string[]] => [
    `src/plant-store/${room}`,
    [...may, 'openapi-trellis/contract', 'node:'].map((each) =>
      each.replace(/^\.\//, 'src/plant-store/'),
    ),
  ];
  const stores = ['./stores/', './plants/plant-store', 'openapi-trellis/service'];
  return [
    within('plants/', ['./plants/', 'generated/operations', 'generated/types']),
    within('stores/sqlite/', [...stores, 'libsql']),
    within('stores/postgres/', [...stores, 'pg']),
    within('stores/open-store.ts', [...stores, './package-files']),
    within('stores/', stores),
    within('access/', ['./access/', 'openapi-trellis/service']),
    within('', ['./', 'openapi-trellis/express', 'openapi-trellis/service', 'generated/']),
  ];
}

const texts = new Map<string, string>();

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(path.join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => file.endsWith('.ts') && !/node_modules|^tools.template|\bdist[\\/]/.test(file),
    )
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')));
}

function importsOf(file: string): string[] {
  return importsIn(file, read(file));
}

/** Of `import`, `export from`, `import()`, `require()`, and `require.resolve()`, by which threads are started. */
const SPECIFIER =
  /^(?:import|export)\b(?:[^;']*?\bfrom)? '([^'$]+)';|\b(?:import|require|require\.resolve|createRequire\(__filename\))\('([^'$]+)'\)/gm;

function importsIn(file: string, text: string): string[] {
  return specifiersIn(text).map(({ name }) => placeOf(file, name));
}

/** What is loaded before the file runs. */
function staticImportsOf(file: string): string[] {
  return specifiersIn(read(file))
    .filter(({ isStatic }) => isStatic)
    .map(({ name }) => placeOf(file, name));
}

function specifiersIn(text: string): { name: string; isStatic: boolean }[] {
  return [...text.matchAll(SPECIFIER)].map(([, ofFrom, called]) => ({
    name: ofFrom ?? called!,
    isStatic: ofFrom !== undefined,
  }));
}

function placeOf(file: string, name: string): string {
  return name.startsWith('.')
    ? path.posix.join(path.posix.dirname(file), name.replace(/\.js$/, ''))
    : name;
}

/** The names that a file lists in braces, with the module that they are from. */
function listsIn(file: string): { names: string[]; from: string }[] {
  const text = read(file);
  return [...text.matchAll(/^(?:import|export)(?: type)? \{([^}]*)\} from '([^']+)';/gm)].map(
    ([, names = '', from = '']) => ({
      names: [...names.matchAll(/(?:type )?(\w+)(?: as \w+)?,?/g)].map(([, name]) => name!),
      from: placeOf(file, from),
    }),
  );
}

function namesIn(file: string): string[] {
  return listsIn(file).flatMap(({ names }) => names);
}

function namesFrom(file: string, module: string): string[] {
  return listsIn(file).flatMap(({ names, from }) => (from === module ? names : []));
}

function violations(file: string): string[] {
  const [, may] = ALLOWED.find(([from]) => file.startsWith(from))!;
  const more = SERVING.get(file) ?? [];
  // `src/` and `node:` stand for all that begins so, `ajv` for the package and its modules.
  const allows = (prefix: string, name: string): boolean =>
    /[/:]/.test(prefix)
      ? name.startsWith(prefix) || `${name}/` === prefix
      : name === prefix || name.startsWith(`${prefix}/`);
  return importsOf(file)
    .filter((name) => ![...may, ...more].some((prefix) => allows(prefix, name)))
    .map((name) => `${file} imports ${name}`);
}

const files = ['src', 'scripts', 'test/lab']
  .flatMap(sourceFiles)
  .filter((file) => !file.endsWith('.test.ts'));

it('finds the sources and their imports', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(importsOf('src/runtime/contract/dispatcher.ts')).toContain('openapi-backend');
});

it.each(files)('%s imports only what its folder may', (file) => {
  expect(violations(file)).toEqual([]);
});

/** The packages below src, and what each imports of the others by name. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  runtime: /^openapi-trellis\/package\.json$/,
  tools: /^openapi-trellis\//,
  'plant-store': /^openapi-trellis\/(?!tools)/,
};

/** The root, of which the plant store is a part, has what is generated for it. */
function packageOf(place: string): string {
  const [, folder = ''] = /^src\/(runtime|tools)\b/.exec(place) ?? [];
  return folder === '' ? 'plant-store' : folder;
}

it.each(Object.keys(PACKAGES))('no import by path leaves the package %s', (name) => {
  const own = [...files, ...sourceFiles('generated')].filter(
    (file) => /^(?:src|generated)\//.test(file) && packageOf(file) === name,
  );
  expect(own).not.toEqual([]);
  const arrows = own.flatMap((file) => importsOf(file).map((to) => [file, to] as const));
  const isPath = (to: string): boolean => /^(?:src|generated|scripts|test)\//.test(to);
  expect(arrows.filter(([, to]) => isPath(to) && packageOf(to) !== name)).toEqual([]);
  const isOther = (to: string): boolean => /^(?:openapi-trellis|plant-store)\b/.test(to);
  expect(arrows.filter(([, to]) => isOther(to) && !PACKAGES[name]!.test(to))).toEqual([]);
});

/** Rooms of the service that are entered by their index; generated files have a module of their own. */
const DOORS: Readonly<Record<string, [doors: readonly string[]]>> = {
  // Stores, and the thread of one, take the errors of the layer without the layer.
  'src/runtime/contract': [
    ['', '/index', '/public', '/runtime', '/failure'].map((door) => `src/runtime/contract${door}`),
  ],
  'src/runtime/host': [['src/runtime/host']],
  'src/runtime/fetch': [['src/runtime/fetch/public']],
  'src/runtime/express': [
    ['src/runtime/express', 'src/runtime/express/index', 'src/runtime/express/public'],
  ],
  'src/runtime/service': [
    ['src/runtime/service', 'src/runtime/service/public', 'src/runtime/service/until-signal'],
  ],
};

/** What files import of a folder that they are not in, past these of its modules. */
function deepImports(importing: readonly string[], folder: string, doors: readonly string[]) {
  return importing
    .filter((file) => !file.startsWith(`${folder}/`))
    .flatMap((file) => importsOf(file).map((name) => ({ file, name })))
    .filter(({ name }) => name === folder || name.startsWith(`${folder}/`))
    .filter(({ name }) => !doors.includes(name));
}

itEach(DOORS)('what is outside of %s enters it by its door', (folder, doors) => {
  expect(deepImports([...files, ...sourceFiles('generated')], folder, doors)).toEqual([]);
});

const rooms = LADDER.map(([room]) => `src/tools/${room}`);
/** Files of the tools; what the package exports is taken from where it is. */
const tools = files.filter(
  (file) => rooms.some((room) => file.startsWith(`${room}/`)) && !file.endsWith('/public.ts'),
);
/** What has an effect when it is loaded, and what runs in a thread. */
const BESIDES = ['src/tools/cli/short-run', 'src/tools/check/check-worker'];

it.each(rooms)('other tools enter %s by its door', (room) => {
  expect(deepImports(tools, room, [room, ...BESIDES])).toEqual([]);
});

it.each(rooms)('the door of %s has names of the room alone, each for another room', (room) => {
  const door = `${room}/index.ts`;
  if (!files.includes(door)) return;
  expect(importsOf(door).filter((name) => !name.startsWith(`${room}/`))).toEqual([]);
  const used = tools
    .filter((file) => !file.startsWith(`${room}/`))
    .flatMap((file) => namesFrom(file, room));
  expect(namesIn(door).filter((name) => !used.includes(name))).toEqual([]);
});

/** A place in this repository; options and package.json name all others. */
const PLACE = /\bsrc\/(?:plant-store\b|[a-z-]+\/)[\w./-]*/g;

it('tools name nothing of this repository in a string but where reasons of the check are', () => {
  const named = tools.flatMap((file) => {
    const code = read(file).replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, '');
    return (code.replaceAll("', '", '/').match(PLACE) ?? []).map((place) => `${file}: ${place}`);
  });
  expect(named).toEqual(['src/tools/check/enforcement.ts: src/tools/check/enforcement/reasons.ts']);
});

it('generated files import the runtime module of the contract layer, each other and handlers', () => {
  const imported = sourceFiles('generated').flatMap(importsOf);
  expect(imported).toContain('openapi-trellis/contract/runtime');
  expect(
    imported.filter(
      (name) =>
        !/^(?:openapi-trellis\/contract\/runtime$|generated\/|src\/plant-store\/plants\/handlers\/)/.test(
          name,
        ),
    ),
  ).toEqual([]);
});

it('no files import each other in a circle, types included', () => {
  const known = new Set(files);
  const imported = new Map(
    files.map((file) => {
      const paths = staticImportsOf(file).flatMap((name) => [`${name}.ts`, `${name}/index.ts`]);
      return [file, paths.filter((each) => known.has(each))] as const;
    }),
  );
  // What imports nothing that is left is in no circle, again and again.
  for (let size = Infinity; imported.size < size;) {
    size = imported.size;
    for (const [file, others] of imported) {
      if (!others.some((other) => imported.has(other))) imported.delete(file);
    }
  }
  expect([...imported.keys()]).toEqual([]);
});

it('only the command line reads process', () => {
  const service = sourceFiles('src').filter((file) => /^src\/(?:runtime|plant-store)\//.test(file));
  const readers = service.filter((file) =>
    /\bprocess\.\w/.test(read(file).replace(/`[^`]*`|\/\*[\s\S]*?\*\//g, '')),
  );
  expect(readers.sort()).toEqual([
    // Compiled code is of one version of Node.
    'src/plant-store/cached-start.ts',
    // What `npm run dev` shows goes to its terminal.
    'src/plant-store/development.ts',
    'src/plant-store/main.ts',
    'src/runtime/service/open-files.ts',
    'src/runtime/service/run-service.ts',
    // By default it is configured by the environment and logs to standard error.
    'src/runtime/service/start-service.ts',
    // Processor time is a metric of the process.
    'src/runtime/service/telemetry/exposition.ts',
    'src/runtime/service/until-signal.ts',
  ]);
});

it('one file starts git, without what a repository could run', () => {
  const starters = files.filter((file) => /\(\s*'git'/.test(read(file)));
  expect(starters.filter((file) => file.startsWith('src/'))).toEqual(['src/tools/cli/git.ts']);
});

it('a handler is named as its operationId, everything else in kebab case', () => {
  const named = Object.keys(handlers).map(
    (operationId) => `src/plant-store/plants/handlers/${operationId}.ts`,
  );
  expect(files).toEqual(expect.arrayContaining(named));
  const others = files.filter((file) => !named.includes(file));
  expect(others.filter((file) => !/^[a-z0-9-]+(\.d)?\.ts$/.test(path.basename(file)))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { handlers } from '../../generated/handlers';

/** The rules of the tree: who may import what. Relative imports are checked by the folder they lead to. */

const ROOT = path.join(__dirname, '..', '..');

/** Folder of the importing file, and what it may import beside itself, by prefix. */
const ALLOWED: readonly (readonly [from: string, may: readonly string[]])[] = [
  ['src/contract/dispatcher.ts', ['src/contract/', 'openapi-backend']],
  ['src/contract/', ['src/contract/', 'node:']],
  ['src/express/app.ts', ['express']],
  ['src/express/', ['src/express/', 'src/contract/', 'node:']],
  ['src/client/', ['src/client/', 'src/contract/', 'node:']],
  ['src/plants/', ['src/plants/', 'src/contract/', 'generated/operations', 'generated/types']],
  [
    'src/stores/sqlite/',
    [
      'src/stores/',
      'src/plants/plant',
      'src/access/token-store',
      'src/contract/',
      'src/start-thread',
      'libsql',
      'node:',
    ],
  ],
  [
    'src/stores/postgres/',
    ['src/stores/', 'src/plants/plant', 'src/quotas/counter-table', 'src/contract/', 'pg', 'node:'],
  ],
  [
    'src/stores/',
    [
      'src/stores/',
      'src/plants/plant',
      'src/access/token-store',
      'src/quotas/counter-table',
      'src/contract/',
      'node:',
    ],
  ],
  ['src/access/jwt/', ['src/access/', 'src/contract/', 'jose', 'node:']],
  [
    'src/quotas/usage-counter.ts',
    ['src/quotas/', 'src/contract/', 'rate-limiter-flexible', 'node:'],
  ],
  ['src/quotas/', ['src/quotas/', 'src/contract/', 'node:']],
  ['src/access/', ['src/access/', 'src/contract/', 'node:']],
  ['src/management/page-headers.ts', ['src/contract/', 'helmet', 'node:']],
  ['src/management/docs-page/assets.ts', ['src/package-files', 'node:']],
  ['src/management/', ['src/management/', 'src/contract/', 'node:']],
  [
    'src/telemetry/',
    [
      'src/telemetry/',
      'src/contract/',
      'src/express/',
      'src/management/',
      'src/stores/commit-observer',
      'src/log-output',
      '@opentelemetry/api',
      'prom-client',
      'node:',
    ],
  ],
  ['src/', ['src/', 'generated/', 'node:', 'pino', 'sonic-boom']],
  [
    'scripts/generate/',
    [
      'scripts/',
      'src/contract/',
      'src/start-thread',
      'ajv',
      'ajv-formats',
      '@eslint-community/regexpp',
      '@redocly/openapi-core',
      '@seriousme/openapi-schema-validator',
      'fast-check',
      'openapi-typescript',
      'typescript',
      'js-yaml',
      'node:',
    ],
  ],
  // Whether the project's own service has an authenticator for each scheme, nothing else can tell.
  [
    'scripts/check/handlers/authenticators.ts',
    ['scripts/', 'src/contract/', 'src/authenticators', 'node:'],
  ],
  ['scripts/check/document/', ['scripts/', 'src/contract/', '@redocly/openapi-core', 'node:']],
  [
    'scripts/check/',
    ['scripts/', 'src/contract/', 'src/start-thread', 'ajv', 'typescript', 'node:'],
  ],
  [
    'scripts/corpus/',
    ['scripts/', 'src/contract/', 'src/express/', 'src/listener', 'typescript', 'node:'],
  ],
  [
    // Nothing else of the tester knows a service.
    'scripts/conformance/own-service.ts',
    ['scripts/', 'src/', 'generated/', 'node:'],
  ],
  [
    'scripts/conformance/',
    ['scripts/', 'src/contract/', 'fast-check', '@hyperjump/json-schema', 'node:'],
  ],
  ['scripts/api-report/', ['scripts/', 'typescript', 'node:']],
  ['scripts/bundle', ['scripts/', 'esbuild', 'node:']],
  // What it writes imports a type of Ajv.
  ['scripts/official-schemas.ts', ['scripts/', 'ajv', 'esbuild', 'node:']],
  ['scripts/bench/', ['scripts/', 'typescript', 'node:']],
  ['scripts/dev/watch-files.ts', ['scripts/dev/is-in', '@parcel/watcher', 'node:']],
  // What serves projects of others knows nothing of plants.
  ['scripts/dev/own-project.ts', ['scripts/', 'src/contract/', 'node:']],
  ['scripts/dev/', ['scripts/', 'src/', 'generated/', 'node:']],
  ['scripts/torture/', ['scripts/', 'src/contract/', 'src/plants/plant', 'node:']],
  ['scripts/examples/', ['scripts/', 'src/contract/', 'node:']],
  ['scripts/postgres/', ['scripts/postgres/', 'pg', 'node:']],
  ['scripts/command-line.ts', ['src/command-arguments', 'node:']],
  ['scripts/folders.ts', ['src/package-files', 'node:']],
  ['scripts/compile-on-load.ts', ['scripts/', 'typescript', 'node:']],
  ['scripts/mock/published-document.ts', ['scripts/', 'src/contract/', 'src/management/', 'node:']],
  [
    'scripts/mock.ts',
    ['scripts/', 'src/express/', 'src/listener', 'src/management/root-hint', 'node:'],
  ],
  ['scripts/', ['scripts/', 'src/contract/', 'node:']],
];

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')));
}

/** What is loaded with a file: types are not. */
function runtimeImportsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return importsIn(file, text.replaceAll(/^(?:import|export) type\b[^;]*;/gm, ''));
}

function importsOf(file: string): string[] {
  return importsIn(file, readFileSync(path.join(ROOT, file), 'utf8'));
}

function importsIn(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/^(?:import|export)\b(?:[^;']*?\bfrom)? '([^'$]+)';/gm)].map(
    ([, name]) => name!,
  );
  return specifiers.map((name) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name,
  );
}

function violations(file: string): string[] {
  const [, may] = ALLOWED.find(([from]) => file.startsWith(from))!;
  // `src/` and `node:` stand for all that begins so, `ajv` for the package and its modules.
  const allows = (prefix: string, name: string): boolean =>
    /[/:]/.test(prefix)
      ? name.startsWith(prefix) || `${name}/` === prefix
      : name === prefix || name.startsWith(`${prefix}/`);
  return importsOf(file)
    .filter((name) => !may.some((prefix) => allows(prefix, name)))
    .map((name) => `${file} imports ${name}`);
}

const files = [...sourceFiles('src'), ...sourceFiles('scripts')];

it('finds the sources and their imports', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(importsOf('src/contract/dispatcher.ts')).toContain('openapi-backend');
});

it.each(files)('%s imports only what its folder may', (file) => {
  expect(violations(file)).toEqual([]);
});

/** Folders that are entered by their index alone; generated files have a module of their own. */
const DOORS: readonly (readonly [folder: string, doors: readonly string[]])[] = [
  // Stores, and the thread of one, take the errors of the layer without the layer.
  [
    'src/contract',
    ['src/contract', 'src/contract/index', 'src/contract/runtime', 'src/contract/failure'],
  ],
  ['src/express', ['src/express', 'src/express/index']],
  ['scripts/generate', ['scripts/generate/index']],
];

it.each(DOORS)('what is outside of %s enters it by its door', (folder, doors) => {
  const deep = [...files, ...sourceFiles('generated')]
    .filter((file) => !file.startsWith(`${folder}/`))
    .flatMap((file) => importsOf(file).map((name) => ({ file, name })))
    .filter(({ name }) => name === folder || name.startsWith(`${folder}/`))
    .filter(({ name }) => !doors.includes(name));
  expect(deep).toEqual([]);
});

it('the thread of a SQLite database loads nothing of the contract layer but its errors', () => {
  const loaded = new Set(['src/stores/sqlite/worker.ts']);
  for (const file of loaded) {
    for (const name of runtimeImportsOf(file)) {
      const found = [`${name}.ts`, `${name}/index.ts`].find((each) => files.includes(each));
      if (found !== undefined) loaded.add(found);
    }
  }
  expect([...loaded].filter((file) => /^src\/(?:contract|express|access)\//.test(file))).toEqual([
    'src/contract/failure.ts',
  ]);
  expect(loaded).toContain('src/stores/sqlite/connection.ts');
});

it('generated files import the runtime module of the contract layer, each other and handlers', () => {
  const imported = sourceFiles('generated').flatMap(importsOf);
  expect(imported).toContain('src/contract/runtime');
  expect(
    imported.filter(
      (name) => !/^(?:src\/contract\/runtime|generated\/|src\/plants\/handlers\/)/.test(name),
    ),
  ).toEqual([]);
});

it('no files import each other in a circle, types included', () => {
  const known = new Set(files);
  const imported = new Map(
    files.map((file) => {
      const paths = importsOf(file).flatMap((name) => [`${name}.ts`, `${name}/index.ts`]);
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
  const readers = sourceFiles('src').filter((file) =>
    /\bprocess\.\w/.test(
      readFileSync(path.join(ROOT, file), 'utf8').replace(/`[^`]*`|\/\*[\s\S]*?\*\//g, ''),
    ),
  );
  expect(readers).toEqual(['src/cached-start.ts', 'src/main.ts']);
});

it('a handler is named as its operationId, everything else in kebab case', () => {
  const named = Object.keys(handlers).map((operationId) => `src/plants/handlers/${operationId}.ts`);
  expect(files).toEqual(expect.arrayContaining(named));
  const others = files.filter((file) => !named.includes(file));
  expect(others.filter((file) => !/^[a-z0-9-]+(\.d)?\.ts$/.test(path.basename(file)))).toEqual([]);
});

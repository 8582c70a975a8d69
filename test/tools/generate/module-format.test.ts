import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../src/tools/generate/command';
import { scaffold } from '../../../src/tools/scaffold/command';
import { runInFolder } from '../../support/run-in-process';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import { titled } from '../../support/it-each';

/** The endings that generated and scaffolded files import others with, by the settings of their project. */

const DOCUMENT = `openapi: 3.1.1
info: { title: Books, version: '1' }
paths: { /books: { get: { operationId: listBooks, responses: { 204: { description: Done } } } } }
`;

const MODULE = { 'package.json': '{ "type": "module" }' };
const REWRITE = '{ "compilerOptions": { "rewriteRelativeImportExtensions": true } }';
const ALLOW = '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }';

type Row = readonly [
  name: string,
  files: Readonly<Record<string, string>>,
  ending: string,
  options?: readonly string[],
];

const ROWS: readonly Row[] = titled({
  CommonJS: [{ 'package.json': '{}' }, ''],
  'an ES module': [{ ...MODULE, 'tsconfig.json': '{}' }, '.js'],
  'rewritten endings': [{ ...MODULE, 'tsconfig.json': REWRITE }, '.ts'],
  'rewritten endings in CommonJS': [{ 'package.json': '{}', 'tsconfig.json': REWRITE }, '.ts'],
  'allowed endings': [{ ...MODULE, 'tsconfig.json': ALLOW }, '.ts'],
  'settings that are off': [
    { ...MODULE, 'tsconfig.json': REWRITE.replace('true', 'false') },
    '.js',
  ],
  'settings in comments, and commas at the end': [
    {
      ...MODULE,
      'tsconfig.json': `{ "compilerOptions": {
  // "rewriteRelativeImportExtensions": true,
  /* "allowImportingTsExtensions": true, */
  "strict": true,
}, }`,
    },
    '.js',
  ],
  'settings of a file that is extended': [
    {
      ...MODULE,
      'base.json': REWRITE,
      'tsconfig.json': '{ "extends": ["./strict.json", "./base"] }',
      'strict.json': '{ "compilerOptions": { "strict": true } }',
    },
    '.ts',
  ],
  'settings of a package that is extended, and overruled': [
    {
      ...MODULE,
      'node_modules/@types-of/node-ts/tsconfig.json': REWRITE,
      'tsconfig.json':
        '{ "extends": "@types-of/node-ts/tsconfig.json", "compilerOptions": { "rewriteRelativeImportExtensions": false } }',
    },
    '.js',
  ],
  'settings of a package that is extended': [
    {
      ...MODULE,
      'node_modules/@types-of/node-ts/tsconfig.json': REWRITE,
      'tsconfig.json': '{ "extends": "@types-of/node-ts/tsconfig.json" }',
    },
    '.ts',
  ],
  'an extended file that is not there': [
    { ...MODULE, 'tsconfig.json': '{ "extends": "./base.json" }' },
    '.js',
  ],
  'settings of a folder above': [
    { 'tsconfig.json': REWRITE, 'package/package.json': '{ "type": "module" }' },
    '.ts',
  ],
  'settings of a folder above, and nearer ones': [
    { 'tsconfig.json': REWRITE, 'package/tsconfig.json': '{}', ...MODULE },
    '.js',
  ],
  'settings that cannot be read': [{ ...MODULE, 'tsconfig.json': '"extends": }' }, '.js'],
  '--module esm': [{ ...MODULE, 'tsconfig.json': REWRITE }, '.js', ['--module', 'esm']],
  '--module commonjs': [{ ...MODULE, 'tsconfig.json': REWRITE }, '', ['--module', 'commonjs']],
});

const parent = temporaryFolder();

/** The relative modules that a file imports. */
const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/ from '(\..*)'/g)].map(([, name = '']) => name);

const rows = ROWS.map(([name, files, ending, options = []]) => {
  return [name, files, ending, options] as const;
});

it.each(rows)('%s', async (_name, files, ending, options) => {
  const root = writeFiles(parent, { ...files, 'package/openapi.yaml': DOCUMENT });
  const folder = path.join(root, 'package');
  mkdirSync(path.join(folder, 'src', 'handlers'), { recursive: true });
  writeFileSync(path.join(folder, 'src', 'dependencies.ts'), 'export type Dependencies = null;\n');
  expect(await runInFolder(folder, generate, options)).toMatchObject({ code: 0 });
  expect(await runInFolder(folder, scaffold, options)).toMatchObject({ code: 0 });
  const generated = (name: string): string[] => importsOf(path.join(folder, 'generated', name));
  expect(generated('handlers.ts')).toEqual(
    ['./operations', '../src/handlers/listBooks'].map((name) => name + ending),
  );
  expect(importsOf(path.join(folder, 'src', 'handlers', 'listBooks.ts'))).toEqual(
    ['../../generated/operations', '../dependencies'].map((name) => name + ending),
  );
});

it.each([
  ['own.ts', REWRITE, '../own.ts'],
  ['own.js', REWRITE, '../own.js'],
  ['own.ts', '{}', '../own'],
  ['own.js', '{}', '../own.js'],
])('the extensions of %s, with the settings %s', async (name, settings, want) => {
  const text =
    'exports.extensions = { keywords: { "x-even": { validate: Boolean, message: "" } } };\n';
  const files = { 'package.json': '{}', 'tsconfig.json': settings, 'openapi.yaml': DOCUMENT };
  const folder = writeFiles(parent, { ...files, [name]: text });
  const options = ['--extensions', name];
  expect(await runInFolder(folder, generate, options)).toMatchObject({ code: 0 });
  expect(importsOf(path.join(folder, 'generated', 'contract.ts'))).toEqual([want]);
});

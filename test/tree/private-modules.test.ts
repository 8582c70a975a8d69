import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ajv from 'ajv/package.json';
import { dependencies } from '../../package.json';

/** Ajv's private modules, which any of its releases may change, are named in one file each, of one version. */

const ROOT = path.join(__dirname, '..', '..');
const PRIVATE =
  /['"](?:ajv|ajv-formats)\/(?!dist\/(?:2020|standalone)['"]|dist\/refs\/|package\.json['"])[^'"]*['"]/;

const importers = ['src', 'scripts', 'test']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|js|mjs)$/.test(file) && !file.includes('node_modules'))
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
  )
  .filter((file) => PRIVATE.test(readFileSync(path.join(ROOT, file), 'utf8')));

it('generation imports private modules of Ajv in one file, and the service in another; a test names what is loaded', () => {
  expect(importers.sort()).toEqual([
    'src/runtime/contract/schema/ajv-modules.ts',
    // As Ajv writes it, which a test holds against the version that is installed.
    'src/tools/generate/validate/official/json-schema.ts',
    'src/tools/validators/ajv-internals.ts',
    'test/tools/generate/generate.test.ts',
  ]);
});

it('package.json names the one version of Ajv that is installed', () => {
  expect(dependencies.ajv).toBe(ajv.version);
});

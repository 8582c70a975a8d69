import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ajv from 'ajv/package.json';
import plantStore from '../../package.json';
import runtime from '../../src/runtime/package.json';
import tools from '../../src/tools/package.json';

/** Ajv's private modules, which any of its releases may change, are named in one file each, of one version. */

const ROOT = path.join(__dirname, '..', '..');
const PRIVATE =
  /['"](?:ajv|ajv-formats)\/(?!dist\/(?:2020|standalone)['"]|dist\/refs\/|package\.json['"])[^'"]*['"]/;

const importers = ['src', 'scripts', 'test']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:ts|js|mjs)$/.test(file) && !/node_modules|dist\//.test(file))
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

it('the packages name the one version of Ajv that is installed', () => {
  const versions = [plantStore, runtime, tools].map(({ dependencies }) => dependencies.ajv);
  expect(versions).toEqual([ajv.version, ajv.version, ajv.version]);
});

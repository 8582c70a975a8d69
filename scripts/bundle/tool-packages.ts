import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { ROOT } from '../../src/tools/cli/package-files';

/**
 * Packages that only tools load, and jose, which has only ES modules: Jest cannot require those before Node 24.9. Each
 * with its imported modules or texts.
 */
const TOOL_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  '@eslint-community/regexpp': ['.'],
  '@hyperjump/json-schema': ['./draft-2020-12', './formats'],
  '@redocly/openapi-core': ['.'],
  '@seriousme/openapi-schema-validator': [
    './schemas/v3.1/schema.json',
    './schemas/v3.2/schema.json',
  ],
  'ajv-formats': ['.'],
  'fast-check': ['.'],
  jose: ['.'],
  'js-yaml': ['.'],
};

/** Types for public declarations that refer to these packages; nobody imports them. */
const TYPES: Readonly<Record<string, string>> = {
  '@eslint-community/regexpp':
    'export declare namespace AST {\n  type Alternative = object;\n  type Element = object;\n  type Pattern = object;\n}\n',
  jose: 'export type JWTVerifyGetKey = (header: unknown, token: unknown) => Promise<unknown>;\nexport type RemoteJWKSet = JWTVerifyGetKey;\n',
  'fast-check': 'export interface Arbitrary<Value> {\n  readonly value?: Value;\n}\n',
};

/**
 * Bundles the modules of each package that only tools load, with their dependencies, into `dist/node_modules`, where
 * Node looks first. Installing this package for serving then takes 2 MB for them, not 40 packages of 30 MB.
 *
 * @returns the contents of these files
 */
export function bundleToolPackages(dist: string): Promise<readonly Metafile[]> {
  const all = Object.entries(TOOL_PACKAGES).map(async ([name, imported]) => {
    const folder = path.join(dist, 'node_modules', name);
    const isText = imported.every((each) => each.endsWith('.json'));
    const { metafile } = await build({
      ...(isText ? copied(name, imported, folder) : joined(name, imported, folder)),
      absWorkingDir: ROOT,
      metafile: true,
      logLevel: 'warning',
    });
    const files = imported.map((each) => [each, isText ? each : './index.js']);
    writeManifest(folder, name, Object.fromEntries(files) as Readonly<Record<string, string>>);
    const types = TYPES[name];
    if (types !== undefined) writeFileSync(path.join(folder, 'index.d.ts'), types);
    return metafile;
  });
  return Promise.all(all);
}

/** One module, which exports what the first of the modules exports to `require`; the others extend that one. */
function joined(name: string, modules: readonly string[], folder: string): BuildOptions {
  const names = modules.map((module) => path.posix.join(name, module));
  const [first = '', ...others] = names.map((each) => `require(${JSON.stringify(each)})`);
  return {
    stdin: { contents: [`module.exports = ${first}`, ...others].join(';\n'), resolveDir: ROOT },
    outfile: path.join(folder, 'index.js'),
    bundle: true,
    platform: 'node',
    target: 'node20.20',
    format: 'cjs',
    external: ['ajv'],
  };
}

function copied(name: string, texts: readonly string[], outdir: string): BuildOptions {
  const outbase = path.join('node_modules', name);
  const entryPoints = texts.map((file) => path.join(outbase, file));
  return { entryPoints, outbase, outdir, loader: { '.json': 'copy' } };
}

/** Includes the version, by which generated files and scanners identify the package. */
function writeManifest(
  folder: string,
  name: string,
  files: Readonly<Record<string, string>>,
): void {
  const file = path.join(ROOT, 'node_modules', name, 'package.json');
  const { version, license } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  const exports = { ...files, './package.json': './package.json' };
  const text = JSON.stringify({ name, version, license, exports }, undefined, 2);
  writeFileSync(path.join(folder, 'package.json'), `${text}\n`);
}

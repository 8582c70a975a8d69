import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../../src/runtime/contract';
import { temporaryFolder } from '../../support/temporary-folder';

const ROOT = path.join(__dirname, '..', '..', '..');
const PACKAGE = packageFolder();
const MANIFEST = path.join(PACKAGE, 'package.json');
/** The compiled runtime in the package, and the door of its contract layer. */
const BUILT = 'dist';
const DOOR = path.join(BUILT, 'contract', 'public.js');
const { name, version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as Record<string, string>;

const folder = temporaryFolder();
const installed = (project: string): string => path.join(folder, project, 'node_modules', name!);
const OTHER = installed('other');
/** A bundle in a project that has the package it was made of, and one that finds none. */
const BUNDLE = path.join(folder, 'linked', 'bundle.js');
const ALONE = path.join(folder, 'alone', 'bundle.js');
const OWN_DOOR = path.join(PACKAGE, DOOR);
const OTHER_DOOR = path.join(OTHER, DOOR);
const LINKED_DOOR = path.join(installed('linked'), DOOR);

beforeAll(() => {
  // The dependencies of the copies.
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  cpSync(path.join(PACKAGE, BUILT), path.join(OTHER, BUILT), { recursive: true });
  writeFileSync(
    path.join(OTHER, 'package.json'),
    readFileSync(MANIFEST, 'utf8').replace(`"version": "${version}"`, '"version": "9.9.9"'),
  );
  mkdirSync(path.dirname(installed('linked')), { recursive: true });
  symlinkSync(PACKAGE, installed('linked'));
  const esbuild = path.join(ROOT, 'node_modules', '.bin', 'esbuild');
  execFileSync(esbuild, [
    OWN_DOOR,
    '--bundle',
    '--platform=node',
    '--log-level=error',
    `--outfile=${BUNDLE}`,
  ]);
  cpSync(BUNDLE, ALONE);
});

/** Loads doors in turn, and makes a service by the first. @returns `served`, or the error */
function serve(...doors: readonly string[]): string {
  const script = `
    const [{ createService }] = ${JSON.stringify(doors)}.map((door) => {
      for (const file of Object.keys(require.cache)) delete require.cache[file];
      return require(door);
    });
    const contract = { format: 1, operations: [], securitySchemes: {}, basePaths: [''], projections: {}, valueTypes: {}, errorBodies: [] };
    createService({ contract, validators: {}, handlers: {}, authenticators: {} }).then(
      () => console.log('served'),
      (error) => console.log(String(error)),
    );`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  return stdout.trim() || stderr;
}

const OWN = `${version} in ${PACKAGE}`;
const OTHERS = `9.9.9 in ${OTHER}`;

it.each<[process: string, doors: string[], refused: string]>([
  ['one copy', [OWN_DOOR], ''],
  ['one copy that is loaded anew', [OWN_DOOR, OWN_DOOR], ''],
  ['one copy by two names', [OWN_DOOR, LINKED_DOOR], ''],
  ['a bundle', [ALONE], ''],
  ['two copies, by the first', [OWN_DOOR, OTHER_DOOR], `${OWN}, ${OTHERS}`],
  ['two copies, by the second', [OTHER_DOOR, OWN_DOOR], `${OTHERS}, ${OWN}`],
  ['a bundle and what it was made of', [BUNDLE, OWN_DOOR], `${version} in ${BUNDLE}, ${OWN}`],
  ['two bundles', [ALONE, BUNDLE], `${version} in ${ALONE}, ${version} in ${BUNDLE}`],
])('a process of %s serves, or names its copies', (_, doors, refused) => {
  const error = `CompositionError: openapi-trellis is loaded from several places (${refused}), and each takes a Failure of another for a fault; keep one of them: npm ls openapi-trellis`;
  expect(serve(...doors)).toBe(refused === '' ? 'served' : error);
});

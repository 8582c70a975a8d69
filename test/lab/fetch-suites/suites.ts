import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../root';

/** A set of third-party files for tests. */
export interface Suite {
  readonly name: string;
  readonly files: readonly SuiteFile[];
}

export interface SuiteFile {
  /** Path below the origin: repository, commit and path. */
  readonly source: string;
  /** Relative to the folder of the suite, with slashes. */
  readonly name: string;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The suites of OpenAPI documents. */
export const DOCUMENT_SUITES = ['openapi-corpus', 'openapi-3.0'] as const;

type SuiteName = (typeof DOCUMENT_SUITES)[number] | 'json-schema-suite';

const FOLDER = path.join(ROOT, 'test', 'suites');
export const SOURCES = path.join(FOLDER, 'sources.txt');
export const CACHE = path.join(ROOT, '.suites');
const SHARED = path.join(ROOT, '..', 'shared');

/**
 * The suites in a list, whose format test/suites/sources.txt describes.
 * @throws Error naming the line that cannot be read
 */
export function readSuites(file: string = SOURCES): Suite[] {
  const suites = new Map<string, SuiteFile[]>();
  let files: SuiteFile[] | undefined;
  let repository = '';
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [, suite, name = '', commit = ''] = /^(\S+) (\S+) ([0-9a-f]{40})$/.exec(line) ?? [];
    const [, sha256, source = '', target = ''] = /^([0-9a-f]{64}) (\S+) (\S+)$/.exec(line) ?? [];
    if (suite !== undefined) {
      files = suites.get(suite) ?? [];
      suites.set(suite, files);
      repository = `${name}/${commit}`;
    } else if (sha256 !== undefined && files !== undefined) {
      files.push({ source: `${repository}/${source}`, name: target, sha256 });
    } else throw new Error(`${file}:${index + 1}: the line is neither a repository nor a file`);
  }
  return [...suites].map(([name, all]) => ({ name, files: all }));
}

/** The cache folder of a suite: another one for each selection of files. */
export function cacheFolder({ name, files }: Suite, cache: string = CACHE): string {
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
  return path.join(cache, `${name}-${digest}`);
}

/** The folder in which others on this machine keep a suite; undefined when there is none. */
export function sharedFolder(name: string): string | undefined {
  const folder = path.join(SHARED, name);
  return existsSync(folder) ? folder : undefined;
}

/** The folder of a suite: the shared one, else the fetched one; undefined when there is none. */
export function findSuite(name: SuiteName): string | undefined {
  const shared = sharedFolder(name);
  if (shared !== undefined) return shared;
  const suite = readSuites().find((each) => each.name === name);
  const folder = suite && cacheFolder(suite);
  return folder !== undefined && existsSync(folder) ? folder : undefined;
}

export function knownFailuresFile(name: SuiteName): string {
  return path.join(FOLDER, `${name}.known-failures.txt`);
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSuite } from '../lab/fetch-suites/suites';
import type { SchemaDocuments } from '../../src/tools/document/schemas/schema-resources';

/** The files of JSON-Schema-Test-Suite, draft 2020-12. */

/** Folder of the suite; undefined if it is not there. */
export const SUITE = findSuite('json-schema-suite');

/** Base URI of the suite's references into its folder `remotes`. */
export const REMOTES = 'http://localhost:1234/';

export interface SuiteGroup {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly SuiteCase[];
}

export interface SuiteCase {
  readonly description: string;
  readonly data: unknown;
  readonly valid: boolean;
}

/** The names of the files of tests, below their folder; none without the suite. */
export function suiteFiles(): string[] {
  return files('tests');
}

export function suiteGroups(file: string): SuiteGroup[] {
  return read(join('tests', file)) as SuiteGroup[];
}

export function suiteDocuments(): SchemaDocuments {
  return new Map(files('remotes').map((file) => [REMOTES + file, read(join('remotes', file))]));
}

function files(folder: string): string[] {
  if (SUITE === undefined) return [];
  return readdirSync(join(SUITE, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(SUITE ?? '', file), 'utf8'));
}

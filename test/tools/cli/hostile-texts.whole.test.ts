import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../../src/tools/generate/command';
import { hostileDocument } from '../../support/hostile-document';
import { hostileTexts } from '../../support/hostile-texts';
import { activeLines } from '../../support/inert-text';
import { runInFolder } from '../../support/run-in-process';
import { runCompiledIn, type ScriptResult } from '../../support/run-script';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

/**
 * Nothing that a document holds commands the terminal, or the CI runner, that shows what is printed of it. All tools
 * are tried with it in hostile-documents/strangers.long.test.ts.
 */

const temporary = temporaryFolder();
const SPEC = 'openapi.json';

function expectInert(...texts: readonly string[]): void {
  expect(texts.flatMap(activeLines)).toEqual([]);
}

function expectInertOutput({ stdout, stderr }: ScriptResult): void {
  expect(stdout + stderr).not.toBe('');
  expectInert(stdout, stderr);
}

function folderWith(document: object, more: Readonly<Record<string, string>> = {}): string {
  return writeFiles(temporary, { [SPEC]: JSON.stringify(document, null, 1), ...more });
}

const REPORTS = ['text', 'json', 'junit', 'sarif', 'markdown'];

/** Has `check` print annotations, and write its other reports, which it could print. */
function expectInertCheck(folder: string, args: readonly string[]): ScriptResult {
  const reports = REPORTS.flatMap((format) => ['--report', `${format}=report.${format}`]);
  const result = runCompiledIn(folder, 'check', [...args, '--format', 'github', ...reports]);
  expectInertOutput(result);
  const files = REPORTS.map((format) => path.join(folder, `report.${format}`)).filter(existsSync);
  expectInert(...files.map((file) => readFileSync(file, 'utf8')));
  return result;
}

it('of a document, all formats of check', () => {
  const folder = folderWith(hostileDocument());
  const checks = ['--only', 'document,enforcement', '--all'];
  expect(expectInertCheck(folder, checks).code).toBe(1);
});

it('of two documents, check', () => {
  const base = JSON.stringify(hostileDocument());
  const changed = JSON.parse(base) as { readonly paths: Readonly<Record<string, object>> };
  for (const item of Object.values(changed.paths)) Reflect.deleteProperty(item, 'get');
  const folder = folderWith(changed, { 'base.json': base });
  expect(expectInertCheck(folder, ['--only', 'breaking', '--base', 'base.json']).code).toBe(1);
});

describe('of a file', () => {
  // Processes for all would take as long as the rest of this file.
  const generated = async (name: string, text: string): Promise<ScriptResult> =>
    runInFolder(writeFiles(temporary, { [name]: text }), generate, ['--spec', `./${name}`]);

  it.each(Object.entries(hostileTexts))('that is no document: %s', async (_, text) => {
    const result = await generated('openapi.yaml', `openapi: 3.1.0\n"${text}": [${text}\n`);
    expect(result.code).toBe(2);
    expectInertOutput(result);
  });

  it.each(Object.entries(hostileTexts))('with such a name: %s', async (_, text) => {
    const name = `${text.replace(/[/\0]/g, '_')}.json`;
    const result = await generated(name, '{ "openapi": "3.1.0", "paths": 5 }');
    expect(result.code).toBe(2);
    expectInertOutput(result);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '../../src/generate/command';
import { DevRun } from '../support/dev-run';
import { hostileDocument, refusedDocument, wellFormed } from '../support/hostile-document';
import { hostileTexts } from '../support/hostile-texts';
import { NewProject } from '../support/new-project';
import { runInFolder } from '../support/run-in-process';
import { COMPILED, runCompiledIn, type ScriptResult } from '../support/run-script';
import { temporaryFolder, writeFiles } from '../support/temporary-folder';

/** Nothing that a document holds commands the terminal, or the CI runner, that shows what is printed of it. */

const temporary = temporaryFolder();
const SPEC = 'openapi.json';

/** Control and format characters, separators of lines, and what is shown as nothing. */
const HIDDEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\u034f\u115f\u1160\u3164\uffa0]/u;

/** What runners obey. */
const COMMAND = /^\s*::|##(?:vso|teamcity)?\[/i;

/** An annotation of this program. */
const OWN =
  /^::(?:error|warning) file=(?:(?:base|openapi)\.json|generated\/[\w.-]+)(?:,line=\d+)?,title=[^:,]+::/;

/** As a text without these could be taken for what the program says. */
const FORGED = 'ok    document: all is well';

function expectInert(...texts: readonly string[]): void {
  const lines = texts.join('\n').split('\n');
  expect(lines.filter((line) => HIDDEN.test(line))).toEqual([]);
  expect(lines.filter((line) => COMMAND.test(line) && !OWN.test(line))).toEqual([]);
  expect(lines).not.toContain(FORGED);
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

describe.each<[string, { document: object; code: number }]>([
  ['that is served in part', { document: hostileDocument(), code: 1 }],
  ['that is refused', { document: refusedDocument(), code: 2 }],
])('of a document %s', (_, { document, code }) => {
  const folder = folderWith(document);

  it.each<[string, string[]]>([
    ['generate', ['--all']],
    ['scaffold', []],
    ['init', ['project', '--spec', SPEC, '--no-install', '--package', '1.0.0', '--all']],
    ['mock', [SPEC, '--strict', '--all', '--port', '0']],
    ['conformance', ['--spec', SPEC, '--url', 'http://127.0.0.1:1']],
  ])('%s', (name, args) => {
    expectInertOutput(runCompiledIn(folder, name, args));
  });

  it('check', () => {
    const checks = ['--only', 'document,generated,enforcement', '--generated', 'generated'];
    expect(expectInertCheck(folder, [...checks, '--all']).code).toBe(code);
  });
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

it('of a document that is served, mock and conformance', async () => {
  const document = hostileDocument() as { readonly paths: object };
  const folder = folderWith(document);
  const served = spawn(
    process.execPath,
    [COMPILED, 'mock', SPEC, '--port', '0', '--stateful', '--all'],
    { cwd: folder },
  );
  const output = { stdout: '', stderr: '' };
  served.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const closed = once(served, 'close');
  try {
    while (!output.stdout.includes(' listens on ')) {
      const [chunk] = (await once(served.stdout, 'data')) as [Buffer];
      output.stdout += chunk.toString();
    }
    const url = `${/http:\S+/.exec(output.stdout)![0]}/v1`;
    for (const target of Object.keys(document.paths)) {
      await fetch(url + encodeURI(wellFormed(target)));
    }
    const tested = runCompiledIn(folder, 'conformance', [
      ...['--spec', SPEC, '--url', url, '--seconds', '2', '--format', 'github', '--out', 'out'],
    ]);
    expect(tested.stdout).toMatch(/^requests {2,}[1-9]/m);
    expectInertOutput(tested);
  } finally {
    served.kill('SIGTERM');
  }
  await closed;
  expectInert(output.stdout, output.stderr);
  const files = readdirSync(path.join(folder, 'out')).filter((name) => !name.endsWith('.html'));
  expectInert(...files.map((name) => readFileSync(path.join(folder, 'out', name), 'utf8')));
});

it('of a project, dev', async () => {
  const project = new NewProject(path.join(temporary, 'project'));
  const spec = path.join(folderWith(hostileDocument()), SPEC);
  expect(project.init('--spec', spec).code).toBe(0);
  project.link();
  const run = await DevRun.startIn(project.folder, '--spec', `spec/${SPEC}`, '--all');
  try {
    await run.says('wrote generated/');
    await run.says('types: ');
  } finally {
    await run.end();
  }
  expectInert(run.output);
});

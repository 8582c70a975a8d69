import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { hostileDocument } from '../../support/hostile-document';
import { NewProject } from '../../support/new-project';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';

/** Code that follows from a document has the texts of it as texts: `pwned` is a variable that only they name. */

const temporary = temporaryFolder();
const project = new NewProject(path.join(temporary, 'project'));

beforeAll(() => {
  const folder = writeFiles(temporary, { 'openapi.json': JSON.stringify(hostileDocument()) });
  const { code, stderr } = project.init(
    // Jest loads it below.
    ...['--module', 'commonjs', '--spec', path.join(folder, 'openapi.json')],
  );
  if (code !== 0) throw new Error(stderr);
  project.link();
  for (const name of ['generate', 'scaffold']) project.script(name);
});

function sourceFiles(): string[] {
  return ['src', 'generated', 'test'].flatMap((folder) =>
    readdirSync(path.join(project.folder, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join(project.folder, folder, file)),
  );
}

function identifiersIn(node: ts.Node): string[] {
  const own = ts.isIdentifier(node) ? [node.text] : [];
  return [...own, ...node.getChildren().flatMap(identifiersIn)];
}

it('has no code of the document, and no text that is shown otherwise than it is read', () => {
  const files = sourceFiles();
  // Of each operation, a handler.
  expect(files.length).toBeGreaterThan(75);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    expect(identifiersIn(source)).not.toContain('pwned');
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
  }
});

it('compiles', () => expect(project.typecheck()).toEqual({ code: 0, stdout: '', stderr: '' }));

it('starts, and sets nothing', () => {
  expect(project.build()).toMatchObject({ code: 0 });
  const generated = path.join(project.folder, 'dist', 'generated', 'handlers.js');
  const { handlers } = jest.requireActual<{ readonly handlers: object }>(generated);
  expect(Object.keys(handlers).length).toBeGreaterThan(70);
  expect('pwned' in globalThis).toBe(false);
});

it('says what is not implemented, and commands nobody by it', () => {
  const main = path.join(project.folder, 'dist', 'src', 'main.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Not implemented yet: [^\p{Cc}]*\n$/u);
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { entries, exportsOf } from '../../scripts/pages/exported';
import tsconfig from '../../tsconfig.json';
import { nativeCompiler } from '../../src/tools/cli/optional-packages';
import { temporaryFolder } from '../support/temporary-folder';

/**
 * The `@example` blocks of what package.json exports. Each compiles as a module of a project that depends on the
 * package: `plant-store/...` and `../generated/...` are what the build makes of this repository.
 */

const ROOT = path.join(__dirname, '..', '..');
const DIST = path.join(ROOT, 'dist');

/** The doc comments of a declaration and its members, without their stars. */
function docComments(node: ts.Node): string[] {
  const own = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map((comment) => comment.getText().replace(/^[ \t]*(?:\/\*\*|\*\/|\*) ?/gm, ''));
  const members =
    ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) ? node.members : [];
  return [...own, ...members.flatMap((member: ts.Node) => docComments(member))];
}

/** What follows each `@example`, up to the next tag. */
const examplesIn = (comment: string): string[] =>
  [...comment.matchAll(/^@example\b((?:```[\s\S]*?```|(?!^@\w)[\s\S])*)/gm)].map(
    ([, text]) => text!,
  );

const blocksIn = (example: string): string[] =>
  [...example.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block!);

const exported = entries.flatMap(({ module, file }) =>
  [...exportsOf(file)].map(([name, { node, isValue }]) => ({
    name: `${module} ${name}`,
    isValue,
    examples: docComments(node).flatMap(examplesIn),
  })),
);

const folder = temporaryFolder();

/** The built declarations of a source file; a hand-written one is not built. */
function declarationsOf(file: string): string {
  if (file.endsWith('.d.ts')) return file;
  return path.join(DIST, path.relative(ROOT, file)).replace(/\.ts$/, '.d.ts');
}

/** What the compiler says of the blocks, each a file of its own in one program. */
function compileExamples(
  blocks: readonly { readonly file: string; readonly text: string }[],
): string {
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  mkdirSync(path.join(folder, 'src'));
  for (const { file, text } of blocks) {
    // A block is a module, and may wait at its top level.
    writeFileSync(path.join(folder, 'src', file), `${text}\nexport {};\n`);
  }
  const compilerOptions = {
    ...tsconfig.compilerOptions,
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    rootDirs: [folder, DIST],
    paths: Object.fromEntries(entries.map(({ module, file }) => [module, [declarationsOf(file)]])),
  };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['src'] }),
  );
  const { stdout, stderr } = spawnSync(nativeCompiler(), ['--pretty', 'false', '-p', folder], {
    cwd: path.join(folder, 'src'),
    encoding: 'utf8',
  });
  return stdout + stderr;
}

const examples = exported.flatMap(({ name, examples }) =>
  examples.flatMap((example, at) =>
    blocksIn(example).map((text, block) => ({
      file: `${name.replace(/\W+/g, '-')}-${at}-${block}.ts`,
      text,
    })),
  ),
);

it('each example of what the package exports compiles, and a wrong one does not', () => {
  const wrong = {
    file: 'wrong.ts',
    text: `import { Failure } from 'openapi-trellis/contract';\nnew Failure();`,
  };
  const errors = compileExamples([...examples, wrong])
    .trimEnd()
    .split(/\n(?! )/);
  expect(errors).toEqual([expect.stringMatching(/^wrong\.ts\(2,1\): error TS2554: /)]);
});

it('each example has a block of ts', () => {
  const empty = exported.filter(({ examples }) => examples.some((each) => !blocksIn(each).length));
  expect(empty.map(({ name }) => name)).toEqual([]);
});

it('each exported value has an example, but for those of generated code', () => {
  const values = exported.filter(({ isValue }) => isValue);
  const demanded = values.filter(
    ({ name }) => !name.startsWith('openapi-trellis/contract/runtime '),
  );
  const without = demanded.filter(({ examples }) => examples.length === 0);
  expect(without.map(({ name }) => name)).toEqual([]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** What a part of the tree exports: `public.ts` to services, and `index.ts` to the tools of this project beside it. */

const ROOT = path.join(__dirname, '..', '..');

/** The names that a file lists, whatever else it exports. */
function listedIn(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause !== undefined && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : [],
    );
}

it.each(['src/runtime/contract', 'src/runtime/express'])('%s lists each name once', (folder) => {
  const [forServices, forTools] = ['public.ts', 'index.ts'].map((name) =>
    listedIn(path.join(folder, name)),
  );
  expect(forServices).not.toHaveLength(0);
  expect(forTools!.filter((name) => forServices!.includes(name))).toEqual([]);
});

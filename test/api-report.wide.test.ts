import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { apiProgram, apiReport, entryPoints, REPORT_FILE } from '../scripts/api-report/report';
import { publicExports } from '../scripts/public-exports';
import * as own from '../src/runtime/contract/public';
import runtime from '../src/runtime/package.json';
import tools from '../src/tools/package.json';

/** What others may rely on: it changes only where docs/public-api.txt does, in the same commit. */

const program = apiProgram();
const report = apiReport(program);

it('the package exports what docs/public-api.txt says; npm run api-report writes it anew', () => {
  expect(report).toBe(readFileSync(REPORT_FILE, 'utf8'));
});

it('has each module that is compiled and exports a name', () => {
  // These are for options of Jest and of Node, and export nothing to import.
  const others = ['openapi-trellis-tools/jest', 'openapi-trellis-tools/jest/record-process'];
  const names = publicExports.map(({ name }) => name).filter((name) => !others.includes(name));
  const headings = [...report.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
  expect(headings).toEqual([...names, 'Not exported']);
});

it('has all that a module exports, and no private member', () => {
  const [section] = /^## openapi-trellis\/contract\n[\s\S]*?(?=^## )/m.exec(report)!;
  for (const name of Object.keys(own)) expect(section).toMatch(new RegExp(`\\b${name}\\b`));
  expect(report).not.toMatch(/^ +(?:private |#)/m);
});

it('depends on the packages whose types its declarations name', () => {
  const own = program.getSourceFiles().filter(({ fileName }) => !fileName.includes('node_modules'));
  const named = own.flatMap(({ text }) => [
    ...text.matchAll(/(?:from |import\()['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g),
  ]);
  const packages = new Set(
    named
      .map(([, name]) => name!)
      // Examples in comments import the packages themselves; `#` is for what a package contains.
      .filter((name) => !/^(?:node:|#|openapi-trellis)/.test(name)),
  );
  expect(packages).toContain('express');
  const installed = Object.assign(
    {},
    ...[runtime, tools].flatMap((each) => [each.dependencies, each.peerDependenciesMeta]),
  ) as object;
  const missing = [...packages].filter((name) => {
    const folder = path.join(__dirname, '..', 'node_modules', name);
    const manifest = readFileSync(path.join(folder, 'package.json'), 'utf8');
    return !Object.hasOwn(installed, /\.d\.c?ts"/.test(manifest) ? name : `@types/${name}`);
  });
  expect(missing).toEqual([]);
});

it('says of every name what it is', () => {
  const checker = program.getTypeChecker();
  const documented = entryPoints()
    .map(({ file }) => file)
    .filter((file) => path.basename(file) !== 'runtime.d.ts');
  const silent = documented.flatMap((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
    const symbols = checker.getExportsOfModule(module).map((symbol) => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      return isAlias ? checker.getAliasedSymbol(symbol) : symbol;
    });
    const ours = symbols.filter(({ declarations: [each] = [] }) => {
      return !each!.getSourceFile().fileName.includes('/node_modules/');
    });
    return ours.filter((each) => each.getDocumentationComment(checker).length === 0);
  });
  expect(silent.map(({ name }) => name)).toEqual([]);
});

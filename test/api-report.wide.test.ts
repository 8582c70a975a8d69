import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import manifest from '../package.json';
import { apiProgram, apiReport, entryPoints, REPORT_FILE } from '../scripts/api-report/report';
import * as own from '../src/runtime/contract/public';

/** What others may rely on: it changes only where docs/public-api.txt does, in the same commit. */

const program = apiProgram();
const report = apiReport(program);

it('the package exports what docs/public-api.txt says; npm run api-report writes it anew', () => {
  expect(report).toBe(readFileSync(REPORT_FILE, 'utf8'));
});

it('has each module that is compiled and exports a name', () => {
  // These are for options of Jest and of Node, and export nothing to import.
  const others = ['./jest', './jest/record-process', './package.json'];
  const names = Object.keys(manifest.exports)
    .filter((name) => !others.includes(name))
    .map((name) => name.replace('.', manifest.name));
  const headings = [...report.matchAll(/^## (.*)$/gm)].map(([, name]) => name);
  expect(headings).toEqual([...names, 'Not exported']);
});

it('has all that a module exports, and no private member', () => {
  const [section] = /^## plant-store\/contract\n[\s\S]*?(?=^## )/m.exec(report)!;
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
      // Examples in comments import the package itself.
      .filter((name) => !name.startsWith('node:') && name !== manifest.name),
  );
  expect(packages).toContain('express');
  const { dependencies, peerDependenciesMeta } = manifest;
  const installed = { ...dependencies, ...peerDependenciesMeta };
  const bundled = path.join(__dirname, '..', 'dist', 'node_modules');
  const others = [...packages].filter((name) => !existsSync(path.join(bundled, name)));
  const missing = others.filter((name) => {
    const folder = path.join(__dirname, '..', 'node_modules', name);
    const { types } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      readonly types?: string;
    };
    return !Object.hasOwn(installed, types === undefined ? `@types/${name}` : name);
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

import path from 'node:path';
import ts from 'typescript';
import { CommandError } from '../../src/tools/cli/command-line';
import { publicExports } from '../public-exports';
import { declarationText, referencedBy } from './declarations';

const ROOT = path.join(__dirname, '..', '..');

/** The report file in the repository. */
export const REPORT_FILE = path.join(ROOT, 'docs', 'public-api.txt');

const HEAD = `What the packages export, by module, and below it what these declarations refer to without its being exported.
Written by npm run api-report, after npm run build; test/api-report.wide.test.ts compares.
`;

/**
 * All exports of the packages, as the compiler declares them, without comments and private members. It changes with
 * anything that a dependent service could notice.
 *
 * @throws CommandError where they are not built
 */
export function apiReport(program = apiProgram()): string {
  const entries = entryPoints();
  const checker = program.getTypeChecker();
  const exported = entries.map(({ name, file }) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) {
      throw new CommandError(`There is no ${path.relative(ROOT, file)}; run npm run build`);
    }
    return { name, symbols: checker.getExportsOfModule(module).sort(byName) };
  });
  const named = exported.filter(({ symbols }) => symbols.length > 0);
  const known = new Set(
    exported.flatMap(({ symbols }) => symbols.map((each) => origin(checker, each))),
  );
  const sections = named.map(({ name, symbols }) =>
    section(
      name,
      symbols.map((each) => [each.name, origin(checker, each)]),
    ),
  );
  const others = unexported(checker, known).map((each) => [each.name, each] as const);
  return [HEAD, ...sections, section('Not exported', others)].join('\n');
}

/** The program with the declarations of all exports. */
export function apiProgram(): ts.Program {
  return ts.createProgram(
    entryPoints().map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2023.d.ts'],
      skipLibCheck: true,
      types: [],
    },
  );
}

/** The compiled exports, with the files of their types; a declaration by hand is reviewed where it is. */
export function entryPoints(): { readonly name: string; readonly file: string }[] {
  return publicExports
    .filter(({ source }) => source !== undefined)
    .map(({ name, types }) => ({ name, file: types }));
}

function section(
  title: string,
  symbols: readonly (readonly [name: string, symbol: ts.Symbol])[],
): string {
  const texts = symbols.flatMap(([name, symbol]) =>
    OPAQUE.has(symbol.name)
      ? `interface ${name} {} // written by generation\n`
      : (symbol.declarations ?? []).map((each) => declarationText(name, each)),
  );
  return `## ${title}\n\n${texts.join('\n')}`;
}

/** Written by generation and passed on by a service; their members are not part of the interface. */
const OPAQUE = new Set(['CompiledContract', 'Validators']);

/**
 * Symbols of these packages that exported declarations refer to. Symbols that these refer to in turn are left out: they
 * change often, and are rarely named.
 */
function unexported(checker: ts.TypeChecker, exported: ReadonlySet<ts.Symbol>): ts.Symbol[] {
  const declarations = [...exported]
    .filter((symbol) => !OPAQUE.has(symbol.name))
    .flatMap((symbol) => symbol.declarations ?? []);
  const referenced = new Set(declarations.flatMap((each) => referencedBy(checker, each)));
  return [...referenced].filter((each) => isOwn(each) && !exported.has(each)).sort(byName);
}

/** True for a declaration of a module of these packages, not for its members or parameters. */
function isOwn({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((each) => {
    if (ts.isSourceFile(each)) return false;
    const { fileName } = each.getSourceFile();
    const outer = ts.isVariableDeclaration(each) ? each.parent.parent.parent : each.parent;
    return ts.isSourceFile(outer) && !fileName.includes('/node_modules/');
  });
}

function origin(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function byName(one: ts.Symbol, other: ts.Symbol): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : placeOf(one) - placeOf(other);
}

/** Keeps the order of two declarations of one name in different files. */
function placeOf({ declarations = [] }: ts.Symbol): number {
  return declarations[0]?.pos ?? 0;
}

import path from 'node:path';
import ts from 'typescript';

/**
 * V8 hashes numbers and bigints in a way that anybody can work out, so a client that chooses such keys
 * can make each of them cost a look at all others. What Maps and Sets are keyed by is therefore a text
 * or an object, which are hashed by a secret of the process.
 */

const ROOT = path.join(__dirname, '..', '..');

/**
 * Keyed by numbers that no client chooses: constants, and those that the program counts up itself; and by
 * code points and by statuses of responses, of which so few are kept that even chosen ones collide some 70 times
 * at most.
 */
const OWN_NUMBERS = [
  'src/plant-store/commands/formats/ndjson.ts',
  'src/runtime/contract/schema/patterns/linear-expression.ts',
  'src/plant-store/stores/sqlite/plant-table.ts',
  'src/plant-store/stores/sqlite/thread.ts',
  'src/runtime/service/telemetry/request-log.ts',
  'src/runtime/service/workers/calls.ts',
];

const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'Set', 'ReadonlyMap', 'ReadonlySet']);

/** @param files by their paths, with texts where they are not those on disk */
function foreseeableKeys(files: readonly string[], texts: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.build.json'), (name) =>
    ts.sys.readFile(name),
  );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  host.readFile = (name) => texts.get(name) ?? ts.sys.readFile(name);
  host.fileExists = (name) => texts.has(name) || (!isTool(name) && ts.sys.fileExists(name));
  const program = ts.createProgram(files, { ...options, noEmit: true }, host);
  const checker = program.getTypeChecker();
  const found = new Set<string>();
  const visit = (node: ts.Node, file: ts.SourceFile): void => {
    if (ts.isNewExpression(node) || ts.isTypeReferenceNode(node)) {
      const type = typeOf(checker, node);
      const key = keyOf(checker, type);
      if (key !== undefined && mayBeNumber(key)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        const name = path.relative(ROOT, file.fileName).split(path.sep).join('/');
        found.add(`${name}:${line + 1}: ${checker.typeToString(type)}`);
      }
    }
    ts.forEachChild(node, (child) => visit(child, file));
  };
  for (const name of files) {
    const file = program.getSourceFile(name);
    if (file !== undefined) visit(file, file);
  }
  return [...found];
}

/** The tools, whose types the service does not need. */
function isTool(name: string): boolean {
  return path.relative(ROOT, name).startsWith(path.join('src', 'tools'));
}

/** A collection that is made empty is what the place is for that it is put into. */
function typeOf(checker: ts.TypeChecker, node: ts.NewExpression | ts.TypeReferenceNode): ts.Type {
  const wanted = ts.isNewExpression(node) ? checker.getContextualType(node) : undefined;
  const isEmpty = ts.isNewExpression(node) && node.arguments?.length === 0;
  return isEmpty && wanted !== undefined
    ? checker.getNonNullableType(wanted)
    : checker.getTypeAtLocation(node);
}

/** The type of the keys of a Map or Set; undefined for any other type. */
function keyOf(checker: ts.TypeChecker, type: ts.Type): ts.Type | undefined {
  if (!COLLECTIONS.has(type.getSymbol()?.name ?? '')) return undefined;
  return checker.getTypeArguments(type as ts.TypeReference)[0];
}

const NUMBERS =
  ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown;

/** Also true where the type does not tell. */
function mayBeNumber(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(mayBeNumber);
  return (type.flags & NUMBERS) !== 0;
}

const expressions: readonly (readonly [expression: string, isFound: boolean])[] = [
  ['new Map<bigint, string>()', true],
  ['new Set([1n])', true],
  ['new Map([[1, 2]])', true],
  ['[1n].map((id) => new Set([id]))', true],
  ['new Set(JSON.parse("[1]"))', true],
  ['new Map<string | bigint, string>()', true],
  ['{} as ReadonlyMap<bigint, string>', true],
  ['new Map()', true],
  ['new Set(["1"])', false],
  ['((map: Map<string, string> | undefined) => (map ??= new Map()))()', false],
  ['new Map([[{}, 1n]])', false],
];

/** A file of the expressions, one a line, among those of the service: to make two programs takes twice as long. */
const EXPRESSIONS = 'src/one.ts';
const file = path.join(ROOT, EXPRESSIONS);
const lines = expressions.map(([expression], index) => `export const e${index} = ${expression};`);
const files = ts.sys.readDirectory(path.join(ROOT, 'src'), ['.ts']).filter((each) => !isTool(each));
const found = foreseeableKeys([...files, file], new Map([[file, lines.join('\n')]]));
const isExpression = (place: string): boolean => place.startsWith(`${EXPRESSIONS}:`);

it('no Map or Set of the service is keyed by a number that a client may choose', () => {
  expect(files.length).toBeGreaterThan(100);
  const ofService = found.filter((each) => !isExpression(each));
  const places = ofService.map((each) => each.replace(/:.*/, ''));
  expect(ofService.filter((_, index) => !OWN_NUMBERS.includes(places[index] ?? ''))).toEqual([]);
  expect(new Set(places)).toEqual(new Set(OWN_NUMBERS));
});

it('finds them by what their keys may be', () => {
  const foundLines = new Set(
    found.filter(isExpression).map((each) => Number(/:(\d+):/.exec(each)?.[1])),
  );
  const verdicts = expressions.map(([expression], index) => [
    expression,
    foundLines.has(index + 1),
  ]);
  expect(verdicts).toEqual(expressions);
});

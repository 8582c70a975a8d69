import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { examinePattern } from '../../src/tools/document/patterns/document-patterns';

/** The service's own regular expressions, which meet what clients send as those of a document do. */

const ROOT = path.join(__dirname, '..', '..');
const SRC = path.join(ROOT, 'src');

/** Those with a pattern of the document, which generation looks at. */
const OF_DOCUMENT = [
  'runtime/contract/schema/regular-expression.ts',
  'runtime/contract/schema/patterns/character-classes.ts',
];

function typescriptFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !/node_modules|\bdist\//.test(file));
}

const OF_SERVICE =
  /^(?:(?:runtime\/(?:client|contract|express|management)|plant-store)\/|tools\/samples\/values\/header-fields)/;

const files = typescriptFiles('src').filter(
  (file) => OF_SERVICE.test(file) && !OF_DOCUMENT.includes(file),
);

interface Expression {
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

function literals(file: string): Expression[] {
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const at = `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      found.push({ at, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Those that a module makes of parts when it is loaded. */
function made(file: string): Expression[] {
  const found: Expression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags = '']: [string | RegExp, string?]) {
      const made = new target(source, flags);
      found.push({ at: file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    jest.isolateModules(() => {
      jest.requireActual(path.join(SRC, file));
    });
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}

/** With a sticky flag nothing is looked for further on. Without regard to case `a` is `[aA]`, which the
 * verdict hardly depends on. */
function growth({ source, flags }: Expression): string | undefined {
  return examinePattern(flags.includes('y') ? `^(?:${source})` : source).growth;
}

const constructing = files.filter((file) =>
  readFileSync(path.join(SRC, file), 'utf8').includes('new RegExp('),
);

it('finds the expressions', () => {
  expect(files.flatMap(literals).length).toBeGreaterThan(50);
  expect(constructing).toContain('runtime/contract/media-type.ts');
  expect(made('runtime/contract/media-type.ts').length).toBeGreaterThan(1);
});

it('takes time in proportion to the text', () => {
  const all = [...files.flatMap(literals), ...constructing.flatMap(made)];
  expect(all.filter((each) => growth(each) !== 'linear')).toEqual([]);
});

/** Where code makes expressions of texts when it is called, which may be a document's. */
const MADE_OF_TEXTS = [
  // Of the official schemas alone.
  'src/tools/generate/validate/official/json-schema.ts',
  'src/tools/generate/validate/official/openapi-31.ts',
  'src/tools/generate/validate/official/openapi-32.ts',
  // Of single characters of a pattern, with the flags of the whole.
  'src/tools/document/patterns/character-sets.ts',
  // Of a pattern of file names on the command line.
  'src/tools/check/documents.ts',
  // Of names that the generator gives.
  'src/tools/generate/types/operation-types.ts',
  'src/runtime/contract/schema/patterns/linear-expression.ts',
  // Of texts of the format `regex`, which match nothing.
  'src/runtime/contract/schema/formats/formats.ts',
  // The one way to compile a pattern of a document.
  'src/runtime/contract/schema/regular-expression.ts',
];

function makesWhenCalled(file: string): boolean {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  if (!text.includes('RegExp(')) return false;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const isWithin = (node: ts.Node, inFunction: boolean): boolean => {
    const makes = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (makes && inFunction && node.expression.getText() === 'RegExp') return true;
    const inner = inFunction || ts.isFunctionLike(node);
    return ts.forEachChild(node, (child) => isWithin(child, inner) || undefined) ?? false;
  };
  return isWithin(tree, false);
}

it('compiles the patterns of documents in one way', () => {
  const making = ['src', 'scripts']
    .flatMap((folder) => typescriptFiles(folder).map((file) => `${folder}/${file}`))
    .filter(makesWhenCalled);
  expect(making.sort()).toEqual([...MADE_OF_TEXTS].sort());
});

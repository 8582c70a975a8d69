import ts from 'typescript';
import { type Edit, FORMER, moduleName, namesIn, namesInPage, removedIn, restIn } from './names';

export interface UpgradedFile {
  readonly file: string;
  readonly text: string;
  /** What became of each name; empty where the file stays. */
  readonly changes: readonly string[];
}

const SOURCE = /\.[cm]?[jt]sx?$/;
const PAGE = /(?:^|\/)README[^/]*\.md$/;
/** What npm, CI, containers and shells run commands by. */
const COMMANDS =
  /^package\.json$|^\..*\.ya?ml$|(?:compose|pipelines)[^/]*\.ya?ml$|Dockerfile[^/]*$|Makefile$|\.sh$/;

export function upgradedFile(file: string, before: string): UpgradedFile {
  const edits = editsOf(file, before).sort((one, other) => one.start - other.start);
  const changes = new Set(edits.map((edit) => `${edit.before} -> ${edit.after}`));
  let text = '';
  let end = 0;
  for (const edit of edits) {
    text += before.slice(end, edit.start) + edit.after;
    end = edit.start + edit.before.length;
  }
  return { file, text: text + before.slice(end), changes: [...changes] };
}

function editsOf(file: string, text: string): Edit[] {
  if (SOURCE.test(file)) return importsIn(file, text);
  if (PAGE.test(file)) return namesInPage(text);
  return COMMANDS.test(file) ? namesIn(text) : [];
}

/**
 * The modules that a source file names: in imports of any form, calls such as `jest.mock`, and settings such as the
 * reporters of Jest. A text counts that is nothing but the name of a module.
 */
function importsIn(file: string, text: string): Edit[] {
  if (!text.includes(`${FORMER}/`)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const edits: Edit[] = [];
  // A list of nodes, since generated code is nested deeper than a stack may be.
  const nodes: ts.Node[] = [source];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    ts.forEachChild(node, (child) => void nodes.push(child));
    if (!ts.isStringLiteral(node)) continue;
    const start = node.getStart(source) + 1;
    const after = moduleName(node.text);
    const isPlain = node.end === start + node.text.length + 1;
    if (after !== undefined && isPlain) edits.push({ start, before: node.text, after });
  }
  return edits;
}

/** True for what npm or generation writes anew. */
export function isDerived({ file, text }: UpgradedFile): boolean {
  const isLock = /(?:^|[/.-])(?:npm-shrinkwrap|lock)(?:\.|$)/.test(file);
  return isLock || text.slice(0, 200).includes('@generated from ');
}

/** What the user has to look at, by line. */
export function remarksOn(upgraded: UpgradedFile): string[] {
  const { file, text } = upgraded;
  const remarks = isDerived(upgraded) ? [] : [...restIn(text), ...removedIn(text)];
  return remarks
    .sort(([, one], [, other]) => one - other)
    .map(([remark, at]) => `${file}:${text.slice(0, at).split('\n').length}: ${remark}`);
}

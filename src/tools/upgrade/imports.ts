import ts from 'typescript';
import { type Edit, FORMER, moduleName } from './names';

/**
 * The modules that a source file names: in imports of any form, calls such as `jest.mock`, and settings such as the
 * reporters of Jest. A text counts that is nothing but the name of a module.
 */
export function importsIn(file: string, text: string): Edit[] {
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

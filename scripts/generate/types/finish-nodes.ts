import ts from 'typescript';
import { originalName } from './safe-names';

/**
 * Fixes what openapi-typescript leaves: gives names back what safe-names.ts took, and takes from comments
 * what the compiler would obey, such as `@ts-ignore`. (That a comment ends early it prevents itself.)
 *
 * @param done nodes that hold no such names
 */
export function finishNodes(nodes: readonly ts.Node[], done: ReadonlySet<ts.Node>): void {
  const visit = (node: ts.Node, named: boolean): void => {
    const own = named && !done.has(node);
    if (own && ts.isStringLiteral(node)) node.text = originalName(node.text);
    const comments = ts.getSyntheticLeadingComments(node);
    if (comments !== undefined) ts.setSyntheticLeadingComments(node, comments.map(disarmed));
    ts.forEachChild(node, (child) => {
      visit(child, own);
    });
  };
  for (const node of nodes) visit(node, true);
}

function disarmed(comment: ts.SynthesizedComment): ts.SynthesizedComment {
  return { ...comment, text: comment.text.replace(/@(?=ts-)/g, '@\u200B') };
}

import ts from 'typescript';
import { entries, exportsOf } from './exported';

/** Modules that are not imported by hand. */
const NOT_SHOWN = /\/runtime$|\/record-process$|\/jest$/;

/** Longer types are shown by name only. */
const LONG = 160;

/** Each public name by module, with its kind, signature and the first sentence of its comment. */
export function apiReference(): string {
  return entries
    .filter(({ module }) => !NOT_SHOWN.test(module))
    .map(({ module, file }) => {
      const items = [...exportsOf(file)].map(([name, { node }]) => item(name, node));
      return `## ${module}\n\n${items.join('\n')}`;
    })
    .join('\n\n');
}

function item(name: string, node: ts.Node): string {
  if (ts.isExportSpecifier(node)) {
    const { moduleSpecifier } = node.parent.parent;
    return `- \`${name}\`: of ${moduleSpecifier?.getText().replaceAll("'", '`')}`;
  }
  return `- \`${signature(node)}\`: ${firstSentence(node)}`;
}

/** A declaration without its body, on one line. */
function signature(node: ts.Node): string {
  return head(node)
    .replace(/^export (?:async )?/, '')
    .replace(/\s+/g, ' ')
    .replace(/([([<]) /g, '$1')
    .replace(/,? ([)\]>])(?!=)/g, '$1')
    .replaceAll(', }', ' }')
    .trim();
}

function head(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const start = node.getStart();
  if (ts.isFunctionDeclaration(node)) return text.slice(start, node.body?.pos ?? node.end);
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations.map(({ name }) => name.getText());
    return `const ${names.join(', ')}`;
  }
  const whole = text.slice(start, node.end).replace(/;$/, '');
  if (ts.isTypeAliasDeclaration(node))
    return whole.length < LONG ? whole : text.slice(start, node.type.pos).replace(/\s*=$/, '');
  return whole.replace(/\s*\{[\s\S]*$/, '');
}

function firstSentence(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = (ts.getTextOfJSDocComment(comment?.comment) ?? '').replace(/\s+/g, ' ');
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? `${text}.`;
}

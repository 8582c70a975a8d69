import { commentOf, type HandlerName, type Operation } from '../generate/index';
import { importOf, type Layout } from './layout';
import { fits, quoted } from './source-text';

/**
 * The file of a handler that nobody has written yet: it has the types of its operation, what the document says
 * of it as its comment, and responds 501.
 */
export function handlerFile(
  operation: Operation,
  { operationId, identifier }: HandlerName,
  layout: Layout,
): string {
  const { handlers: folder, dependencies } = layout;
  const from = (module: string): string => quoted(importOf(folder, module));
  const imports = [
    `import { notImplemented } from ${from(layout.contract)};\n`,
    `import type { Handler } from ${from(`${layout.generated}/operations`)};\n`,
    ...(dependencies === undefined
      ? []
      : [`import type { ${dependencies.name} } from ${from(dependencies.module)};\n`]),
  ];
  const types = [quoted(operationId), ...(dependencies === undefined ? [] : [dependencies.name])];
  return `${imports.join('')}
${comment(operation)}
${declaration(identifier, types)}
`;
}

/** @see https://spec.openapis.org/oas/v3.1.1#operation-object */
function comment({ method, path, value }: Operation): string {
  const { summary, description, deprecated } = value;
  const title = typeof summary === 'string' ? summary.trim() : '';
  return commentOf({
    title: `${method} ${path}${title === '' ? '' : `: ${title}`}`,
    description,
    deprecated,
  });
}

function declaration(identifier: string, types: readonly string[]): string {
  const left = `export const ${identifier}: Handler<${types.join(', ')}> =`;
  const line = `${left} notImplemented;`;
  if (fits(line)) return line;
  if (fits(left)) return `${left}\n  notImplemented;`;
  const lines = types.map((type) => `  ${type}`).join(',\n');
  return `export const ${identifier}: Handler<\n${lines}\n> = notImplemented;`;
}

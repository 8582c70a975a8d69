import { existsSync } from 'node:fs';
import path from 'node:path';
import { handlerNames, commentOf, type HandlerName } from '../generate';
import type { LoadedContract } from '../validators';
import { type Operation, quoted } from '../document';
import { visibleSource } from '../cli';
import { type Layout, importOf } from './layout';
import { SampleRequests } from './sample-requests';
import { testFile } from './test-file';
import { fits } from './source-text';

/** A file to write: its absolute path, and its text. */
export interface ScaffoldedFile {
  readonly file: string;
  readonly text: string;
}

/** The files for operations without a handler: the handler, and its test where that is missing too. */
export async function scaffoldFiles(
  loaded: LoadedContract,
  layout: Layout,
): Promise<readonly ScaffoldedFile[]> {
  const { operations } = loaded;
  const names = handlerNames(operations.map(({ operationId }) => operationId));
  const { service } = layout;
  const samples = service === undefined ? undefined : await SampleRequests.of(loaded);
  const files: ScaffoldedFile[] = [];
  for (const [index, operation] of operations.entries()) {
    const name = names[index];
    if (name === undefined) continue;
    const file = path.join(layout.handlers, `${name.file}.ts`);
    if (existsSync(file)) continue;
    files.push({ file, text: visibleSource(handlerFile(operation, name, layout)) });
    const test = path.join(layout.tests, `${name.file}.test.ts`);
    if (service === undefined || samples === undefined || existsSync(test)) continue;
    const sample = await samples.make(operation);
    const text = visibleSource(testFile(operation, name, sample, layout, service));
    files.push({ file: test, text });
  }
  return files;
}

/**
 * The file of an unwritten handler: it has the types of its operation and the document's description as its comment,
 * and responds 501.
 */
function handlerFile(
  operation: Operation,
  { operationId, identifier }: HandlerName,
  layout: Layout,
): string {
  const { handlers: folder, handler, format } = layout;
  const dependencies = handler === undefined ? layout.dependencies : undefined;
  const from = (module: string): string => quoted(importOf(folder, module, format));
  const imports = [
    "import { notImplemented } from 'openapi-trellis/contract';\n",
    `import type { Handler } from ${from(handler ?? `${layout.generated}/operations`)};\n`,
    ...(dependencies === undefined
      ? []
      : [`import type { Dependencies } from ${from(dependencies)};\n`]),
  ];
  const types = [quoted(operationId), ...(dependencies === undefined ? [] : ['Dependencies'])];
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
  // Prettier does not break a list of one name.
  if (fits(left) || types.length === 1) return `${left}\n  notImplemented;`;
  const lines = types.map((type) => `  ${type}`).join(',\n');
  return `export const ${identifier}: Handler<\n${lines}\n> = notImplemented;`;
}

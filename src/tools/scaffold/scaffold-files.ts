import { existsSync } from 'node:fs';
import path from 'node:path';
import { handlerNames, commentOf, type HandlerName } from '../generate';
import type { LoadedContract } from '../validators';
import { type Operation, quoted } from '../document';
import { readIfRegular, visibleSource } from '../cli';
import { type Layout, importOf } from './layout';
import { SampleRequests } from './sample-requests';
import { type SampledOperation, sharedTestFile, testFile } from './test-file';
import { fits } from './source-text';

/** A file to write: its absolute path, and its text. */
export interface ScaffoldedFile {
  readonly file: string;
  readonly text: string;
}

/** Tests with files of their own; more share one, since Jest loads the service anew for each file. */
const MOST_FILES = 10;

interface Unwritten {
  readonly operation: Operation;
  readonly name: HandlerName;
  /** The file of its handler; undefined where it is there. */
  readonly file: string | undefined;
  /** The file of its test; undefined where it is there, or cannot be. */
  readonly test: string | undefined;
}

/** The files for operations whose handler is missing or still `notImplemented`: the handler, and its test. */
export async function scaffoldFiles(
  loaded: LoadedContract,
  layout: Layout,
): Promise<readonly ScaffoldedFile[]> {
  const shared = path.join(layout.tests, 'not-implemented.test.ts');
  const all = unwritten(loaded, layout, existsSync(shared));
  const samples = layout.service === undefined ? undefined : await SampleRequests.of(loaded);
  const isShared = all.filter(({ test }) => test).length > MOST_FILES && !existsSync(shared);
  const files: ScaffoldedFile[] = [];
  const tested: SampledOperation[] = [];
  for (const { operation, name, file, test } of all) {
    if (file !== undefined) {
      files.push({ file, text: visibleSource(handlerFile(operation, name, layout)) });
    }
    if (samples === undefined || test === undefined) continue;
    const sampled = { operation, name, sample: await samples.make(operation) };
    if (isShared) tested.push(sampled);
    else files.push({ file: test, text: visibleSource(testFile(sampled, layout)) });
  }
  if (isShared) files.push({ file: shared, text: visibleSource(sharedTestFile(tested, layout)) });
  return files;
}

/** @param isShared whether there is a file with the tests of many */
function unwritten({ operations }: LoadedContract, layout: Layout, isShared: boolean): Unwritten[] {
  const names = handlerNames(operations.map(({ operationId }) => operationId));
  return operations.flatMap((operation, index) => {
    const name = names[index];
    const file = path.join(layout.handlers, `${name?.file}.ts`);
    const isThere = existsSync(file);
    const isWritten = isThere && !/\bnotImplemented;/.test(readIfRegular(file) ?? '');
    if (name === undefined || isWritten) return [];
    const test = path.join(layout.tests, `${name.file}.test.ts`);
    const isTested = existsSync(test) || (isThere && isShared);
    const isTestable = layout.service !== undefined && !isTested;
    return [
      { operation, name, file: isThere ? undefined : file, test: isTestable ? test : undefined },
    ];
  });
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

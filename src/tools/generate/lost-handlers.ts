import { existsSync } from 'node:fs';
import path from 'node:path';
import { type SourceDocument, withNames } from '../document';
import { handlerNames } from './types/handler-registry';
import { usualHandlers } from './project-options';
import { writtenOperations } from './validate/prune-invalid';

/**
 * A line for each file of a handler whose operation is left out for a fault of the document, so that nothing calls it.
 *
 * @param leftOut JSON Pointers of these operations
 * @param folder of the handlers; by default src/handlers, if there is one
 */
export function lostHandlers(
  { document }: SourceDocument,
  leftOut: readonly string[],
  folder = usualHandlers(),
): string[] {
  if (folder === undefined) return [];
  const all = withNames(writtenOperations(document));
  const lost = all.filter(({ pointer }) => leftOut.includes(pointer));
  const names = handlerNames(lost.map(({ operationId }) => operationId));
  const files = names.map(({ file }) => path.join(folder, `${file}.ts`)).filter(existsSync);
  return files.map((file) => `${file} ${LOST}`);
}

const LOST = 'is the handler of an operation that is left out; correct the document, or remove it';

import { existsSync } from 'node:fs';
import path from 'node:path';
import { asObject, type SourceDocument, valueAt } from '../document';
import { handlerNames } from './types/handler-registry';
import { usualHandlers } from './project-options';

/**
 * The files of handlers whose operations are left out for a fault of the document, so that nothing calls them.
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
  const ids = leftOut.map((pointer) => asObject(valueAt(document, pointer)).operationId);
  const names = handlerNames(ids.filter((id) => typeof id === 'string'));
  return names.map(({ file }) => path.join(folder, `${file}.ts`)).filter(existsSync);
}

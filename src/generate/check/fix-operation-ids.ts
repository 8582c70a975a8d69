import {
  asObject,
  isJsonObject,
  type JsonObject,
  mapEntries,
  members,
  strings,
} from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import { deriveOperationId } from '../../document/model/operations';
import { mapOperations, operationsIn } from '../../document/model/walk-document';
import type { Warn } from './fix-schema';

/**
 * Gives each operation whose operationId an earlier one has a name of its own, derived from method and
 * path, as operations without an operationId get one.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-7
 */
export function fixOperationIds(document: JsonObject, warn: Warn): JsonObject {
  if (!isJsonObject(document.paths)) return document;
  const taken = new Set(operationIds(document.paths));
  const owners = new Map<string, string>();
  const paths = mapEntries(document.paths, (path, item) => {
    if (!isJsonObject(item)) return item;
    return mapOperations(item, childPointer('', 'paths', path), ({ method, pointer, value }) => {
      const { operationId } = value;
      if (typeof operationId !== 'string') return value;
      const owner = owners.get(operationId);
      if (owner === undefined) {
        owners.set(operationId, pointer);
        return value;
      }
      const name = deriveOperationId(method, path, taken);
      taken.add(name);
      warn(
        childPointer(pointer, 'operationId'),
        `"${operationId}" is also that of ${owner}, so this one is called "${name}"; rename one`,
      );
      return { ...value, operationId: name };
    });
  });
  return paths === document.paths ? document : { ...document, paths };
}

function operationIds(paths: JsonObject): string[] {
  return members(paths).flatMap(([, item]) =>
    strings(operationsIn(asObject(item), '').map(({ value }) => value.operationId)),
  );
}

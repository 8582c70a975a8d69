import type { DocumentFault } from '../../document/model/document-error';
import { isJsonObject, type JsonObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import type { Operation } from '../../document/model/operations';
import { mapMembers, type Kind } from '../../document/model/walk-document';

/**
 * Takes the operationId from each operation of a webhook or a callback whose name another one has. Those
 * are not served, so that nothing changes but the names of types.
 *
 * @param operations those that are served, which keep their names
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-7
 */
export function withUniqueNames(
  document: JsonObject,
  operations: readonly Operation[],
): { document: JsonObject; warnings: DocumentFault[] } {
  const served = new Set(operations.map(({ pointer }) => pointer));
  const owners = new Map(operations.map(({ operationId, pointer }) => [operationId, pointer]));
  const warnings: DocumentFault[] = [];
  const rename = (kind: Kind, value: unknown, pointer: string): unknown => {
    if (kind === 'schema' || !isJsonObject(value)) return value;
    const mapped = mapMembers(kind, value, pointer, rename);
    const { operationId } = mapped;
    if (kind !== 'operation' || served.has(pointer) || typeof operationId !== 'string') {
      return mapped;
    }
    const owner = owners.get(operationId);
    if (owner === undefined) {
      owners.set(operationId, pointer);
      return mapped;
    }
    const message = `is also that of ${owner}; rename one`;
    warnings.push({ pointer: childPointer(pointer, 'operationId'), message });
    return Object.fromEntries(Object.entries(mapped).filter(([key]) => key !== 'operationId'));
  };
  const renamed = rename('openapi', document, '') as JsonObject;
  return warnings.length > 0 ? { document: renamed, warnings } : { document, warnings };
}

import path from 'node:path';
import type { JsonObject } from '../generate/index';
import { changedOperations } from './changed-operations';
import type { DevProject } from './project';
import type { Served } from './served';
import type { OperationStatus } from './status';

/** How each operation of what is served stands. @param base the document that they are compared with */
export function operationStates(
  { document, names, handlers }: Served,
  project: DevProject,
  base: JsonObject | undefined,
): OperationStatus[] {
  if (document === undefined) return [];
  const { source, loaded } = document;
  const pointers = new Map(
    loaded.operations.map(({ operationId, pointer }) => [operationId, pointer]),
  );
  const changed =
    base === undefined
      ? new Set<string>()
      : changedOperations([...pointers.values()], source.document, base);
  const files = new Map(names.map(({ operationId, file }) => [operationId, file]));
  return loaded.contract.operations.map(({ operationId, method, path: template }) => ({
    operationId,
    method,
    path: template,
    file: path.join(project.handlers, `${files.get(operationId) ?? operationId}.ts`),
    isWritten: Object.hasOwn(handlers.handlers, operationId),
    fault: handlers.faults.get(operationId),
    isChanged: changed.has(pointers.get(operationId) ?? ''),
  }));
}

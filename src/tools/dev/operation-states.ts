import path from 'node:path';
import { createHash } from 'node:crypto';
import { type JsonObject, childPointer, getOrMake, isJsonObject, valueAt } from '../document';
import type { DevProject } from './project';
import type { Served } from './served';
import type { OperationStatus } from './status';

/** The status of each served operation. @param base the document to compare with */
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

/**
 * The operations that are new or differ from those of another document, including all that they refer to.
 * @param pointers of the operations
 */
function changedOperations(
  pointers: readonly string[],
  document: JsonObject,
  base: JsonObject,
): ReadonlySet<string> {
  const now = new Fingerprints(document);
  const before = new Fingerprints(base);
  return new Set(pointers.filter((pointer) => now.at(pointer) !== before.at(pointer)));
}

/** Hashes of parts of a document, including the parts that they refer to. */
class Fingerprints {
  private readonly parts = new Map<string, { readonly hash: string; readonly refs: Set<string> }>();

  constructor(private readonly document: JsonObject) {}

  at(pointer: string): string {
    const reached = new Set([pointer, parametersBeside(pointer), childPointer('', 'security')]);
    for (const each of reached) {
      for (const ref of this.part(each).refs) reached.add(ref);
    }
    return [...reached].map((each) => each + this.part(each).hash).join('\n');
  }

  private part(pointer: string): { readonly hash: string; readonly refs: Set<string> } {
    return getOrMake(this.parts, pointer, () => {
      const refs = new Set<string>();
      const text = JSON.stringify(valueAt(this.document, pointer) ?? null, (_, value: unknown) => {
        if (isJsonObject(value)) addReference(value, refs);
        return typeof value === 'bigint' ? `${value}n` : value;
      });
      return { hash: createHash('sha256').update(text).digest('base64'), refs };
    });
  }
}

function addReference({ $ref }: JsonObject, refs: Set<string>): void {
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return;
  try {
    refs.add(decodeURIComponent($ref.slice(1)));
  } catch {
    // Not a reference: it may be part of an example.
  }
}

/** The parameters of an operation's path. */
function parametersBeside(pointer: string): string {
  return childPointer(pointer.slice(0, pointer.lastIndexOf('/')), 'parameters');
}

import { getOrMake } from '../../document/get-or-make';
import type { DocumentFault, DocumentNotice } from '../../document/model/document-error';
import { asObject, isJsonObject, type JsonObject, members } from '../../document/model/json-object';
import {
  childPointer,
  pointerKeys,
  pointerPrefixes,
  valueAt,
} from '../../document/model/json-pointer';
import { Resolver } from '../../document/model/resolve';
import {
  METHODS,
  operationsIn,
  visitObjects,
  visitSchemas,
} from '../../document/model/walk-document';

/**
 * Takes out of a document what a fault touches: an operation, a whole path, a webhook, a callback or a
 * component, with all that uses it.
 */

interface PrunedDocument {
  readonly document: JsonObject;
  readonly notices: readonly DocumentNotice[];
}

/** @returns undefined when a fault concerns the whole document */
export function pruneInvalid(
  document: JsonObject,
  faults: readonly DocumentFault[],
): PrunedDocument | undefined {
  const causes = new Map<string, DocumentFault>();
  let rest = document;
  for (const fault of faults) {
    const part = partOf(fault.pointer);
    if (part !== undefined && valueAt(document, part) !== undefined) {
      if (!causes.has(part)) causes.set(part, fault);
    } else if (isMetadata(fault.pointer)) {
      rest = withoutMetadata(rest, fault.pointer);
    } else {
      return undefined;
    }
  }
  spread(causes, usesOf(document));
  const notices = faults.map(({ pointer, message, place }): DocumentNotice => {
    return { severity: 'warning', pointer, message, ...(place && { place }) };
  });
  const leftOut = operationPointers(document).flatMap((pointer): DocumentNotice[] => {
    // An operation is left out with its path.
    const [cause] = pointerPrefixes(pointer)
      .reverse()
      .flatMap((prefix) => causes.get(prefix) ?? []);
    if (cause === undefined) return [];
    const message = `the operation is not served, because of the fault at ${cause.pointer}`;
    return [{ severity: 'left out', pointer, message }];
  });
  return { document: without(rest, causes), notices: [...notices, ...leftOut] };
}

/** An operation, one of its callbacks, a path, a webhook or a component. */
const PART = new RegExp(
  `^/(?:paths/[^/]*(?:/(?:${METHODS.join('|')}|additionalOperations/[^/]*)(?:/callbacks/[^/]*)?(?=/|$))?` +
    '|webhooks/[^/]*|components/[^/]*/[^/]*)',
);

/** The smallest part around a place that can be removed. */
function partOf(pointer: string): string | undefined {
  return PART.exec(pointer)?.[0];
}

function isMetadata(pointer: string): boolean {
  return /^\/(?:info|tags|externalDocs)(?:\/|$)/.test(pointer);
}

function withoutMetadata(document: JsonObject, pointer: string): JsonObject {
  const [field = ''] = pointerKeys(pointer);
  const rest = Object.entries(document).filter(([key]) => key !== field);
  if (field !== 'info') return Object.fromEntries(rest);
  const { title, version } = asObject(document.info);
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return Object.fromEntries([...rest, ['info', { title: text(title), version: text(version) }]]);
}

/** Removes all transitive users of the removed parts for the same cause. */
function spread(
  causes: Map<string, DocumentFault>,
  users: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  // A map yields what is added to it on the way.
  for (const [part, cause] of causes) {
    for (const user of users.get(part) ?? []) {
      if (!causes.has(user)) causes.set(user, cause);
    }
  }
}

function usesOf(document: JsonObject): Map<string, Set<string>> {
  const users = new Map<string, Set<string>>();
  const resolver = new Resolver(document);
  const add = (from: string, to: string | undefined): void => {
    const [user, used] = [partOf(from), partOf(to ?? '')];
    if (user === undefined || used === undefined || user === used) return;
    getOrMake(users, used, () => new Set()).add(user);
  };
  // A reference that leads nowhere is reported elsewhere.
  const addReference = (from: string, reference: unknown): void => {
    if (typeof reference === 'string') add(from, resolver.tryTarget(reference, from));
  };
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    if (kind === 'schema') {
      visitSchemas(value, pointer, ({ $ref, $dynamicRef }, at) => {
        addReference(at, $ref);
        addReference(at, $dynamicRef);
      });
    } else if (isJsonObject(value)) {
      addReference(pointer, value.$ref);
      const names = kind === 'operation' ? namesOf(value.security ?? document.security) : [];
      for (const name of names) {
        add(pointer, childPointer('', 'components', 'securitySchemes', name));
      }
    }
  });
  return users;
}

function namesOf(security: unknown): string[] {
  return Array.isArray(security) ? security.flatMap((each) => Object.keys(asObject(each))) : [];
}

function operationPointers(document: JsonObject): string[] {
  return members(document.paths).flatMap(([path, item]) =>
    operationsIn(asObject(item), childPointer('', 'paths', path)).map(({ pointer }) => pointer),
  );
}

function without(document: JsonObject, causes: ReadonlyMap<string, DocumentFault>): JsonObject {
  const copy = structuredClone(document);
  for (const part of causes.keys()) {
    const end = part.lastIndexOf('/');
    const holder = valueAt(copy, part.slice(0, end));
    const [key = ''] = pointerKeys(part.slice(end));
    if (isJsonObject(holder)) Reflect.deleteProperty(holder, key);
  }
  return copy;
}

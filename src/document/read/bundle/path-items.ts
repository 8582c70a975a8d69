import type { DocumentFault } from '../../model/document-error';
import { isJsonObject, without, type JsonObject } from '../../model/json-object';
import { childPointer, fragmentPointer, valueAt } from '../../model/json-pointer';
import { mapOperations } from '../../model/walk-document';
import type { Origins } from './source-file';

/**
 * Puts what a path refers to in the path's own place, beside the fields that it has there, so that
 * each operation stands under its path.
 *
 * A path item that several paths refer to is served at each; its operationIds name the operations of
 * the first, since they must be unique.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-6
 */
export function inlinePathItems(
  document: JsonObject,
  origins: Origins,
): { document: JsonObject; faults: DocumentFault[] } {
  const { paths } = document;
  const faults: DocumentFault[] = [];
  if (!isJsonObject(paths)) return { document, faults };
  const used = new Set<string>();
  const entries = Object.entries(paths).map(([path, item]) => {
    const pointer = childPointer('', 'paths', path);
    if (!isJsonObject(item) || typeof item.$ref !== 'string') return [path, item] as const;
    const target = follow(document, pointer);
    if (target === undefined) return [path, item] as const;
    const own = without(item, '$ref');
    // A copy, since what is written of the document must not share its parts.
    const found = structuredClone(valueAt(document, target) as JsonObject);
    const both = Object.keys(own).filter((field) => Object.hasOwn(found, field));
    for (const field of both) {
      const message = `the path item has "${field}", and so has the one that it refers to; keep one`;
      faults.push({ pointer: childPointer(pointer, field), message });
    }
    for (const field of Object.keys(found)) {
      if (!both.includes(field)) {
        origins.set(childPointer(pointer, field), origins.of(childPointer(target, field)));
      }
    }
    const shared = used.has(target) || target.startsWith('/paths/');
    used.add(target);
    return [path, { ...(shared ? withoutNames(found) : found), ...own }] as const;
  });
  const inlined = { ...document, paths: Object.fromEntries(entries) };
  return { document: withoutNamesOf(inlined, used), faults };
}

/** An inlined operation takes its operationId along. */
function withoutNamesOf(document: JsonObject, used: ReadonlySet<string>): JsonObject {
  const { components } = document;
  if (!isJsonObject(components) || !isJsonObject(components.pathItems)) return document;
  const entries = Object.entries(components.pathItems).map(([name, item]) => {
    const taken = used.has(childPointer('', 'components', 'pathItems', name)) && isJsonObject(item);
    return [name, taken ? withoutNames(item) : item] as const;
  });
  const pathItems = Object.fromEntries(entries);
  return { ...document, components: { ...components, pathItems } };
}

/** The pointer of the path item at the end of the references, if there is one. */
function follow(document: JsonObject, pointer: string): string | undefined {
  const seen = new Set<string>();
  let at = pointer;
  for (;;) {
    const value = valueAt(document, at);
    if (!isJsonObject(value) || seen.has(at)) return undefined;
    if (typeof value.$ref !== 'string') return at;
    seen.add(at);
    const next = fragmentPointer(value.$ref);
    if (next === undefined) return undefined;
    at = next;
  }
}

function withoutNames(item: JsonObject): JsonObject {
  return mapOperations(item, '', ({ value }) => without(value, 'operationId'));
}

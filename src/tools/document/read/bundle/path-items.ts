import type { DocumentFault } from '../../model/document-error';
import { isJsonObject, without, type JsonObject } from '../../model/json-object';
import { childPointer, fragmentPointer, valueAt } from '../../model/json-pointer';
import { mapOperations } from '../../model/walk-document';
import type { Origins } from './source-file';

/**
 * Inlines the target of a path item's reference, next to the fields that the item has itself. Each operation then
 * stands under its path.
 *
 * Several paths may refer to one item, which is served at each. Only the first keeps its operationIds, since they must
 * be unique.
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
    // A copy, because written output must not share parts of the document.
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

/** The operationId moves with the inlined operation. */
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

/** The pointer of the path item at the end of a chain of references, if there is one. */
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

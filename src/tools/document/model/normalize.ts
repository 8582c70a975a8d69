import { isJsonObject, type JsonObject, mapEntries, mapItems } from './json-object';
import { pointerFragment } from './json-pointer';
import { Resolver } from './resolve';
import { type Kind, mapMembers } from './walk-document';

/** A copy with doubles instead of bigints, for validators that know only doubles. */
export function normalizeNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return mapItems(value, normalizeNumbers);
  return isJsonObject(value) ? mapEntries(value, (_, item) => normalizeNumbers(item)) : value;
}

/**
 * Replaces each reference in a `content` by the Media Type Object it leads to. Schemas in the copies refer to those of
 * the component, so they remain one schema.
 *
 * @throws DocumentError for a reference that leads nowhere
 * @see https://spec.openapis.org/oas/v3.2.0#components-media-types
 */
export function normalizeMediaTypes(document: JsonObject): JsonObject {
  const resolver = new Resolver(document);
  /** @param within pointers of the components that enclose the copied value */
  const plain = (within: readonly string[]) => {
    return (kind: Kind, value: unknown, pointer: string): unknown => {
      if (kind === 'schema') return copied(within, value, pointer);
      if (!isJsonObject(value)) return value;
      if (!('$ref' in value)) return mapMembers(kind, value, pointer, plain(within));
      if (kind !== 'mediaType') return value;
      const target = resolver.resolve(pointer);
      // A header of an encoding may use the media type that contains the encoding.
      if (within.includes(target.pointer)) return {};
      if (within.length > 0) resolver.steps.take(target.pointer, WRITTEN_OUT);
      return mapMembers(kind, target.value, target.pointer, plain([...within, target.pointer]));
    };
  };
  return mapMembers('openapi', document, '', plain([]));
}

/** Steps counted for a copy within a copy. */
const WRITTEN_OUT = 20;

function copied(within: readonly string[], schema: unknown, pointer: string): unknown {
  return within.length === 0 ? schema : { $ref: pointerFragment(pointer) };
}

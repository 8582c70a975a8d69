import { quote } from 'openapi-trellis/tools';
import {
  asObject,
  childPointer,
  isJsonObject,
  type JsonObject,
  typesOf,
  valueAt,
} from '../../../document';
import type { Note } from '../../drift-check';
import { validatedSchemas } from '../../enforcement/keywords';
import type { Versions } from '../versions';
import { SchemaComparison } from './compare-schemas';

/**
 * Notes about properties that changed in a schema whose type, in both versions, is not an object: they describe no
 * value, so no change is found.
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1
 */
export function idlePropertyNotes(versions: Versions): Note[] {
  const { base, revision } = versions;
  const comparison = new SchemaComparison(versions);
  const notes = new Map<string, Note>();
  for (const { schema, pointer, direction } of validatedSchemas(revision.loaded)) {
    const was = asObject(valueAt(base.loaded.resolver.document, pointer));
    if (!hasIdleProperties(was) || !hasIdleProperties(schema)) continue;
    const at = childPointer(pointer, 'properties');
    const changed = Object.keys(schema.properties).filter((name) => {
      const property = childPointer(at, name);
      return (
        Object.hasOwn(was.properties, name) && !comparison.areSame(property, property, direction)
      );
    });
    if (changed.length === 0) continue;
    const types = typesOf(schema).map(quote).join(' or ');
    const message = `${changed.map(quote).join(', ')} changed, but properties say nothing where the type is ${types}`;
    notes.set(at, { ...revision.source.placeOf(at), message });
  }
  return [...notes.values()];
}

function hasIdleProperties(
  schema: JsonObject,
): schema is JsonObject & { readonly properties: JsonObject } {
  const types = typesOf(schema);
  return types.length > 0 && !types.includes('object') && isJsonObject(schema.properties);
}

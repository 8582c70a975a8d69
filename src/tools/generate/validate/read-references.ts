import {
  asObject,
  childPointer,
  fragmentPointer,
  isJsonObject,
  type JsonObject,
  type Kind,
  mapMembers,
  mapSubschemas,
  SECTIONS,
  valueAt,
  without,
} from '../../document';
import { type Warn, warnRead } from './repair-schema';

/** Corrects references to nothing by the form of Swagger 2.0, such as "#/definitions/Pet" for a schema. */
export function readReferences(given: JsonObject, warn: Warn): JsonObject {
  const document = withDefinitions(given, warn);
  const isThere = (reference: string): boolean =>
    valueAt(document, fragmentPointer(reference) ?? '/') !== undefined;
  const read = (kind: Kind, value: unknown, pointer: string): unknown => {
    // Below an $id, "#" means the schema that has it.
    if (!isJsonObject(value) || '$id' in value) return value;
    const { $ref } = value;
    const [, of = '', name = ''] = /^#\/(\w+)\/([^/]+)$/.exec(String($ref)) ?? [];
    const section = of === 'definitions' ? 'schemas' : of;
    const meant = `#/components/${section}/${name}`;
    if (SECTIONS[kind] === section && !isThere(String($ref)) && isThere(meant)) {
      const at = childPointer(pointer, '$ref');
      return { ...value, $ref: warnRead($ref, meant, at, warn) };
    }
    if (kind !== 'schema') return mapMembers(kind, value, pointer, read);
    return mapSubschemas(value, (inner, at) => read('schema', inner, at), pointer);
  };
  return read('openapi', document, '') as JsonObject;
}

/** Moves the schemas of Swagger 2.0 to the components, unless one has the same name there. */
function withDefinitions(document: JsonObject, warn: Warn): JsonObject {
  const { definitions, components } = document;
  const [added, schemas] = [asObject(definitions), asObject(asObject(components).schemas)];
  const names = Object.keys(added);
  if (names.length === 0 || names.some((name) => Object.hasOwn(schemas, name))) return document;
  warn('/definitions', 'is read as a part of "components/schemas"; write the schemas there');
  const merged = { ...asObject(components), schemas: { ...schemas, ...added } };
  return { ...without(document, 'definitions'), components: merged };
}

import {
  asObject,
  childPointer,
  fragmentPointer,
  isJsonObject,
  type JsonObject,
  type Kind,
  mapEntries,
  mapMembers,
  mapSubschemas,
  SECTIONS,
  valueAt,
  without,
} from '../../document';
import { type Warn, warnRead } from './repair-schema';

/** A section of the components, or the kind of object in it, and a name. */
const REFERENCE = /^#\/?(?:components\/)?(\w+)\/([^/]+)$/;

/** Corrects references to nothing that name a component in another form, such as "#/definitions/Pet" for a schema. */
export function readReferences(given: JsonObject, warn: Warn): JsonObject {
  const document = withDefinitions(given, warn);
  const isThere = (reference: string): boolean =>
    valueAt(document, fragmentPointer(reference) ?? '/') !== undefined;
  const read = (kind: Kind, value: unknown, pointer: string): unknown => {
    // Below an $id, "#" means the schema that has it.
    if (!isJsonObject(value) || '$id' in value) return value;
    const $ref = reference(kind, value.$ref, childPointer(pointer, '$ref'));
    if ($ref !== value.$ref) return { ...value, $ref };
    if (kind !== 'schema') return mapMembers(kind, value, pointer, read);
    return mapSubschemas(mapped(value, pointer), (inner, at) => read('schema', inner, at), pointer);
  };
  const reference = (kind: Kind, written: unknown, pointer: string): unknown => {
    const [, of, name] = REFERENCE.exec(String(written)) ?? [];
    const section = SECTIONS[kind];
    if (of === undefined || section === undefined) return written;
    const meant = `#/components/${section}/${name}`;
    const isOf = of === section || of === kind || (kind === 'schema' && of === 'definitions');
    const isMeant = isOf && !isThere(String(written)) && isThere(meant);
    return isMeant ? warnRead(written, meant, pointer, warn) : written;
  };
  const mapped = (schema: JsonObject, pointer: string): JsonObject => {
    const { mapping } = asObject(schema.discriminator);
    if (!isJsonObject(mapping)) return schema;
    const at = childPointer(pointer, 'discriminator', 'mapping');
    const read = mapEntries(mapping, (name, target) =>
      reference('schema', target, childPointer(at, name)),
    );
    return { ...schema, discriminator: { ...asObject(schema.discriminator), mapping: read } };
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

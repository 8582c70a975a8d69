import {
  fragmentPointer,
  isJsonObject,
  type JsonObject,
  type Kind,
  mapMembers,
  mapSubschemas,
  SECTIONS,
  childPointer,
  valueAt,
  without,
} from '../../document';
import { type Warn, warnRead } from './repair-schema';

/** Corrects references of Swagger 2.0 and other ones to nothing, where a component of the kind has that name. */
export function readReferences(given: JsonObject, warn: Warn): JsonObject {
  const document = withDefinitions(given, warn);
  const read = (kind: Kind, value: unknown, pointer: string): unknown => {
    // Below an $id, "#" means the schema that has it.
    if (!isJsonObject(value) || (kind === 'schema' && '$id' in value)) return value;
    const referring = withReference(document, kind, value, pointer, warn);
    return kind === 'schema'
      ? mapSubschemas(referring, (inner, at) => read('schema', inner, at), pointer)
      : mapMembers(kind, referring, pointer, read);
  };
  return read('openapi', document, '') as JsonObject;
}

/** Moves the schemas of Swagger 2.0 to the components, unless one has the same name there. */
function withDefinitions(document: JsonObject, warn: Warn): JsonObject {
  const { definitions, components = {} } = document;
  const { schemas = {} } = isJsonObject(components) ? components : {};
  if (!isJsonObject(definitions) || !isJsonObject(components) || !isJsonObject(schemas)) {
    return document;
  }
  if (Object.keys(definitions).some((name) => Object.hasOwn(schemas, name))) return document;
  warn('/definitions', 'is read as a part of "components/schemas"; write the schemas there');
  const moved = { ...components, schemas: { ...schemas, ...definitions } };
  return { ...without(document, 'definitions'), components: moved };
}

function withReference(
  document: JsonObject,
  kind: Kind,
  value: JsonObject,
  pointer: string,
  warn: Warn,
): JsonObject {
  const { $ref } = value;
  const section = SECTIONS[kind];
  if (typeof $ref !== 'string' || section === undefined || leadsTo(document, $ref)) return value;
  const [, of = section, name = ''] = /^#\/(?:(\w+)\/)?([^/]+)$/.exec($ref) ?? [];
  const meant = `#/components/${section}/${name}`;
  const isOfKind = of === section || (kind === 'schema' && of === 'definitions');
  if (!isOfKind || !leadsTo(document, meant)) return value;
  return { ...value, $ref: warnRead($ref, meant, childPointer(pointer, '$ref'), warn) };
}

function leadsTo(document: JsonObject, reference: string): boolean {
  const pointer = fragmentPointer(reference);
  return pointer !== undefined && valueAt(document, pointer) !== undefined;
}

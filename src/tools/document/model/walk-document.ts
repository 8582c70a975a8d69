import { KEYWORDS } from '../schemas/keywords';
import { isJsonObject, type JsonObject, mapEntries, mapItems } from './json-object';
import { childPointer, pointerKeys } from './json-pointer';

/**
 * The structure of a document as a table: the fields of each kind of object and the kinds they hold. A Reference Object
 * ends the walk, because its target is walked where it stands. Fields of OpenAPI 3.2 are removed from older documents
 * beforehand (repair-document.ts).
 *
 * @see https://spec.openapis.org/oas/v3.2.0#schema
 */
export type Kind =
  | 'openapi'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'header'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'example'
  | 'link'
  | 'securityScheme'
  | 'schema';

/** `fields` hold one object each, `maps` and `lists` many; `*` matches every field. */
interface Structure {
  readonly fields?: Readonly<Record<string, Kind>>;
  readonly maps?: Readonly<Record<string, Kind>>;
  readonly lists?: Readonly<Record<string, Kind>>;
}

/** The fields of a path item that hold an operation. @see https://spec.openapis.org/oas/v3.2.0#path-item-object */
export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const;

const parameter: Structure = {
  fields: { schema: 'schema' },
  maps: { content: 'mediaType', examples: 'example' },
};

const structures: Readonly<Record<Exclude<Kind, 'schema'>, Structure>> = {
  openapi: {
    fields: { components: 'components' },
    maps: { paths: 'pathItem', webhooks: 'pathItem' },
  },
  components: {
    maps: {
      schemas: 'schema',
      responses: 'response',
      parameters: 'parameter',
      requestBodies: 'requestBody',
      headers: 'header',
      callbacks: 'callback',
      pathItems: 'pathItem',
      examples: 'example',
      links: 'link',
      securitySchemes: 'securityScheme',
      mediaTypes: 'mediaType',
    },
  },
  pathItem: {
    fields: Object.fromEntries(METHODS.map((method) => [method, 'operation' as const])),
    maps: { additionalOperations: 'operation' },
    lists: { parameters: 'parameter' },
  },
  operation: {
    fields: { requestBody: 'requestBody' },
    maps: { responses: 'response', callbacks: 'callback' },
    lists: { parameters: 'parameter' },
  },
  callback: { fields: { '*': 'pathItem' } },
  parameter,
  header: parameter,
  requestBody: { maps: { content: 'mediaType' } },
  response: { maps: { headers: 'header', content: 'mediaType', links: 'link' } },
  mediaType: {
    fields: { schema: 'schema', itemSchema: 'schema', itemEncoding: 'encoding' },
    maps: { encoding: 'encoding', examples: 'example' },
    lists: { prefixEncoding: 'encoding' },
  },
  encoding: {
    fields: { itemEncoding: 'encoding' },
    maps: { headers: 'header', encoding: 'encoding' },
    lists: { prefixEncoding: 'encoding' },
  },
  example: {},
  link: {},
  securityScheme: {},
};

/** The section of the components that holds each kind of object. */
export const SECTIONS: Readonly<Partial<Record<Kind, string>>> = Object.fromEntries(
  Object.entries(structures.components.maps ?? {}).map(([section, kind]) => [kind, section]),
);

/** True for a field that holds a list or a map, of objects or of other values. */
export function isContainer(kind: Kind, field: string): boolean {
  if (kind === 'schema') {
    const { holds = 'schema' } = KEYWORDS.get(field) ?? {};
    return holds !== 'schema' || VALUES.has(field);
  }
  const { maps = {}, lists = {} } = structures[kind];
  return Object.hasOwn(maps, field) || Object.hasOwn(lists, field);
}

/** Maps that `x-` fields may extend. */
const EXTENSIBLE = new Set(['paths', 'responses']);

/** An outermost Schema Object and its pointer. */
export interface SchemaPlace {
  readonly pointer: string;
  readonly schema: unknown;
}

/** Every outermost Schema Object of a document, in document order. */
export function schemasOf(document: unknown): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    if (kind === 'schema') places.push({ pointer, schema: value });
  });
  return places;
}

/** Calls `visit` for an object of the document and all objects in it, except those inside schemas. */
export function visitObjects(
  kind: Kind,
  value: unknown,
  pointer: string,
  visit: (kind: Kind, value: unknown, pointer: string) => void,
): void {
  visit(kind, value, pointer);
  if (kind === 'schema' || !isJsonObject(value) || '$ref' in value) return;
  mapMembers(kind, value, pointer, (inner, member, at) => {
    visitObjects(inner, member, at, visit);
    return member;
  });
}

/** Replaces the objects one level down; returns the same object when none changed. */
export function mapMembers(
  kind: Exclude<Kind, 'schema'>,
  value: JsonObject,
  pointer: string,
  map: (kind: Kind, member: unknown, pointer: string) => unknown,
): JsonObject {
  const { fields = {}, maps = {}, lists = {} } = structures[kind];
  const mapField = (key: string, member: unknown, at: string): unknown => {
    const field = ownOf(fields, key) ?? fields['*'];
    if (field !== undefined) return map(field, member, at);
    const [inMap, inList] = [ownOf(maps, key), ownOf(lists, key)];
    if (inMap !== undefined && isJsonObject(member)) {
      const isExtensible = kind !== 'components' && EXTENSIBLE.has(key);
      return mapEntries(member, (name, item) => {
        if (isExtensible && name.startsWith('x-')) return item;
        return map(inMap, item, childPointer(at, name));
      });
    }
    if (inList === undefined || !Array.isArray(member)) return member;
    return mapItems(member, (item, index) => map(inList, item, childPointer(at, index)));
  };
  return mapEntries(value, (key, member) =>
    key.startsWith('x-') ? member : mapField(key, member, childPointer(pointer, key)),
  );
}

/** An operation that a path item holds. */
interface ItemOperation {
  /** Uppercase for fields ("GET" for `get`); other names are as in `additionalOperations`. */
  readonly method: string;
  readonly pointer: string;
  readonly value: JsonObject;
}

export function operationsIn(item: JsonObject, pointer: string): ItemOperation[] {
  const operations: ItemOperation[] = [];
  mapOperations(item, pointer, (operation) => {
    operations.push(operation);
    return operation.value;
  });
  return operations;
}

/** Replaces the operations of a path item; returns the same item when none changed. */
export function mapOperations(
  item: JsonObject,
  pointer: string,
  map: (operation: ItemOperation) => JsonObject,
): JsonObject {
  return mapMembers('pathItem', item, pointer, (kind, value, at) => {
    if (kind !== 'operation' || !isJsonObject(value)) return value;
    const [field = '', method = field.toUpperCase()] = pointerKeys(at.slice(pointer.length));
    return map({ method, pointer: at, value });
  });
}

function ownOf(table: Readonly<Record<string, Kind>>, key: string): Kind | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Keywords of schemas that hold several values. */
const VALUES = new Set(['enum', 'required']);

/** Replaces the subschemas one level down; returns the same schema when none changed. */
export function mapSubschemas(
  schema: JsonObject,
  map: (subschema: unknown, pointer: string) => unknown,
  pointer = '',
): JsonObject {
  return mapEntries(schema, (keyword, value) => {
    const holds = KEYWORDS.get(keyword)?.holds;
    if (holds === 'schema') return map(value, childPointer(pointer, keyword));
    if (holds === 'list' && Array.isArray(value)) {
      const at = childPointer(pointer, keyword);
      return mapItems(value, (item, index) => map(item, childPointer(at, index)));
    }
    if (holds === 'map' && isJsonObject(value)) {
      const at = childPointer(pointer, keyword);
      return mapEntries(value, (name, item) => map(item, childPointer(at, name)));
    }
    return value;
  });
}

/** Calls `visit` for a schema and all its subschemas, except boolean ones. */
export function visitSchemas(
  schema: unknown,
  pointer: string,
  visit: (schema: JsonObject, pointer: string) => void,
): void {
  if (!isJsonObject(schema)) return;
  visit(schema, pointer);
  visitSubschemas(schema, pointer, (subschema, at) => {
    visitSchemas(subschema, at, visit);
  });
}

/** Calls `visit` for the subschemas one level down. */
export function visitSubschemas(
  schema: JsonObject,
  pointer: string,
  visit: (subschema: unknown, pointer: string) => void,
): void {
  mapSubschemas(
    schema,
    (subschema, at) => {
      visit(subschema, at);
      return subschema;
    },
    pointer,
  );
}

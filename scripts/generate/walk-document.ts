import { members, isJsonObject } from './json-object';
import { childPointer } from './json-pointer';

/**
 * The structure of a document, as a table: which fields of which object hold which objects. A Reference
 * Object ends the walk, because what it refers to is walked where it stands.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#schema
 */
type Kind =
  | 'openapi'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'schema';

/** `*` stands for every field, `fields` for one object each, `maps` and `lists` for many. */
interface Structure {
  readonly fields?: Readonly<Record<string, Kind>>;
  readonly maps?: Readonly<Record<string, Kind>>;
  readonly lists?: Readonly<Record<string, Kind>>;
}

export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
] as const;

const parameter: Structure = { fields: { schema: 'schema' }, maps: { content: 'mediaType' } };

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
      headers: 'parameter',
      callbacks: 'callback',
      pathItems: 'pathItem',
    },
  },
  pathItem: {
    fields: Object.fromEntries(METHODS.map((method) => [method, 'operation' as const])),
    lists: { parameters: 'parameter' },
  },
  operation: {
    fields: { requestBody: 'requestBody' },
    maps: { responses: 'response', callbacks: 'callback' },
    lists: { parameters: 'parameter' },
  },
  callback: { fields: { '*': 'pathItem' } },
  parameter,
  requestBody: { maps: { content: 'mediaType' } },
  response: { maps: { headers: 'parameter', content: 'mediaType' } },
  mediaType: { fields: { schema: 'schema' }, maps: { encoding: 'encoding' } },
  encoding: { maps: { headers: 'parameter' } },
};

/** The maps that are objects of their own, which may be extended by `x-` fields. */
const EXTENSIBLE = new Set(['paths', 'responses']);

/** A Schema Object that is not part of another one. */
export interface SchemaPlace {
  readonly pointer: string;
  readonly schema: unknown;
}

/** Every outermost Schema Object of a document, in the document's order. */
export function schemasOf(document: unknown): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  const visit = (kind: Kind, value: unknown, pointer: string): void => {
    if (kind === 'schema') {
      places.push({ pointer, schema: value });
      return;
    }
    if (!isJsonObject(value) || '$ref' in value) return;
    const { fields = {}, maps = {}, lists = {} } = structures[kind];
    for (const [key, member] of members(value)) {
      const at = childPointer(pointer, key);
      const field = fields[key] ?? fields['*'];
      const map = maps[key];
      const list = lists[key];
      if (field !== undefined) visit(field, member, at);
      if (map !== undefined) visitMap(map, member, at, EXTENSIBLE.has(key));
      if (list !== undefined && Array.isArray(member)) {
        member.forEach((item, index) => {
          visit(list, item, childPointer(at, index));
        });
      }
    }
  };
  const visitMap = (kind: Kind, value: unknown, pointer: string, extensible: boolean): void => {
    if (!isJsonObject(value)) return;
    const all = extensible ? members(value) : Object.entries(value);
    for (const [key, member] of all) visit(kind, member, childPointer(pointer, key));
  };
  visit('openapi', document, '');
  return places;
}

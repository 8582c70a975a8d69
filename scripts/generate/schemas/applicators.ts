import { isJsonObject, type JsonObject } from '../document/json-object';
import { childPointer } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';

/** The pointer that a schema refers to, as a list of one or none. */
export function references(resolver: Resolver, schema: JsonObject, pointer: string): string[] {
  return typeof schema.$ref === 'string' ? [resolver.target(schema.$ref, pointer)] : [];
}

/** The pointers of the schemas in a list, such as `allOf`. */
export function subschemas(schema: JsonObject, pointer: string, keyword: string): string[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => childPointer(pointer, keyword, index)) : [];
}

/** The names and pointers of the schemas in a map, such as `properties`. */
export function namedSubschemas(
  schema: JsonObject,
  pointer: string,
  keyword: string,
): [name: string, pointer: string][] {
  const map = schema[keyword];
  if (!isJsonObject(map)) return [];
  return Object.keys(map).map((name) => [name, childPointer(pointer, keyword, name)]);
}

/** The pointers of the schemas that apply to a value of a certain form. */
export function conditionals(schema: JsonObject, pointer: string): string[] {
  const branches = ['if', 'then', 'else'].filter((keyword) => keyword in schema);
  const dependents = namedSubschemas(schema, pointer, 'dependentSchemas');
  return [
    ...branches.map((keyword) => childPointer(pointer, keyword)),
    ...dependents.map(([, at]) => at),
  ];
}

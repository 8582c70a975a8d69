import { strings, type JsonObject } from '../model/json-object';

/** The values of `type`, always as a list. */
export function typesOf(schema: JsonObject): string[] {
  const type = schema.type;
  return typeof type === 'string' ? [type] : strings(type);
}

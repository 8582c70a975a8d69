import { writtenStyle, type WrittenStyle } from 'openapi-trellis/tools';
import { defaultStyle, styleOf, asObject, type JsonObject } from '../../document';

/** The serialization of a Parameter Object. @see https://spec.openapis.org/oas/v3.1.1#parameter-object */
export function serializationOf(parameter: JsonObject): WrittenStyle {
  const location = String(parameter.in);
  return writtenStyle(location, styleOf(parameter, defaultStyle(location)));
}

/**
 * The members of a spread object that can be read back; a taken name belongs to another value.
 *
 * @param taken the names of the members are added to it
 */
export function takeMembers(object: unknown, taken: Set<string>): JsonObject {
  const members = Object.entries(asObject(object)).filter(([name]) => !taken.has(name));
  for (const [name] of members) taken.add(name);
  return Object.fromEntries(members);
}

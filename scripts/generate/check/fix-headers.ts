import { isJsonObject, type JsonObject } from '../document/json-object';
import { Resolver } from '../document/resolve';
import { mapMembers, type Kind } from '../document/walk-document';
import type { Warn } from './fix-schema';
import { unknownFields } from './object-fields';

/**
 * Reads a header that refers to a parameter as a header with the fields that both have.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#header-object "follows the structure of the Parameter Object"
 */
export function fixHeaders(document: JsonObject, warn: Warn): JsonObject {
  const resolver = new Resolver(document);
  const fix = (kind: Kind, value: unknown, pointer: string): unknown => {
    if (kind === 'schema' || !isJsonObject(value)) return value;
    if (!('$ref' in value)) return mapMembers(kind, value, pointer, fix);
    const parameter = kind === 'header' ? parameterAt(resolver, pointer) : undefined;
    if (parameter === undefined) return value;
    warn(
      pointer,
      'refers to a parameter, whose name and location count for nothing here; refer to a header',
    );
    return headerOf(parameter);
  };
  return fix('openapi', document, '') as JsonObject;
}

/** The parameter that a header refers to; a faulty reference is told of elsewhere. */
function parameterAt(resolver: Resolver, pointer: string): JsonObject | undefined {
  try {
    const { value } = resolver.resolve(pointer);
    const isParameter = 'in' in value && ('schema' in value || 'content' in value);
    return isParameter ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A header has one style, and other fields of a parameter mean nothing in it. */
function headerOf(parameter: JsonObject): JsonObject {
  const foreign = new Set([...unknownFields('header', parameter, '3.2'), 'style']);
  return Object.fromEntries(Object.entries(parameter).filter(([field]) => !foreign.has(field)));
}

import type { JsonObject } from '../../document/model/json-object';
import type { Resolver } from '../../document/model/resolve';
import { unknownFields } from './object-fields';

/**
 * The header that stands for a reference from a header to a parameter: with the fields that both have.
 *
 * @returns undefined for any other reference; one that leads nowhere is told of elsewhere
 * @see https://spec.openapis.org/oas/v3.1.1#header-object "follows the structure of the Parameter Object"
 */
export function headerOfParameter(resolver: Resolver, pointer: string): JsonObject | undefined {
  const parameter = targetOf(resolver, pointer);
  if (!('in' in parameter && ('schema' in parameter || 'content' in parameter))) return undefined;
  // A header has one style.
  const foreign = new Set([...unknownFields('header', parameter, '3.2'), 'style']);
  return Object.fromEntries(Object.entries(parameter).filter(([field]) => !foreign.has(field)));
}

function targetOf(resolver: Resolver, pointer: string): JsonObject {
  try {
    return resolver.resolve(pointer).value;
  } catch {
    return {};
  }
}

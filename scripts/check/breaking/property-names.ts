import { isJsonObject, type JsonObject, visitSchemas } from '../../generate/index';
import type { VersionedSchema } from './version';

/**
 * Names of properties that only one version describes. Who keeps to the other version has no use for them,
 * although it may allow any name.
 */
export function namesOnlyIn(one: VersionedSchema, other: VersionedSchema): ReadonlySet<string> {
  const known = namesIn(other);
  return new Set([...namesIn(one)].filter((name) => !known.has(name)));
}

function namesIn(schema: VersionedSchema): ReadonlySet<string> {
  const named = schemasIn(schema).map(({ properties }) => properties);
  return new Set(named.filter(isJsonObject).flatMap((properties) => Object.keys(properties)));
}

/** A schema with all in it, and all that it refers to, each once. */
export function schemasIn({ version: { loaded }, pointer }: VersionedSchema): JsonObject[] {
  const found: JsonObject[] = [];
  const seen = new Set<string>();
  const waiting = [pointer];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    visitSchemas(loaded.resolver.at(at).schema, at, (schema, place) => {
      found.push(schema);
      const { $ref } = schema;
      if (typeof $ref === 'string') waiting.push(loaded.resolver.target($ref, place));
    });
  }
  return found;
}

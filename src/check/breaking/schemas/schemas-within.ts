import { type JsonObject, visitSchemas } from '../../../generate/index';
import type { VersionedSchema } from '../version';

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

import { isJsonObject, visitSchemas } from '../../generate/index';
import type { VersionedSchema } from './version';

/**
 * Names of properties that only one version describes. Who keeps to the other version has no use for them,
 * although it may allow any name.
 */
export function namesOnlyIn(one: VersionedSchema, other: VersionedSchema): ReadonlySet<string> {
  const known = namesIn(other);
  return new Set([...namesIn(one)].filter((name) => !known.has(name)));
}

function namesIn({ version: { loaded }, pointer }: VersionedSchema): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const waiting = [pointer];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    visitSchemas(loaded.resolver.at(at).schema, at, ({ properties, $ref }, place) => {
      if (isJsonObject(properties)) Object.keys(properties).forEach((name) => names.add(name));
      if (typeof $ref === 'string') waiting.push(loaded.resolver.target($ref, place));
    });
  }
  return names;
}

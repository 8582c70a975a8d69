import { pointerKeys, type ValidationError } from '../../../contract';
import {
  childPointer,
  isPlace,
  mapAt,
  memberAt,
  type Place,
  applicableSchemas,
  POSSIBLY,
  type SchemaAt,
} from '../../../generate/index';
import type { VersionedSchema } from '../version';

/**
 * JSON Pointer of the keyword that refuses a value, as near as the error tells: some keywords are compiled
 * under another name.
 */
export function keywordPlace(
  { version: { loaded }, pointer }: VersionedSchema,
  { instancePath, keyword }: ValidationError,
): string {
  const applying = (at: SchemaAt): Place[] => applicableSchemas(loaded.resolver, at, POSSIBLY);
  let places = applying(loaded.resolver.at(pointer));
  for (const key of pointerKeys(instancePath)) {
    const inner = places.flatMap((place) => innerSchemas(place, key)).flatMap(applying);
    if (inner.length === 0) break;
    places = inner;
  }
  const place = places.find(({ schema }) => keyword in schema);
  if (place !== undefined) return childPointer(place.pointer, keyword);
  return places[0]?.pointer ?? pointer;
}

function innerSchemas(place: Place, key: string): SchemaAt[] {
  const named = mapAt(place, 'properties').filter(([name]) => name === key);
  if (named.length > 0) return named.map(([, at]) => at);
  return [
    memberAt(place, 'prefixItems', key),
    memberAt(place, 'items'),
    memberAt(place, 'additionalProperties'),
  ].filter(isPlace);
}

import { memoize, regularExpression } from 'openapi-trellis/tools';
import { getOrMake } from '../get-or-make';
import { isJsonObject } from '../model/json-object';
import { childPointer } from '../model/json-pointer';
import type { Resolver } from '../model/resolve';
import {
  mapAt,
  memberAt,
  prefixItemAt,
  type ObjectSchemaAt,
  type SchemaAt,
} from '../model/schema-at';
import {
  effective,
  foldInPlace,
  type Conditional,
  type ApplicatorResults,
} from './in-place-applicators';

/**
 * The pointers of the schemas of one value: every group applies, and of each group at least one schema. Groups may
 * admit more than the document does, never less; the validator has the last word.
 */
export type Groups = readonly (readonly string[])[];

export type PartOf = (place: ObjectSchemaAt) => readonly SchemaAt[];

/** The schemas of a part of a value; none where no schema describes the part. */
export function partSchemas(resolver: Resolver, groups: Groups, partOf: PartOf): Groups {
  const meaning: ApplicatorResults<Groups> = {
    nothing: [],
    own: (place) => [partOf(place).map(({ pointer }) => [pointer])],
    any: (branches) => [oneOf(branches.flatMap(both))],
    // A condition may not hold, so it counts only where no other schema describes the part.
    conditions: (conditions, told) =>
      told.flat().length > 0 ? [] : [oneOf(conditions.flatMap(both))],
    all: (parts) => [...new Set(parts.flat())],
  };
  return groups.flatMap((group) =>
    oneOf(group.map((pointer) => foldInPlace(resolver, resolver.at(pointer), meaning))),
  );
}

function both({ then, otherwise }: Conditional<Groups>): Groups[] {
  return [...then, ...otherwise];
}

/** Merges alternatives into one group, unless there is only one. */
function oneOf(alternatives: readonly Groups[]): Groups {
  const [only = [], ...others] = alternatives;
  if (others.length === 0) return only;
  const group = [...new Set(alternatives.flat(2))];
  return group.length === 0 ? [] : [group];
}

/** Resolves schemas that consist of a reference, and drops duplicates. */
export function distinctGroups(resolver: Resolver, groups: Groups): Groups {
  const sorted = groups.map((group) => [
    ...new Set(group.map((pointer) => effective(resolver, resolver.at(pointer)).pointer).sort()),
  ]);
  return [...new Map(sorted.map((group) => [group.join(' '), group])).values()];
}

/** The schemas that one schema applies to a property: those that name it, or the one for all others. */
export function memberSchemas(place: ObjectSchemaAt, name: string): SchemaAt[] {
  const found = namingSchemas(place, name);
  if (found.length > 0 || !('additionalProperties' in place.schema)) return found;
  return [memberAt(place, 'additionalProperties')];
}

/** The schemas that one schema applies to an item, by `prefixItems` or `items`. */
export function itemSchemas(place: ObjectSchemaAt, index: number): SchemaAt[] {
  const prefix = prefixItemAt(place, index);
  return prefix.length > 0 || !('items' in place.schema) ? prefix : [memberAt(place, 'items')];
}

/** True for a property that the schema's `properties` or `patternProperties` name. */
export function isNamed(place: ObjectSchemaAt, name: string): boolean {
  return namingSchemas(place, name).length > 0;
}

function namingSchemas(place: ObjectSchemaAt, name: string): SchemaAt[] {
  const matched = mapAt(place, 'patternProperties')
    .filter(([pattern]) => regularExpression(pattern).test(name))
    .map(([, at]) => at);
  return [...propertyPlaces([place], name), ...matched];
}

/** The schemas of a property, from the `properties` of each place. */
export function propertyPlaces(
  places: readonly ObjectSchemaAt[],
  name: string,
): readonly SchemaAt[] {
  if (places.length > FEW) return propertiesOf(places).get(name) ?? [];
  return places.flatMap(({ schema, pointer }) => {
    const { properties } = schema;
    if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return [];
    return [{ schema: properties[name], pointer: childPointer(pointer, 'properties', name) }];
  });
}

/** More places than this are indexed. */
const FEW = 20;

export const propertiesOf = memoize((places: readonly ObjectSchemaAt[]) =>
  schemasByKey(places, 'properties'),
);

/** The schemas of each pattern of `patternProperties`. */
export function patternsOf(places: readonly ObjectSchemaAt[]): ReadonlyMap<string, SchemaAt[]> {
  return schemasByKey(places, 'patternProperties');
}

function schemasByKey(
  places: readonly ObjectSchemaAt[],
  keyword: string,
): ReadonlyMap<string, SchemaAt[]> {
  const schemas = new Map<string, SchemaAt[]>();
  for (const place of places) {
    for (const [key, at] of mapAt(place, keyword)) getOrMake(schemas, key, () => []).push(at);
  }
  return schemas;
}

/** Identifies a set of schemas in any order. */
export function placesKey(places: readonly SchemaAt[]): string {
  return [...new Set(places.map(({ pointer }) => pointer))].sort().join(AND);
}

export function keyPlaces(key: string): string[] {
  return key.split(AND);
}

/** Separates pointers, which may hold spaces but always start with a slash. */
const AND = ' & ';

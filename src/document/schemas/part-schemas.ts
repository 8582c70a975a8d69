import { isJsonObject } from '../model/json-object';
import { childPointer } from '../model/json-pointer';
import type { Resolver } from '../model/resolve';
import type { Place, SchemaAt } from '../model/schema-at';
import { effective, foldInPlace, type Conditional, type Meaning } from './in-place-applicators';

/**
 * The pointers of the schemas of one value: every group applies, and of a group at least one schema
 * does. It may be wider than what the document says, never narrower; the validator decides in the end.
 */
export type Groups = readonly (readonly string[])[];

/** The subschemas that a schema itself has for a part of its value. */
export type PartOf = (place: Place) => readonly SchemaAt[];

/** The schemas of a part of a value; none when no schema of the value tells of it. */
export function partSchemas(resolver: Resolver, groups: Groups, partOf: PartOf): Groups {
  const meaning: Meaning<Groups> = {
    nothing: [],
    own: (place) => [partOf(place).map(({ pointer }) => [pointer])],
    any: (branches) => [oneOf(branches.flatMap(both))],
    // A condition may not hold, and is told apart only where nothing else tells of the part.
    conditions: (conditions, told) =>
      told.flat().length > 0 ? [] : [oneOf(conditions.flatMap(both))],
    all: (parts) => parts.flat(),
  };
  return groups.flatMap((group) =>
    oneOf(group.map((pointer) => foldInPlace(resolver, resolver.at(pointer), meaning))),
  );
}

function both({ then, otherwise }: Conditional<Groups>): Groups[] {
  return [...then, ...otherwise];
}

/** The groups of alternatives, which are one group unless there is but one alternative. */
function oneOf(alternatives: readonly Groups[]): Groups {
  const [only = [], ...others] = alternatives;
  if (others.length === 0) return only;
  const group = alternatives.flat(2);
  return group.length === 0 ? [] : [group];
}

/** The groups with each schema that is nothing but a reference replaced by its target, each once. */
export function distinctGroups(resolver: Resolver, groups: Groups): Groups {
  const sorted = groups.map((group) => [
    ...new Set(group.map((pointer) => effective(resolver, resolver.at(pointer)).pointer).sort()),
  ]);
  return [...new Map(sorted.map((group) => [group.join(' '), group])).values()];
}

/** What the `properties` of schemas say of a property. */
export function propertyPlaces(places: readonly Place[], name: string): SchemaAt[] {
  return places.flatMap(({ schema, pointer }) => {
    const { properties } = schema;
    if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return [];
    return [{ schema: properties[name], pointer: childPointer(pointer, 'properties', name) }];
  });
}

/** A name for the schemas of one value, whatever their order. */
export function placesKey(places: readonly SchemaAt[]): string {
  return [...new Set(places.map(({ pointer }) => pointer))].sort().join(AND);
}

/** The pointers of the schemas that a name made by `placesKey` stands for. */
export function keyPlaces(key: string): string[] {
  return key.split(AND);
}

/** A pointer of the document may hold a space, but none begins without a slash. */
const AND = ' & ';

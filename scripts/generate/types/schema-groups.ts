import { isJsonObject, type JsonObject } from '../json-object';
import { childPointer, valueAt } from '../json-pointer';
import type { Resolver } from '../resolve';
import { isInt64Schema, typesOf } from '../validation-schema';
import {
  ALL_TYPES,
  jsonType,
  type JsonType,
  listAt,
  mapAt,
  memberAt,
  type Place,
  type SchemaAt,
  valuesOf,
} from './schema-places';

/**
 * The schemas that speak of one value. What a schema says has to be read together with the others,
 * because `format: int64` may stand in one and `type: integer` in another.
 */
export interface Group {
  /** Those that apply in any case: a schema, what it refers to, and their `allOf`. */
  readonly always: readonly Place[];
  /** Those that may apply beside: branches and conditions too. */
  readonly possible: readonly Place[];
}

const BRANCHES = ['anyOf', 'oneOf'] as const;
const CONDITIONS = ['if', 'then', 'else'] as const;

/** Reads the schemas of a document in groups. */
export class SchemaGroups {
  private readonly admitted = new Map<JsonObject, ReadonlySet<JsonType>>();

  constructor(readonly resolver: Resolver) {}

  /** The group of a value of which all these schemas speak. */
  groupOf(places: readonly SchemaAt[]): Group {
    return { always: this.reach(places, false), possible: this.reach(places, true) };
  }

  /** The group of a branch of a schema of a group. */
  extend(group: Group, branch: SchemaAt): Group {
    const always = this.reach([...group.always, branch], false);
    return { always, possible: this.reach([...group.possible, branch], true) };
  }

  /** The group of the value of a property. */
  property(group: Group, name: string): Group {
    const always = propertyPlaces(group, name);
    const possible = group.possible.flatMap((place) => propertySchemas(place, name));
    return { always: this.reach(always, false), possible: this.reach(possible, true) };
  }

  /** What a schema refers to, if it does. */
  target({ schema, pointer }: Place): SchemaAt | undefined {
    if (typeof schema.$ref !== 'string') return undefined;
    const at = this.resolver.target(schema.$ref, pointer);
    return { schema: valueAt(this.resolver.document, at), pointer: at };
  }

  private reach(places: readonly SchemaAt[], branches: boolean): Place[] {
    const found = new Map<JsonObject, Place>();
    const visit = ({ schema, pointer }: SchemaAt): void => {
      if (!isJsonObject(schema) || found.has(schema)) return;
      const place = { schema, pointer };
      found.set(schema, place);
      const target = this.target(place);
      if (target !== undefined) visit(target);
      listAt(place, 'allOf').forEach(visit);
      if (!branches) return;
      for (const keyword of BRANCHES) listAt(place, keyword).forEach(visit);
      for (const keyword of CONDITIONS) visit(memberAt(place, keyword));
      for (const [, dependent] of mapAt(place, 'dependentSchemas')) visit(dependent);
    };
    places.forEach(visit);
    return [...found.values()];
  }

  /** The types of JSON that a value of the group may have. */
  typesOf({ always }: Group): ReadonlySet<JsonType> {
    return always.reduce((types, place) => both(types, this.admittedBy(place)), ALL_TYPES);
  }

  private admittedBy(place: SchemaAt): ReadonlySet<JsonType> {
    const { schema } = place;
    if (schema === false) return new Set();
    if (!isJsonObject(schema)) return ALL_TYPES;
    const known = this.admitted.get(schema);
    if (known !== undefined) return known;
    // What refers to itself says nothing more the second time.
    this.admitted.set(schema, ALL_TYPES);
    const at = { schema, pointer: place.pointer };
    const target = this.target(at);
    const all = [...(target === undefined ? [] : [target]), ...listAt(at, 'allOf')];
    const sets = [statedTypes(schema), ...all.map((each) => this.admittedBy(each))];
    for (const keyword of BRANCHES) {
      const list = listAt(at, keyword);
      if (list.length > 0) sets.push(new Set(list.flatMap((each) => [...this.admittedBy(each)])));
    }
    const types = sets.reduce(both);
    this.admitted.set(schema, types);
    return types;
  }
}

/** What the numbers of a group are for a handler, by the rule of src/contract/decode-json.ts. */
export type NumberKind =
  | 'bigint'
  | 'number'
  /** As other schemas of the value decide. */
  | 'either'
  /** No schema says, so that an integer which a double cannot hold is a `bigint`. */
  | 'any';

export function numbersOf({ always, possible }: Group): NumberKind {
  if (always.some(({ schema }) => isInt64Schema(schema))) return 'bigint';
  if (possible.some(({ schema }) => isInt64Schema(schema))) return 'either';
  return possible.some(({ schema }) => statesNumbers(schema)) ? 'number' : 'any';
}

function both(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  return a === ALL_TYPES ? b : new Set([...a].filter((type) => b.has(type)));
}

function statesNumbers(schema: JsonObject): boolean {
  return typesOf(schema).some((type) => type === 'integer' || type === 'number');
}

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1 */
function statedTypes(schema: JsonObject): ReadonlySet<JsonType> {
  const stated =
    'type' in schema
      ? new Set(typesOf(schema).map((type) => (type === 'integer' ? 'number' : type) as JsonType))
      : ALL_TYPES;
  const values = valuesOf(schema);
  return values === undefined ? stated : both(new Set(values.map(jsonType)), stated);
}

/** The schemas that a group always has for a property. */
export function propertyPlaces({ always }: Group, name: string): SchemaAt[] {
  return always.flatMap((place) => propertySchemas(place, name));
}

function propertySchemas(place: Place, name: string): SchemaAt[] {
  const { schema, pointer } = place;
  const { properties } = schema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return [];
  return [{ schema: properties[name], pointer: childPointer(pointer, 'properties', name) }];
}

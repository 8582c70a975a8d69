import { memoize } from 'openapi-trellis/tools';
import {
  getOrMake,
  isBigintSchema,
  isJsonObject,
  type JsonObject,
  strings,
  type Resolver,
  typesOf,
  isPlace,
  listAt,
  type ObjectSchemaAt,
  type SchemaAt,
  ALWAYS,
  applicableSchemas,
  POSSIBLY,
  propertyPlaces,
} from '../../document';

/**
 * The schemas that describe one value. They must be read together, because `format: int64` may be in one and
 * `type: integer` in another.
 */
export interface Group {
  /** The schemas that always apply: a schema, its references and `allOf`. */
  readonly always: readonly ObjectSchemaAt[];
  /** The schemas that may apply, including branches and conditions. They are many and rarely needed. */
  readonly possible: () => readonly ObjectSchemaAt[];
}

const BRANCHES = ['anyOf', 'oneOf'] as const;

/** Groups the schemas of a document by the value they describe. */
export class SchemaGroups {
  private readonly admitted = new Map<JsonObject, ReadonlySet<JsonType>>();
  private readonly always = new Map<JsonObject, readonly ObjectSchemaAt[]>();
  private readonly possible = new Map<JsonObject, readonly ObjectSchemaAt[]>();

  constructor(readonly resolver: Resolver) {}

  /** The group of a value that all these schemas describe. */
  groupOf(places: readonly SchemaAt[]): Group {
    return this.group(places, () => places);
  }

  /** The group within a branch of one of its schemas. */
  extend(group: Group, branch: SchemaAt): Group {
    // Those that may apply include the branches.
    return { always: this.reach([...group.always, branch], false), possible: group.possible };
  }

  property(group: Group, name: string): Group {
    return this.group(propertyPlaces(group.always, name), () =>
      propertyPlaces(group.possible(), name),
    );
  }

  private group(always: readonly SchemaAt[], possible: () => readonly SchemaAt[]): Group {
    let found: readonly ObjectSchemaAt[] | undefined;
    return {
      always: this.reach(always, false),
      possible: () => (found ??= this.reach(possible(), true)),
    };
  }

  target({ schema, pointer }: ObjectSchemaAt): SchemaAt | undefined {
    if (typeof schema.$ref !== 'string') return undefined;
    return this.resolver.referenced(schema.$ref, pointer);
  }

  private reach(places: readonly SchemaAt[], branches: boolean): readonly ObjectSchemaAt[] {
    const [only] = places;
    if (only === undefined) return [];
    if (places.length === 1) return this.reachOne(only, branches);
    const all = places.flatMap((place) => this.reachOne(place, branches));
    return [...new Map(all.map((place) => [place.schema, place])).values()];
  }

  private reachOne(start: SchemaAt, branches: boolean): readonly ObjectSchemaAt[] {
    if (!isPlace(start)) return [];
    const cache = branches ? this.possible : this.always;
    return getOrMake(cache, start.schema, () =>
      applicableSchemas(this.resolver, start, branches ? POSSIBLY : ALWAYS),
    );
  }

  typesOf({ always }: Group): ReadonlySet<JsonType> {
    return this.types(always);
  }

  private readonly types = memoize((always: readonly ObjectSchemaAt[]) =>
    always.reduce((types, place) => both(types, this.admittedBy(place)), ALL_TYPES),
  );

  private admittedBy(place: SchemaAt): ReadonlySet<JsonType> {
    const { schema } = place;
    if (schema === false) return new Set();
    if (!isJsonObject(schema)) return ALL_TYPES;
    const known = this.admitted.get(schema);
    if (known !== undefined) return known;
    // A recursion adds nothing.
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

/** How handlers get the numbers of a group, as src/runtime/contract/schema/decode-json.ts decodes them. */
export type NumberTypes =
  | 'bigint'
  | 'number'
  /** Depends on other schemas of the value. */
  | 'either'
  /** Unspecified; integers beyond the range of doubles are `bigint`. */
  | 'any';

export function numbersOf(group: Group): NumberTypes {
  if (isBigint(group)) return 'bigint';
  const possible = group.possible();
  if (possible.some(({ schema }) => isBigintSchema(schema))) return 'either';
  return possible.some(({ schema }) => statesNumbers(schema)) ? 'number' : 'any';
}

/** True where every number is an exact integer. */
export function isBigint({ always }: Group): boolean {
  return always.some(({ schema }) => isBigintSchema(schema));
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

export function requiredNames(schema: JsonObject): string[] {
  return [...new Set(strings(schema.required))];
}

/** The values that a schema lists; `const` takes precedence over `enum`. */
export function valuesOf(schema: JsonObject): unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]) : undefined;
}

const JSON_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const;
export type JsonType = (typeof JSON_TYPES)[number];
export const ALL_TYPES: ReadonlySet<JsonType> = new Set(JSON_TYPES);

/** The JSON type of a value; an integer is a number. */
export function jsonType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : (typeof value as JsonType);
}

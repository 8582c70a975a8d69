import {
  ALWAYS,
  isJsonObject,
  listAt,
  mapAt,
  memberAt,
  type Place,
  applicableSchemas,
  type References,
  type SchemaAt,
} from '../../../generate/index';

/** Schemas that all apply to the same value, or may. */
export type Schemas = readonly SchemaAt[];

/** Keywords whose schemas are followed to those that apply to the same value. */
export type Followed = Parameters<typeof applicableSchemas>[2];

/** What schemas describe of the parts of a value. */
export interface DescribedParts {
  readonly properties: ReadonlyMap<string, Schemas>;
  /** Of properties whatever their names are; empty where it says nothing of them. */
  readonly others: Schemas;
  readonly items: Schemas;
  /** Names of the properties that no response has. */
  readonly writeOnly: ReadonlySet<string>;
}

/** By References, then by keywords and pointers. */
const known = new WeakMap<References, Map<string, DescribedParts>>();

/** What schemas describe of the parts of a value, with all that apply in place with them. */
export function describedParts(
  references: References,
  schemas: Schemas,
  followed: Followed,
): DescribedParts {
  const cache = known.get(references) ?? new Map<string, DescribedParts>();
  known.set(references, cache);
  const key = [followed.length, ...schemas.map(({ pointer }) => pointer)].join(' ');
  const found = cache.get(key) ?? partsOf(references, placesOf(references, schemas, followed));
  cache.set(key, found);
  return found;
}

/** The schemas with keywords that apply in place with some. */
export function placesOf(references: References, schemas: Schemas, followed: Followed): Place[] {
  return schemas.flatMap((each) => applicableSchemas(references, each, followed));
}

/** Names that only one describes, unless the other says something of properties of any name. */
export function namesOnlyIn(one: DescribedParts, other: DescribedParts): string[] {
  if (other.others.length > 0) return [];
  return [...one.properties.keys()].filter((name) => !other.properties.has(name));
}

function partsOf(references: References, places: readonly Place[]): DescribedParts {
  const properties = new Map<string, SchemaAt[]>();
  for (const place of places) {
    for (const [name, at] of mapAt(place, 'properties')) {
      properties.set(name, [...(properties.get(name) ?? []), at]);
    }
  }
  const isWriteOnly = (schemas: Schemas): boolean =>
    placesOf(references, schemas, ALWAYS).some(({ schema }) => schema.writeOnly === true);
  const writeOnly = [...properties].filter(([, schemas]) => isWriteOnly(schemas));
  return {
    properties,
    writeOnly: new Set(writeOnly.map(([name]) => name)),
    others: places.flatMap((place) => ownSchema(place, 'additionalProperties')),
    items: places.flatMap((place) => [
      ...listAt(place, 'prefixItems'),
      ...ownSchema(place, 'items'),
    ]),
  };
}

/** A boolean schema, or an empty one, describes nothing. */
function ownSchema(place: Place, keyword: string): SchemaAt[] {
  const at = memberAt(place, keyword);
  return isJsonObject(at.schema) && Object.keys(at.schema).length > 0 ? [at] : [];
}

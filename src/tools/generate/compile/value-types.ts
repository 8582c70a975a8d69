import {
  ANY,
  isJson,
  isText,
  itemTypes,
  parseMediaType,
  type SchemaType,
  valueTypes,
  type ValueTypes,
  type ValueTypesOrName,
} from 'openapi-trellis/tools';
import {
  admittedTypes,
  intersection,
  union,
  greatestOf,
  strings,
  type JsonObject,
  type Resolver,
  isPlace,
  mapAt,
  memberAt,
  prefixItemAt,
  prefixLength,
  type ObjectSchemaAt,
  walkInPlace,
  POSSIBLY,
  distinctGroups,
  partSchemas,
  type Groups,
  type PartOf,
} from '../../document';

/**
 * Derives the types of serialized values from schemas; see src/runtime/contract/request/serialization/serialization.ts.
 * Structured values whose schema refers to another get a name, which ends recursion.
 */
export class ValueTypesBuilder {
  private readonly named = new Map<string, ValueTypes>();

  constructor(private readonly resolver: Resolver) {}

  /** Structured types, by name. */
  get table(): Readonly<Record<string, ValueTypes>> {
    return Object.fromEntries(this.named);
  }

  typesOf(pointer: string): ValueTypesOrName {
    return this.ofGroups([[pointer]]);
  }

  resolve(types: ValueTypesOrName): ValueTypes {
    return valueTypes(this.table, types);
  }

  /** The types of an array's items, or of any other value. */
  itemOf(types: ValueTypesOrName): ValueTypes {
    const own = this.resolve(types);
    return own.types.includes('array') ? this.resolve(itemTypes(own, 0)) : own;
  }

  objectTypes(pointer: string): ValueTypes {
    const groups: Groups = [[pointer]];
    return this.structure(groups, ['object'], this.places(groups));
  }

  propertySchemas(pointer: string, name: string): Groups {
    return partSchemas(this.resolver, [[pointer]], named('properties', name));
  }

  /** The properties that the schema requires, even if only in some cases. */
  requiredProperties(pointer: string): ReadonlySet<string> {
    return new Set(this.places([[pointer]]).flatMap(({ schema }) => strings(schema.required)));
  }

  private ofGroups(given: Groups): ValueTypesOrName {
    const groups = distinctGroups(this.resolver, given);
    const types = this.admitted(groups);
    const places = this.places(given);
    if (!types.includes('array') && !types.includes('object')) {
      const isString = types.every((type) => type === 'string' || type === 'null');
      const isBinary = isString && places.some(({ schema }) => isBinarySchema(schema));
      return { types, ...(isBinary && { isBinary }) };
    }
    const refers = places.some(({ schema }) => '$ref' in schema);
    if (!refers) return this.structure(groups, types, places);
    const name = groupsKey(groups);
    if (!this.named.has(name)) {
      this.named.set(name, { types });
      this.named.set(name, this.structure(groups, types, places));
    }
    return { name };
  }

  private places(groups: Groups): ObjectSchemaAt[] {
    const starts = groups.flat().map((pointer) => this.resolver.at(pointer));
    return [...walkInPlace(this.resolver, starts, POSSIBLY)].filter(isPlace);
  }

  private admitted(groups: Groups): SchemaType[] {
    const lists = groups.map((group) =>
      union(group.map((pointer) => admittedTypes(this.resolver, pointer))),
    );
    const common = intersection(lists) ?? [];
    return common.length > 0 ? common : [...new Set(lists.flatMap((list) => list ?? []))];
  }

  private structure(
    groups: Groups,
    types: SchemaType[],
    places: readonly ObjectSchemaAt[],
  ): ValueTypes {
    return {
      types,
      ...(types.includes('array') && this.items(groups, places)),
      ...(types.includes('object') && this.properties(groups, places)),
    };
  }

  private items(groups: Groups, places: readonly ObjectSchemaAt[]): Partial<ValueTypes> {
    const length = greatestOf(places.map(prefixLength), 0);
    const prefixItems = Array.from({ length }, (_, index) => {
      return this.part(groups, (place) => prefixItemAt(place, index)) ?? ANY;
    });
    const items = this.part(groups, own('items'));
    return { ...(prefixItems.length > 0 && { prefixItems }), ...(items && { items }) };
  }

  private properties(groups: Groups, places: readonly ObjectSchemaAt[]): Partial<ValueTypes> {
    const namesIn = (keyword: string): string[] => {
      const names = places.flatMap((place) => mapAt(place, keyword));
      return [...new Set(names.map(([name]) => name))];
    };
    const entries = (keyword: string): [string, ValueTypesOrName][] =>
      namesIn(keyword).map((name) => [name, this.part(groups, named(keyword, name)) ?? ANY]);
    const properties = entries('properties');
    const patterns = entries('patternProperties');
    const isNamed = properties.length > 0 || patterns.length > 0;
    const others = this.others(groups, places, isNamed);
    return {
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(patterns.length > 0 && { patternProperties: patterns }),
      ...(others && { additionalProperties: others }),
    };
  }

  /** The types of unnamed properties, where the schema allows some or names none. */
  private others(
    groups: Groups,
    places: readonly ObjectSchemaAt[],
    isNamed: boolean,
  ): ValueTypesOrName | undefined {
    const rest = places.flatMap(({ schema: { additionalProperties, unevaluatedProperties } }) =>
      [additionalProperties, unevaluatedProperties].filter((value) => value !== undefined),
    );
    const isOpen = rest.length === 0 ? !isNamed : rest.some((value) => value !== false);
    if (!isOpen) return undefined;
    const stated = this.part(groups, (place) => [
      ...own('additionalProperties')(place),
      ...own('unevaluatedProperties')(place),
    ]);
    return stated ?? ANY;
  }

  /** The types of a part of the value; undefined when no schema describes it. */
  private part(groups: Groups, partOf: PartOf): ValueTypesOrName | undefined {
    const parts = partSchemas(this.resolver, groups, partOf);
    return parts.length === 0 ? undefined : this.ofGroups(parts);
  }
}

/** The subschema under a keyword, unless it is a boolean. */
function own(keyword: string): PartOf {
  return (place) => [memberAt(place, keyword)].filter(isPlace);
}

/** True for a schema of bytes. @see https://spec.openapis.org/oas/v3.1.1#working-with-binary-data */
export function isBinarySchema({ contentEncoding, format, contentMediaType }: JsonObject): boolean {
  if (contentEncoding !== undefined) return false;
  if (format === 'binary') return true;
  if (typeof contentMediaType !== 'string') return false;
  return isBytes(parseMediaType(contentMediaType)?.essence ?? '');
}

/** True for media types that are neither text nor JSON. */
export function isBytes(essence: string): boolean {
  return essence !== '*/*' && !isJson(essence) && !isText(essence);
}

function named(keyword: string, name: string): PartOf {
  return (place) => mapAt(place, keyword).flatMap(([own, at]) => (own === name ? [at] : []));
}

function groupsKey(groups: Groups): string {
  return groups
    .map((group) => group.join(' | '))
    .sort()
    .join(' & ');
}

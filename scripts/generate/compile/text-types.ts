import type {
  JsonType,
  TextTypes,
  TextTypesOrName,
} from '../../../src/contract/request/text/text-types';
import { admittedTypes, intersection, union } from '../schemas/admitted-types';
import { namedSubschemas, subschemas } from '../schemas/applicators';
import { isJsonObject, type JsonObject } from '../document/json-object';
import { childPointer } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { SchemaGroups, type Groups, type PartOf } from '../schemas/schema-groups';

/**
 * Derives from schemas by what types texts are read; see src/contract/request/text/text-types.ts. Structured values
 * whose schema refers to another get a name, which is where recursion ends.
 */
export class TextTypesBuilder {
  private readonly named = new Map<string, TextTypes>();

  private readonly groups: SchemaGroups;

  constructor(private readonly resolver: Resolver) {
    this.groups = new SchemaGroups(resolver);
  }

  /** The types that others refer to by name. */
  get table(): Readonly<Record<string, TextTypes>> {
    return Object.fromEntries(this.named);
  }

  /** The types of the schema at a pointer; where there is none, those of text. */
  typesOf(pointer: string): TextTypesOrName {
    return this.ofGroups([[pointer]]);
  }

  private ofGroups(given: Groups): TextTypesOrName {
    const groups = this.groups.distinct(given);
    const types = this.admitted(groups);
    if (!types.includes('array') && !types.includes('object')) return { types };
    const places = this.groups.inPlace(given);
    const refers = [...places.values()].some((schema) => '$ref' in schema);
    if (!refers) return this.structure(groups, types, places);
    const name = keyOf(groups);
    if (!this.named.has(name)) {
      this.named.set(name, { types });
      this.named.set(name, this.structure(groups, types, places));
    }
    return { name };
  }

  /** The types that all groups let a value have. */
  private admitted(groups: Groups): JsonType[] {
    const lists = groups.map((group) =>
      union(group.map((pointer) => admittedTypes(this.resolver, pointer))),
    );
    const common = intersection(lists) ?? [];
    return common.length > 0 ? common : [...new Set(lists.flatMap((list) => list ?? []))];
  }

  private structure(
    groups: Groups,
    types: JsonType[],
    places: ReadonlyMap<string, JsonObject>,
  ): TextTypes {
    return {
      types,
      ...(types.includes('array') && this.items(groups, [...places.values()])),
      ...(types.includes('object') && this.properties(groups, places)),
    };
  }

  private items(groups: Groups, schemas: readonly JsonObject[]): Partial<TextTypes> {
    const lengths = schemas.map(({ prefixItems }) =>
      Array.isArray(prefixItems) ? prefixItems.length : 0,
    );
    const prefixItems = Array.from({ length: Math.max(0, ...lengths) }, (_, index) =>
      this.part(groups, (schema, at) => {
        return subschemas(schema, at, 'prefixItems').slice(index, index + 1);
      }),
    );
    const items = this.part(groups, own('items'));
    return {
      ...(prefixItems.length > 0 && {
        prefixItems: prefixItems.map((types) => types ?? { types: [] }),
      }),
      ...(items && { items }),
    };
  }

  private properties(groups: Groups, places: ReadonlyMap<string, JsonObject>): Partial<TextTypes> {
    const namesIn = (keyword: string): string[] => {
      const names = [...places].flatMap(([at, schema]) => namedSubschemas(schema, at, keyword));
      return [...new Set(names.map(([name]) => name))];
    };
    const entries = (keyword: string): [string, TextTypesOrName][] =>
      namesIn(keyword).map((name) => {
        const types = this.part(groups, (schema, at) =>
          namedSubschemas(schema, at, keyword).flatMap(([own, pointer]) =>
            own === name ? [pointer] : [],
          ),
        );
        return [name, types ?? { types: [] }];
      });
    const properties = entries('properties');
    const patterns = entries('patternProperties');
    const isNamed = properties.length > 0 || patterns.length > 0;
    const others = this.others(groups, [...places.values()], isNamed);
    return {
      ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
      ...(patterns.length > 0 && { patternProperties: patterns }),
      ...(others && { additionalProperties: others }),
    };
  }

  /** The types of properties that are not named, where the schema asks for some or names none at all. */
  private others(
    groups: Groups,
    schemas: readonly JsonObject[],
    isNamed: boolean,
  ): TextTypesOrName | undefined {
    const rest = schemas.flatMap(({ additionalProperties, unevaluatedProperties }) =>
      [additionalProperties, unevaluatedProperties].filter((value) => value !== undefined),
    );
    const isOpen = rest.length === 0 ? !isNamed : rest.some((value) => value !== false);
    if (!isOpen) return undefined;
    const stated = this.part(groups, (schema, at) => [
      ...own('additionalProperties')(schema, at),
      ...own('unevaluatedProperties')(schema, at),
    ]);
    return stated ?? { types: [] };
  }

  /** The types of a part of the value; undefined when no schema tells of it. */
  private part(groups: Groups, partOf: PartOf): TextTypesOrName | undefined {
    const parts = this.groups.partOf(groups, partOf);
    return parts.length === 0 ? undefined : this.ofGroups(parts);
  }
}

/** The subschema under a keyword, unless it is a boolean, which tells of no types. */
function own(keyword: string): PartOf {
  return (schema, pointer) =>
    isJsonObject(schema[keyword]) ? [childPointer(pointer, keyword)] : [];
}

function keyOf(groups: Groups): string {
  return groups
    .map((group) => group.join(' | '))
    .sort()
    .join(' & ');
}

import type {
  SchemaType,
  TextTypes,
  TextTypesOrName,
} from '../../../src/contract/request/text/text-types';
import { admittedTypes, intersection, union } from '../schemas/admitted-types';
import type { Resolver } from '../document/resolve';
import { isPlace, listAt, mapAt, memberAt, type Place } from '../document/schema-at';
import { inPlace, POSSIBLY } from '../schemas/in-place';
import { distinctGroups, partSchemas, type Groups, type PartOf } from '../schemas/part-schemas';

/**
 * Derives from schemas by what types texts are read; see src/contract/request/text/text-types.ts. Structured values
 * whose schema refers to another get a name, which is where recursion ends.
 */
export class TextTypesBuilder {
  private readonly named = new Map<string, TextTypes>();

  constructor(private readonly resolver: Resolver) {}

  /** The types that others refer to by name. */
  get table(): Readonly<Record<string, TextTypes>> {
    return Object.fromEntries(this.named);
  }

  /** The types of the schema at a pointer; where there is none, those of text. */
  typesOf(pointer: string): TextTypesOrName {
    return this.ofGroups([[pointer]]);
  }

  private ofGroups(given: Groups): TextTypesOrName {
    const groups = distinctGroups(this.resolver, given);
    const types = this.admitted(groups);
    if (!types.includes('array') && !types.includes('object')) return { types };
    const places = this.places(given);
    const refers = places.some(({ schema }) => '$ref' in schema);
    if (!refers) return this.structure(groups, types, places);
    const name = keyOf(groups);
    if (!this.named.has(name)) {
      this.named.set(name, { types });
      this.named.set(name, this.structure(groups, types, places));
    }
    return { name };
  }

  /** Every schema that may apply to the value itself. */
  private places(groups: Groups): Place[] {
    const starts = groups.flat().map((pointer) => this.resolver.at(pointer));
    return [...inPlace(this.resolver, starts, POSSIBLY)].filter(isPlace);
  }

  /** The types that all groups let a value have. */
  private admitted(groups: Groups): SchemaType[] {
    const lists = groups.map((group) =>
      union(group.map((pointer) => admittedTypes(this.resolver, pointer))),
    );
    const common = intersection(lists) ?? [];
    return common.length > 0 ? common : [...new Set(lists.flatMap((list) => list ?? []))];
  }

  private structure(groups: Groups, types: SchemaType[], places: readonly Place[]): TextTypes {
    return {
      types,
      ...(types.includes('array') && this.items(groups, places)),
      ...(types.includes('object') && this.properties(groups, places)),
    };
  }

  private items(groups: Groups, places: readonly Place[]): Partial<TextTypes> {
    const lengths = places.map((place) => listAt(place, 'prefixItems').length);
    const prefixItems = Array.from({ length: Math.max(0, ...lengths) }, (_, index) =>
      this.part(groups, (place) => listAt(place, 'prefixItems').slice(index, index + 1)),
    );
    const items = this.part(groups, own('items'));
    return {
      ...(prefixItems.length > 0 && {
        prefixItems: prefixItems.map((types) => types ?? { types: [] }),
      }),
      ...(items && { items }),
    };
  }

  private properties(groups: Groups, places: readonly Place[]): Partial<TextTypes> {
    const namesIn = (keyword: string): string[] => {
      const names = places.flatMap((place) => mapAt(place, keyword));
      return [...new Set(names.map(([name]) => name))];
    };
    const entries = (keyword: string): [string, TextTypesOrName][] =>
      namesIn(keyword).map((name) => {
        const types = this.part(groups, (place) =>
          mapAt(place, keyword).flatMap(([own, at]) => (own === name ? [at] : [])),
        );
        return [name, types ?? { types: [] }];
      });
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

  /** The types of properties that are not named, where the schema asks for some or names none at all. */
  private others(
    groups: Groups,
    places: readonly Place[],
    isNamed: boolean,
  ): TextTypesOrName | undefined {
    const rest = places.flatMap(({ schema: { additionalProperties, unevaluatedProperties } }) =>
      [additionalProperties, unevaluatedProperties].filter((value) => value !== undefined),
    );
    const isOpen = rest.length === 0 ? !isNamed : rest.some((value) => value !== false);
    if (!isOpen) return undefined;
    const stated = this.part(groups, (place) => [
      ...own('additionalProperties')(place),
      ...own('unevaluatedProperties')(place),
    ]);
    return stated ?? { types: [] };
  }

  /** The types of a part of the value; undefined when no schema tells of it. */
  private part(groups: Groups, partOf: PartOf): TextTypesOrName | undefined {
    const parts = partSchemas(this.resolver, groups, partOf);
    return parts.length === 0 ? undefined : this.ofGroups(parts);
  }
}

/** The subschema under a keyword, unless it is a boolean, which tells of no types. */
function own(keyword: string): PartOf {
  return (place) => [memberAt(place, keyword)].filter(isPlace);
}

function keyOf(groups: Groups): string {
  return groups
    .map((group) => group.join(' | '))
    .sort()
    .join(' & ');
}

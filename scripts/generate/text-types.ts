import type { JsonType, TextTypes, TextTypesOrName } from '../../src/contract/text/text-types';
import { admittedTypes, intersection, union } from './admitted-types';
import { conditionals, namedSubschemas, references, subschemas } from './applicators';
import { isJsonObject, type JsonObject } from './json-object';
import { childPointer, valueAt } from './json-pointer';
import type { Resolver } from './resolve';

/**
 * The pointers of the schemas of one value: every group applies, and of a group at least one schema
 * does. It may be wider than what the document says, never narrower; the validator decides in the end.
 */
type Groups = readonly (readonly string[])[];

/** The pointers of the subschemas that a schema itself has for a part of its value. */
type PartOf = (schema: JsonObject, pointer: string) => readonly string[];

/**
 * Derives from schemas by what types texts are read; see src/contract/text/text-types.ts. Structured values
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
    const groups = distinct(given.map((group) => group.map((pointer) => this.target(pointer))));
    const types = this.admitted(groups);
    if (!types.includes('array') && !types.includes('object')) return { types };
    const places = this.inPlace(given);
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
    const parts = groups.flatMap((group) => this.anyOf(group, partOf, []));
    return parts.length === 0 ? undefined : this.ofGroups(parts);
  }

  /** The schemas of a part, of a schema and of all that apply with it. */
  private allOf(pointer: string, partOf: PartOf, within: readonly string[]): Groups {
    const schema = valueAt(this.resolver.document, pointer);
    if (!isJsonObject(schema) || within.includes(pointer)) return [];
    const inner = [...within, pointer];
    const all = [
      ...references(this.resolver, schema, pointer),
      ...subschemas(schema, pointer, 'allOf'),
    ];
    const any = ['anyOf', 'oneOf'].map((keyword) => subschemas(schema, pointer, keyword));
    const groups = [
      ...partOf(schema, pointer).map((at) => [at]),
      ...all.flatMap((at) => this.allOf(at, partOf, inner)),
      ...any.flatMap((list) => this.anyOf(list, partOf, inner)),
    ];
    return groups.length > 0 ? groups : this.anyOf(conditionals(schema, pointer), partOf, inner);
  }

  /** The schemas of a part, of schemas of which at least one applies. */
  private anyOf(pointers: readonly string[], partOf: PartOf, within: readonly string[]): Groups {
    const [only = '', ...others] = pointers;
    if (others.length === 0) return this.allOf(only, partOf, within);
    const group = pointers.flatMap((at) => this.allOf(at, partOf, within).flat());
    return group.length === 0 ? [] : [group];
  }

  /** Every schema that may apply to the value itself, by its pointer. */
  private inPlace(groups: Groups): Map<string, JsonObject> {
    const found = new Map<string, JsonObject>();
    const visit = (pointer: string): void => {
      const schema = valueAt(this.resolver.document, pointer);
      if (!isJsonObject(schema) || found.has(pointer)) return;
      found.set(pointer, schema);
      references(this.resolver, schema, pointer).forEach(visit);
      for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
        subschemas(schema, pointer, keyword).forEach(visit);
      }
      conditionals(schema, pointer).forEach(visit);
    };
    groups.flat().forEach(visit);
    return found;
  }

  /** The pointer of a schema, or of the one that it is nothing but a reference to. */
  private target(pointer: string): string {
    const schema = valueAt(this.resolver.document, pointer);
    if (!isJsonObject(schema) || Object.keys(schema).length > 1) return pointer;
    const [target] = references(this.resolver, schema, pointer);
    return target === undefined ? pointer : this.target(target);
  }
}

/** The subschema under a keyword, unless it is a boolean, which tells of no types. */
function own(keyword: string): PartOf {
  return (schema, pointer) =>
    isJsonObject(schema[keyword]) ? [childPointer(pointer, keyword)] : [];
}

/** Groups without those that stand there again. */
function distinct(groups: Groups): Groups {
  const sorted = groups.map((group) => [...new Set(group)].sort());
  return [...new Map(sorted.map((group) => [group.join(' '), group])).values()];
}

function keyOf(groups: Groups): string {
  return groups
    .map((group) => group.join(' | '))
    .sort()
    .join(' & ');
}

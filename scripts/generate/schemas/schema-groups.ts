import { conditionals, references, subschemas } from './applicators';
import { isJsonObject, type JsonObject } from '../document/json-object';
import { valueAt } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';

/**
 * The pointers of the schemas of one value: every group applies, and of a group at least one schema
 * does. It may be wider than what the document says, never narrower; the validator decides in the end.
 */
export type Groups = readonly (readonly string[])[];

/** The pointers of the subschemas that a schema itself has for a part of its value. */
export type PartOf = (schema: JsonObject, pointer: string) => readonly string[];

/** Finds the schemas of a value and of its parts, through references and combinations. */
export class SchemaGroups {
  constructor(private readonly resolver: Resolver) {}

  /** The schemas of a part of a value; none when no schema of the value tells of it. */
  partOf(groups: Groups, partOf: PartOf): Groups {
    return groups.flatMap((group) => this.anyOf(group, partOf, []));
  }

  /** The groups with each schema that is nothing but a reference replaced by its target, each once. */
  distinct(groups: Groups): Groups {
    const sorted = groups.map((group) => [
      ...new Set(group.map((pointer) => this.target(pointer)).sort()),
    ]);
    return [...new Map(sorted.map((group) => [group.join(' '), group])).values()];
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
    const [only, ...others] = pointers;
    if (only === undefined) return [];
    if (others.length === 0) return this.allOf(only, partOf, within);
    const group = pointers.flatMap((at) => this.allOf(at, partOf, within).flat());
    return group.length === 0 ? [] : [group];
  }

  /** Every schema that may apply to the value itself, by its pointer. */
  inPlace(groups: Groups): Map<string, JsonObject> {
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

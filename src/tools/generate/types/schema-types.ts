import { memoize } from 'openapi-trellis/tools';
import {
  getOrMake,
  type Direction,
  directionOf,
  isHiddenProperty,
  type Use,
  UNLISTED,
  asObject,
  isJsonObject,
  type JsonObject,
  formatOf,
  type MappedFormats,
  isPlace,
  listAt,
  mapAt,
  type ObjectSchemaAt,
  type SchemaAt,
  placesKey,
  propertyPlaces,
} from '../../document';
import { arrayTypeOf, literalTypes, objectTypeOf, type ScalarTypes, typesType } from './json-types';
import {
  intersectionType,
  namedType,
  NEVER,
  objectType,
  STRING,
  type TypeText,
  unionType,
  UNKNOWN,
} from './type-text';
import {
  ALL_TYPES,
  type Group,
  isBigint,
  jsonType,
  type JsonType,
  numbersOf,
  type SchemaGroups,
  valuesOf,
} from './schema-groups';

interface Context {
  readonly group: Group;
  /** The types that the enclosing schemas allow. */
  readonly known: ReadonlySet<JsonType>;
  /** The references already inlined; they end recursion. */
  readonly within: readonly string[];
}

/** The representation of values, independent of schemas. */
export interface ValueKind {
  /** 64-bit integers are `bigint`, as for handlers; otherwise `number`. */
  readonly exact: boolean;
  /** The direction that is received: for handlers, the request. */
  readonly received: Direction;
  /** Items of sequential media types are iterables, as for handlers; otherwise text. */
  readonly items: boolean;
  readonly filled: ReadonlySet<string>;
  readonly formats: MappedFormats;
}

/** Steps counted for a type that is inlined instead of named. */
const WRITTEN_OUT = 100;

/** The generated type that maps formats to types. */
export const FORMAT_VALUES = '$formats';

/** The generated type of strings that a hierarchy does not list. */
export const UNLISTED_STRINGS = '$unlisted';

/** A template, since with any other string type TypeScript compares each literal and does not narrow. */
export const UNLISTED_STRING: TypeText = { text: `\`\${${UNLISTED_STRINGS}}\`` };

function formatType(name: string): TypeText {
  return namedType(FORMAT_VALUES, name);
}

/**
 * The TypeScript type of a schema's values: in a request as a handler gets them, in a response as it may return them. A
 * type never promises more than the validator checks. It may promise less, since TypeScript has no `minimum`, `pattern`
 * or `not`.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10
 */
export class SchemaTypes {
  private readonly hiddenSchemas = new Map<JsonObject, boolean>();
  private request: SchemaTypes | undefined;

  /**
   * @param use decides which properties are visible; undefined: all
   * @param reference returns the type, by name, of the schema at a pointer
   * @param differ called where a type depends on the kind of values
   */
  constructor(
    private readonly groups: SchemaGroups,
    private readonly use: Use | undefined,
    private readonly reference: (pointer: string, use: Use | undefined) => TypeText,
    private readonly kind: ValueKind,
    private readonly differ: () => void,
  ) {}

  /** Types without defaults, for schemas that may not apply. */
  private get unfilled(): SchemaTypes {
    const { groups, use, reference, kind, differ } = this;
    if (use !== 'input') return this;
    return (this.request ??= new SchemaTypes(groups, 'request', reference, kind, differ));
  }

  typeOf(at: SchemaAt): TypeText {
    const group = this.groups.groupOf([at]);
    return this.part(at, { group, known: ALL_TYPES, within: [] }) ?? UNKNOWN;
  }

  /** The literal type of a scalar at a schema or a branch of it; undefined where the schema excludes it. */
  literalOf(value: unknown, at: SchemaAt, branch: SchemaAt): TypeText | undefined {
    const group = this.groups.extend(this.groups.groupOf([at]), branch);
    if (!this.groups.typesOf(group).has(jsonType(value))) return undefined;
    return literalTypes(value, this.scalarsOf(group))[0];
  }

  /** The type from one schema of a group; undefined when it adds nothing. */
  private part({ schema, pointer }: SchemaAt, context: Context): TypeText | undefined {
    if (schema === false) return NEVER;
    if (!isJsonObject(schema)) return undefined;
    const place = { schema, pointer };
    const { group, known, within } = context;
    this.groups.resolver.steps.take(pointer, within.length > 0 ? WRITTEN_OUT : 3);
    const types = this.groups.typesOf(group);
    if (types.size === 0) return NEVER;
    const inner = { ...context, known: types };
    const bounded = [
      this.keywords(place, inner),
      ...listAt(place, 'allOf').map((each) => this.part(each, inner)),
      this.branches(listAt(place, 'anyOf'), inner),
      this.branches(listAt(place, 'oneOf'), inner),
    ].filter((part) => part !== undefined);
    const target = this.groups.target(place);
    const referred = target && this.referred(target, inner);
    const parts = referred === undefined ? bounded : [referred, ...bounded];
    if (parts.length === 0)
      return types.size === known.size ? undefined : typesType(types, this.scalarsOf(group));
    const open = bounded.length === 0 && target !== undefined && !this.isWithin(target, types);
    return intersectionType(open ? [...parts, typesType(types, this.scalarsOf(group))] : parts);
  }

  private isWithin(target: SchemaAt, types: ReadonlySet<JsonType>): boolean {
    const own = this.groups.typesOf(this.groups.groupOf([target]));
    return [...own].every((type) => types.has(type));
  }

  /** The union of branches; a branch that adds nothing has all known types. */
  private branches(
    branches: readonly SchemaAt[],
    { group, known, within }: Context,
  ): TypeText | undefined {
    const { unfilled } = this;
    const types = branches.map((branch) => {
      return unfilled.part(branch, { group: this.groups.extend(group, branch), known, within });
    });
    if (types.every((type) => type === undefined)) return undefined;
    return unionType(types.map((type) => type ?? typesType(known, this.scalarsOf(group))));
  }

  /** By name, or inlined where sibling schemas change its contents. */
  private referred(target: SchemaAt, context: Context): TypeText | undefined {
    const { group, within } = context;
    if (!isJsonObject(target.schema)) return this.part(target, context);
    const changed = this.isChanged({ ...target, schema: target.schema }, group);
    if (!changed || within.includes(target.pointer))
      return this.reference(target.pointer, this.use);
    return this.part(target, { ...context, within: [...within, target.pointer] });
  }

  /** True where the group changes, hides or lacks the default of a property that a schema describes. */
  private isChanged(target: ObjectSchemaAt, group: Group): boolean {
    const own = this.groups.groupOf([target]);
    const inside = new Set(own.always.map(({ schema }) => schema));
    const beside = group.always.filter(({ schema }) => !inside.has(schema));
    if (this.isRetyped(own, group)) return true;
    const hidden = this.hidden(own);
    return beside
      .flatMap((place) => mapAt(place, 'properties'))
      .filter(([name]) => !hidden.has(name) && propertyPlaces(own.always, name).length > 0)
      .some(([name, property]) => {
        const before = this.groups.property(own, name);
        const after = this.groups.property(group, name);
        const isLost = this.isFilled(own, name) && !this.isFilled(group, name);
        return isLost || this.isHidden(property) || this.isRetyped(before, after);
      });
  }

  private hidden({ always }: Group): ReadonlySet<string> {
    return this.hiddenNames(always);
  }

  private readonly hiddenNames = memoize(
    (always: readonly ObjectSchemaAt[]): ReadonlySet<string> => {
      const names = always.flatMap((place) =>
        mapAt(place, 'properties')
          .filter(([, property]) => this.isHidden(property))
          .map(([name]) => name),
      );
      return new Set(names);
    },
  );

  private isHidden(at: SchemaAt): boolean {
    if (this.use === undefined || !isPlace(at)) return false;
    const direction = directionOf(this.use);
    return getOrMake(this.hiddenSchemas, at.schema, () =>
      isHiddenProperty(this.groups.resolver, at, direction),
    );
  }

  /** The type from keywords about values, items and properties. */
  private keywords(place: ObjectSchemaAt, { group, known, within }: Context): TypeText | undefined {
    const values = valuesOf(place.schema);
    if (values !== undefined) {
      const admitted = values.filter((value) => known.has(jsonType(value)));
      return unionType(admitted.flatMap((value) => literalTypes(value, this.scalarsOf(group))));
    }
    const array = known.has('array') ? arrayTypeOf(place, (item) => this.typeOf(item)) : undefined;
    const object = known.has('object')
      ? objectTypeOf(place, {
          group,
          hidden: this.hidden(group),
          property: (name, own) =>
            this.isUnlisted(place, own)
              ? this.unlisted(group, name)
              : this.property(group, name, own, within),
          isFilled: (name) => this.isFilled(group, name),
          schema: (schema) => this.typeOf(schema),
          unfilled: (schema) => this.unfilled.typeOf(schema),
        })
      : undefined;
    if (array === undefined && object === undefined) return undefined;
    return typesType(known, this.scalarsOf(group), { array, object });
  }

  private property(
    parent: Group,
    name: string,
    own: SchemaAt | undefined,
    within: readonly string[],
  ): TypeText {
    const context = { group: this.groups.property(parent, name), known: ALL_TYPES, within };
    const places = own === undefined ? propertyPlaces(parent.always, name) : [own];
    return intersectionType(places.map((place) => this.part(place, context) ?? UNKNOWN));
  }

  /** True for the property that distinguishes unlisted values of a hierarchy, where they are received. */
  private isUnlisted({ schema }: ObjectSchemaAt, property?: SchemaAt): boolean {
    if (this.use === undefined || schema[UNLISTED] !== true) return false;
    if (asObject(property?.schema).not === undefined) return false;
    this.differ();
    return directionOf(this.use) === this.kind.received;
  }

  private unlisted(parent: Group, name: string): TypeText {
    const group = this.groups.property(parent, name);
    const scalars = { ...this.scalarsOf(group), text: () => UNLISTED_STRING };
    return typesType(this.groups.typesOf(group), scalars, { object: objectType([], UNKNOWN) });
  }

  private isFilled({ always }: Group, name: string): boolean {
    const { filled } = this.kind;
    if (this.use !== 'input' || filled.size === 0) return false;
    if (!filled.has(placesKey(propertyPlaces(always, name)))) return false;
    this.differ();
    return true;
  }

  private becomesBigint(before: Group, after: Group): boolean {
    if (!this.kind.exact || !isBigint(after) || isBigint(before)) return false;
    this.differ();
    return this.groups.typesOf(before).has('number');
  }

  private scalarsOf(group: Group): ScalarTypes {
    return {
      numbers: () => {
        const numbers = this.kind.exact ? numbersOf(group) : 'number';
        if (numbers !== 'number') this.differ();
        return numbers;
      },
      text: () => this.textOf(group),
    };
  }

  /** The type of the group's strings, which a mapped format may determine. */
  private textOf(group: Group): TypeText {
    const { formats } = this.kind;
    if (formats.size === 0) return STRING;
    this.differ();
    const typesIn = (places: readonly ObjectSchemaAt[]): TypeText[] =>
      places.flatMap(({ schema }) => formatOf(schema, formats) ?? []).map(formatType);
    const [certain] = typesIn(group.always);
    return certain ?? unionType([STRING, ...typesIn(group.possible())]);
  }

  /** True where the group changes the type of numbers or strings. */
  private isRetyped(before: Group, after: Group): boolean {
    if (this.becomesBigint(before, after)) return true;
    if (!this.groups.typesOf(before).has('string')) return false;
    return this.textOf(before).text !== this.textOf(after).text;
  }
}

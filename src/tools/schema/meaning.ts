import { canonicalText } from 'openapi-trellis/tools';
import {
  ALWAYS,
  asObject,
  greatestOf,
  type Direction,
  isAnnotation,
  isJsonObject,
  isPlace,
  KEYWORDS,
  listAt,
  mapAt,
  memberAt,
  hiddenProperties,
  type ObjectSchemaAt,
  applicableSchemas,
  type References,
  type SchemaAt,
  strings,
  walkInPlace,
} from '../document';
import { childLabel, type OpenHierarchy, openHierarchyAt } from './open-hierarchy';
import type { Schemas, Side, Sides } from './atoms';
import { SchemaKeys } from './schema-keys';

/** Schemas within schemas, with a label for where they apply. */
export interface SchemaPart {
  /** The keyword, and anything else it depends on. */
  readonly label: string;
  readonly schemas: readonly Schemas[];
  /** True if their order matters. */
  readonly isOrdered: boolean;
  /** They apply to the same value as the schemas around them. */
  readonly isInPlace?: boolean;
}

/** The assertions of schemas about a value itself, and their schemas for its parts. */
export interface SchemaMeaning {
  /** By keyword, in a form that is equal for equal assertions. */
  readonly assertions: ReadonlyMap<string, string>;
  readonly parts: readonly SchemaPart[];
}

/** The meanings of schemas of two versions, each computed once. */
export class Meanings {
  private readonly keys: SchemaKeys;
  private readonly known = new Map<string, SchemaMeaning | undefined>();

  constructor(
    private readonly sides: Sides,
    private readonly direction: Direction,
  ) {
    this.keys = new SchemaKeys(sides);
  }

  /** Equal for schemas of a version that have the same meaning. */
  keyOf(side: Side, schemas: Schemas): string {
    return schemas.map((at) => this.keys.of(side, at)).join(' ');
  }

  /**
   * The meaning of schemas that all apply, independent of their composition.
   * @param ignored properties to ignore
   * @param key by default, the parts may be those of other schemas with the same meaning
   * @returns undefined if no value is valid
   */
  of(
    side: Side,
    schemas: Schemas,
    ignored: ReadonlySet<string>,
    key = this.keyOf(side, schemas),
  ): SchemaMeaning | undefined {
    const all = [key, ...ignored].join('|');
    if (this.known.has(all)) return this.known.get(all);
    const meaning = meaningOf(this.sides[side], schemas, this.direction, ignored);
    this.known.set(all, meaning);
    return meaning;
  }

  /** Like `of`, with the parts of these very schemas. */
  at(side: Side, schemas: Schemas, ignored: ReadonlySet<string>): SchemaMeaning | undefined {
    const pointers = schemas.map(({ pointer }) => pointer);
    return this.of(side, schemas, ignored, `${side} at ${pointers.join(' ')}`);
  }
}

function meaningOf(
  references: References,
  schemas: Schemas,
  direction: Direction,
  ignored: ReadonlySet<string>,
): SchemaMeaning | undefined {
  const places = schemas.flatMap((each) => inEffect(references, each));
  if (places.some(({ schema }) => schema === false)) return undefined;
  const told = places.filter(isPlace);
  const hidden = (place: ObjectSchemaAt): Set<string> =>
    new Set(
      told
        .filter((around) => isAllOfAround(around, place))
        .flatMap((around) => [...hiddenProperties(references, around, direction)]),
    );
  return {
    assertions: assertionsOf(told, hidden),
    parts: partsOf(references, told, ignored),
  };
}

/** The schemas that always apply with a schema, including the only alternative of a choice. */
function inEffect(references: References, start: SchemaAt): SchemaAt[] {
  if (!isPlace(start)) return [start];
  const always = [...walkInPlace(references, [start], ALWAYS)];
  const single = always
    .filter(isPlace)
    .flatMap((place) => CHOICES.map((keyword) => listAt(place, keyword)))
    .filter(({ length }) => length === 1);
  return [...always, ...single.flat().flatMap((each) => inEffect(references, each))];
}

/** True if a schema is the other, or has it in its `allOf`. Alternatives and targets require what they say. */
function isAllOfAround({ pointer }: ObjectSchemaAt, { pointer: inner }: ObjectSchemaAt): boolean {
  return inner.startsWith(pointer) && /^(?:\/allOf\/\d+)*$/.test(inner.slice(pointer.length));
}

const CHOICES = ['anyOf', 'oneOf'];

/** True for a keyword that asserts something about a value itself; `partsOf` handles the others. */
export function isAssertion(keyword: string): boolean {
  const { holds, needs } = KEYWORDS.get(keyword) ?? {};
  return holds === undefined && needs === undefined && !isAnnotation(keyword) && keyword !== '$ref';
}

/** Formats that say how to show a string, or describe its content. @see https://spec.openapis.org/registry/format/ */
function isHint(format: unknown): boolean {
  return ['password', 'byte', 'base64url', 'binary'].includes(String(format));
}

/** Values with which a keyword has no effect. */
const IDLE = new Set([
  ...['minLength 0', 'minItems 0', 'minProperties 0', 'uniqueItems false', 'required []'],
  'dependentRequired {}',
]);

/** @param hidden properties that do not occur in this direction, and are not required */
function assertionsOf(
  places: readonly ObjectSchemaAt[],
  hidden: (place: ObjectSchemaAt) => ReadonlySet<string>,
): Map<string, string> {
  const values = new Map<string, unknown[]>();
  for (const place of places) {
    for (const [keyword, value] of Object.entries(place.schema)) {
      if (!isAssertion(keyword)) continue;
      if (keyword === 'format' && isHint(value)) continue;
      for (const [name, said] of spelled(keyword, value, () => hidden(place))) {
        values.set(name, [...(values.get(name) ?? []), said]);
      }
    }
  }
  const merged = [...values].map(
    ([keyword, all]) => [keyword, canonicalText(together(keyword, all))] as const,
  );
  return new Map(merged.filter(([keyword, text]) => !IDLE.has(`${keyword} ${text}`)));
}

function spelled(
  keyword: string,
  value: unknown,
  hidden: () => ReadonlySet<string>,
): [keyword: string, value: unknown][] {
  if (keyword === 'const') return [['enum', [value]]];
  if (keyword === 'required') {
    const names = hidden();
    return [[keyword, strings(value).filter((name) => !names.has(name))]];
  }
  return [[keyword, value]];
}

/** Merges values of a keyword in schemas that all apply. */
function together(keyword: string, values: readonly unknown[]): unknown {
  if (keyword === 'type') return common(values.map(typesIn)).sort();
  if (keyword === 'enum') return common(values.map((value) => textsIn(value))).sort();
  if (keyword === 'required') return [...new Set(values.flatMap(strings))].sort();
  if (LOWER_BOUND.test(keyword)) return greatest(values);
  if (UPPER_BOUND.test(keyword)) return least(values);
  if (keyword === 'dependentRequired') return dependents(values);
  const texts = [...new Set(values.map((value) => canonicalText(value)))].sort();
  return texts.length === 1 ? values[0] : texts;
}

/** The types of JSON Schema, of which number includes integer. */
function typesIn(value: unknown): string[] {
  const types = (Array.isArray(value) ? value : [value]).map(String);
  return types.includes('number') ? [...types, 'integer'] : types;
}

/** The values in a list, each as canonical text. */
export function textsIn(values: unknown): string[] {
  return Array.isArray(values) ? values.map((each) => canonicalText(each)) : [];
}

function common(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return [...new Set(first.filter((each) => others.every((list) => list.includes(each))))];
}

function greatest(values: readonly unknown[]): unknown {
  return values.reduce((a, b) => ((a as number) >= (b as number) ? a : b));
}

function least(values: readonly unknown[]): unknown {
  return values.reduce((a, b) => ((a as number) <= (b as number) ? a : b));
}

function dependents(values: readonly unknown[]): unknown {
  const names = [...new Set(values.flatMap((value) => Object.keys(asObject(value))))];
  const all = (name: string): string[] => values.flatMap((value) => strings(asObject(value)[name]));
  const lists = names.map((name) => [name, [...new Set(all(name))].sort()] as const);
  return Object.fromEntries(lists.filter(([, list]) => list.length > 0));
}

function partsOf(
  references: References,
  places: readonly ObjectSchemaAt[],
  ignored: ReadonlySet<string>,
): SchemaPart[] {
  return [
    ...joined(places, (place) =>
      mapAt(place, 'properties')
        .filter(([name]) => !ignored.has(name))
        .map(([name, at]) => [`. ${name}`, at]),
    ),
    ...joined(places, (place) =>
      mapAt(place, 'patternProperties').map(([name, at]) => [`/ ${name}`, at]),
    ),
    ...joined(places, (place) =>
      mapAt(place, 'dependentSchemas').map(([name, at]) => [`? ${name}`, at]),
    ).map((part) => ({ ...part, isInPlace: true })),
    ...joined(places, (place) => [
      ...itemSchemas(place),
      ...rest(references, place, 'unevaluatedItems', ignored),
    ]),
    ...joined(places, (place) => own(place, 'propertyNames')),
    ...joined(places, (place) => [
      ...own(place, 'additionalProperties', additionalTo(place, ignored)),
      ...rest(references, place, 'unevaluatedProperties', ignored),
    ]),
    ...evaluated(references, places, ignored),
    ...places.flatMap((place) => conditional(references, place)),
  ];
}

/** Merges the schemas with the same label, which all apply to the same value. */
function joined(
  places: readonly ObjectSchemaAt[],
  labelled: (place: ObjectSchemaAt) => readonly (readonly [label: string, at: SchemaAt])[],
): SchemaPart[] {
  const found = new Map<string, SchemaAt[]>();
  for (const [label, at] of places.flatMap(labelled)) {
    found.set(label, [...(found.get(label) ?? []), at]);
  }
  const said = [...found].filter(([, schemas]) => !schemas.every(saysNothing));
  return said.map(([label, schemas]) => ({ label, schemas: [schemas], isOrdered: true }));
}

function saysNothing({ schema }: SchemaAt): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).every(isAnnotation));
}

function own(
  place: ObjectSchemaAt,
  keyword: string,
  label = keyword,
): [label: string, at: SchemaAt][] {
  return Object.hasOwn(place.schema, keyword) ? [[label, memberAt(place, keyword)]] : [];
}

/** Additional properties are those that the same schema does not name. */
function additionalTo(place: ObjectSchemaAt, ignored: ReadonlySet<string>): string {
  return `additionalProperties ${canonicalText(namesOf([place], ignored))}`;
}

function itemSchemas(place: ObjectSchemaAt): [label: string, at: SchemaAt][] {
  const prefix = listAt(place, 'prefixItems');
  const rest = own(place, 'items', `items from ${prefix.length}`);
  return [...prefix.map((at, index): [string, SchemaAt] => [`item ${index}`, at]), ...rest];
}

/** The scope of these depends on all schemas that apply next to them. */
function evaluated(
  references: References,
  places: readonly ObjectSchemaAt[],
  ignored: ReadonlySet<string>,
): SchemaPart[] {
  const names = namesOf(places, ignored);
  const counted = places.flatMap((place) => listAt(place, 'prefixItems'));
  const beside = canonicalText([names[0], counted.length]);
  return places.flatMap((place) =>
    ['unevaluatedProperties', 'unevaluatedItems']
      .filter((keyword) => keyword in place.schema)
      .filter((keyword) => restLabel(references, place, keyword, ignored) === undefined)
      .flatMap((keyword) => own(place, keyword, `${keyword} ${beside}`))
      .filter(([, at]) => !saysNothing(at))
      .map(([label, at]): SchemaPart => ({ label, schemas: [[at]], isOrdered: true })),
  );
}

/** Keywords whose evaluated parts depend on the value. */
const EVALUATE = ['anyOf', 'oneOf', 'if', 'dependentSchemas', 'contains', '$dynamicRef'];

/** The label of the equivalent `additionalProperties` or `items`, if no keyword depends on the value. */
function restLabel(
  references: References,
  place: ObjectSchemaAt,
  keyword: string,
  ignored: ReadonlySet<string>,
): string | undefined {
  const within = applicableSchemas(references, place, ALWAYS);
  const others = [keyword, keyword === 'unevaluatedItems' ? 'items' : 'additionalProperties'];
  const isTold = within.every(
    (each) =>
      !EVALUATE.some((name) => name in each.schema) &&
      !others.some((name) => name in each.schema && (name !== keyword || each !== within[0])),
  );
  if (!isTold) return undefined;
  if (keyword === 'unevaluatedProperties') {
    return `additionalProperties ${canonicalText(namesOf(within, ignored))}`;
  }
  return `items from ${greatestOf(within.map((each) => listAt(each, 'prefixItems').length))}`;
}

function rest(
  references: References,
  place: ObjectSchemaAt,
  keyword: string,
  ignored: ReadonlySet<string>,
): [label: string, at: SchemaAt][] {
  if (!(keyword in place.schema)) return [];
  const label = restLabel(references, place, keyword, ignored);
  return label === undefined ? [] : own(place, keyword, label);
}

/** Names of properties, and patterns of names. */
function namesOf(places: readonly ObjectSchemaAt[], ignored: ReadonlySet<string>): string[][] {
  return ['properties', 'patternProperties'].map((keyword) => {
    const names = places.flatMap(({ schema }) => Object.keys(asObject(schema[keyword])));
    return [...new Set(names)].filter((name) => !ignored.has(name)).sort();
  });
}

/** Schemas that apply to some values only. */
function conditional(references: References, place: ObjectSchemaAt): SchemaPart[] {
  const { schema } = place;
  const hierarchy = openHierarchyAt(references, place);
  if (hierarchy !== undefined) return childParts(hierarchy);
  const choices = CHOICES.map((keyword) => ({ keyword, list: listAt(place, keyword) }));
  const { minContains = 1, maxContains = null } = schema;
  const contains = `contains ${canonicalText([minContains, maxContains])}`;
  return [
    ...choices
      .filter(({ list }) => list.length > 1)
      .map(({ keyword, list }) => ({
        label: keyword,
        schemas: list.map((at) => [at]),
        ...{ isOrdered: false, isInPlace: true },
      })),
    ...own(place, 'not').map(([label, at]) => {
      return { label, schemas: [[at]], isOrdered: true, isInPlace: true };
    }),
    ...own(place, 'contains', contains).map(([label, at]) => {
      return { label, schemas: [[at]], isOrdered: true };
    }),
    ...own(place, 'if').map(([label, at]) => {
      const branches = ['then', 'else'].map((keyword) =>
        own(place, keyword).map(([, each]) => each),
      );
      const schemas = [[at], ...branches];
      return { label, schemas, isOrdered: true, isInPlace: true };
    }),
  ];
}

/** The schema for each name, and the one for all others. */
function childParts({ property, children, own }: OpenHierarchy): SchemaPart[] {
  const part = (label: string, schemas: Schemas): SchemaPart => {
    return { label, schemas: [schemas], isOrdered: true, isInPlace: true };
  };
  return [
    ...[...children].map(([name, schemas]) => part(childLabel(property, name), schemas)),
    part(childLabel(property), [own]),
  ];
}

/** Keywords that bound a number, a length or a count. */
const LOWER_BOUND = /^(?:minimum|exclusiveMinimum|min[LIP]\w+)$/;
const UPPER_BOUND = /^(?:maximum|exclusiveMaximum|max[LIP]\w+)$/;

import {
  arrayType,
  BIGINT,
  BOOLEAN,
  literalType,
  type Member,
  NEVER,
  NULL,
  NUMBER,
  objectType,
  tupleType,
  type TypeText,
  UNDEFINED,
  unionType,
  UNKNOWN,
} from './type-text';
import {
  ALL_TYPES,
  type Group,
  type JsonType,
  type NumberTypes,
  requiredNames,
} from './schema-groups';
import {
  listAt,
  mapAt,
  memberAt,
  type ObjectSchemaAt,
  type SchemaAt,
  isJsonObject,
  type JsonObject,
} from '../../document';
import { commentOf } from './comments';

/** The types of numbers and strings, computed on demand. */
export interface ScalarTypes {
  readonly numbers: () => NumberTypes;
  readonly text: () => TypeText;
}

export function literalTypes(value: unknown, { numbers }: ScalarTypes): TypeText[] {
  if (typeof value !== 'number' && typeof value !== 'bigint') return [literalType(value, false)];
  const kind = numbers();
  if (kind === 'number') return [literalType(Number(value), false)];
  const types = [literalType(value, kind === 'bigint')];
  return kind === 'either' ? [...types, literalType(value, true)] : types;
}

/** The union of all values of some JSON types. */
export function typesType(
  types: ReadonlySet<JsonType>,
  { numbers, text }: ScalarTypes,
  {
    array,
    object,
  }: { readonly array?: TypeText | undefined; readonly object?: TypeText | undefined } = {},
): TypeText {
  if (types.size === ALL_TYPES.size && array === undefined && object === undefined) return UNKNOWN;
  const byType: Record<JsonType, readonly TypeText[]> = {
    object: [object ?? objectType([], UNKNOWN)],
    array: [array ?? arrayType(UNKNOWN)],
    string: types.has('string') ? [text()] : [],
    number: types.has('number') ? numberTypes(numbers()) : [],
    boolean: [BOOLEAN],
    null: [NULL],
  };
  return unionType([...ALL_TYPES].flatMap((type) => (types.has(type) ? byType[type] : [])));
}

function numberTypes(kind: NumberTypes): readonly TypeText[] {
  if (kind === 'bigint') return [BIGINT];
  return kind === 'number' ? [NUMBER] : [NUMBER, BIGINT];
}

/**
 * The array type from the keywords of one schema; undefined when they do not describe items. Items in `prefixItems` may
 * be missing, and others may follow, unless the schema excludes that.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1
 */
export function arrayTypeOf(
  place: ObjectSchemaAt,
  typeOf: (schema: SchemaAt) => TypeText,
): TypeText | undefined {
  const prefix = listAt(place, 'prefixItems');
  const items = memberAt(place, 'items');
  const rest = items.schema === false ? undefined : typeOf(items);
  const longest = Number(place.schema.maxItems ?? Infinity);
  if (prefix.length === 0) {
    if (rest === undefined || longest === 0) return tupleType([], 0, undefined);
    return rest === UNKNOWN ? undefined : arrayType(rest);
  }
  const first = prefix.slice(0, longest).map(typeOf);
  const shortest = Number(place.schema.minItems ?? 0);
  return tupleType(first, shortest, longest > prefix.length ? rest : undefined);
}

interface ObjectContext {
  readonly group: Group;
  readonly hidden: ReadonlySet<string>;
  /** The type of a property, from the whole group. */
  readonly property: (name: string, own: SchemaAt | undefined) => TypeText;
  /** True for a property whose default is applied. */
  readonly isFilled: (name: string) => boolean;
  readonly schema: (schema: SchemaAt) => TypeText;
  /** The type without defaults, for a schema that may not apply to the name. */
  readonly unfilled: (schema: SchemaAt) => TypeText;
}

/**
 * The object type from the keywords of one schema; undefined when they do not describe objects.
 *
 * In TypeScript an index signature must cover the named properties too, so it is the union of all.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
 */
export function objectTypeOf(place: ObjectSchemaAt, context: ObjectContext): TypeText | undefined {
  const members = membersOf(place, context);
  const index = indexTypes(place, context);
  if (index.length === 0) {
    if (isEmpty(place.schema)) return objectType([], NEVER);
    if (members.length > 0) return objectType(members);
    // All documented properties are hidden in this direction, or there are none.
    return describes(place.schema) ? objectType([], UNKNOWN) : undefined;
  }
  const named = members.flatMap(({ type, optional }) => (optional ? [type, UNDEFINED] : [type]));
  return objectType(members, unionType([...index, ...named]));
}

function membersOf(place: ObjectSchemaAt, { hidden, isFilled, property }: ObjectContext): Member[] {
  const required = requiredNames(place.schema);
  const own = mapAt(place, 'properties');
  const names = new Set(own.map(([name]) => name));
  const members = own.map(([name, at]) => {
    const optional = !required.includes(name) && !isFilled(name);
    return { name, type: property(name, at), optional, comment: commentOf(at.schema) };
  });
  const demanded = required
    .filter((name) => !names.has(name))
    .map((name) => ({ name, type: property(name, undefined), optional: false }));
  return [...members, ...demanded].filter(({ name }) => !hidden.has(name));
}

/** The types of unnamed properties; none when handlers get none. */
function indexTypes(place: ObjectSchemaAt, { group, schema, unfilled }: ObjectContext): TypeText[] {
  const types = mapAt(place, 'patternProperties').map(([, at]) => unfilled(at));
  const additional = memberAt(place, 'additionalProperties');
  if (isStated(additional.schema)) {
    const isAnyOther = !('patternProperties' in place.schema);
    types.push(isAnyOther ? schema(additional) : unfilled(additional));
  }
  const unevaluated = memberAt(place, 'unevaluatedProperties');
  if (isStated(unevaluated.schema)) {
    // TypeScript cannot express which properties other schemas evaluate.
    const others = group.possible().filter((each) => each.schema !== place.schema);
    types.push(others.some((each) => describes(each.schema)) ? UNKNOWN : unfilled(unevaluated));
  }
  if (types.length > 0 || requiredNames(place.schema).length === 0) return types;
  return group.possible().some((each) => describes(each.schema)) ? [] : [UNKNOWN];
}

function isStated(rest: unknown): boolean {
  return rest !== undefined && rest !== false;
}

/** True for a schema that documents properties, whereby others are dropped (src/runtime/contract/schema/projection.ts). */
function describes(schema: JsonObject): boolean {
  return (
    'properties' in schema ||
    (isJsonObject(schema.patternProperties) && Object.keys(schema.patternProperties).length > 0) ||
    isStated(schema.additionalProperties) ||
    isStated(schema.unevaluatedProperties)
  );
}

/** True for a schema that only `{}` matches. */
function isEmpty(schema: JsonObject): boolean {
  const { properties, patternProperties, additionalProperties } = schema;
  return (
    additionalProperties === false &&
    Object.keys(isJsonObject(properties) ? properties : {}).length === 0 &&
    Object.keys(isJsonObject(patternProperties) ? patternProperties : {}).length === 0
  );
}

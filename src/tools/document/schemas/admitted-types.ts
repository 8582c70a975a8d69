import type { SchemaType } from 'openapi-trellis/tools';
import { type JsonObject, strings } from '../model/json-object';
import type { Resolver } from '../model/resolve';
import { foldInPlace } from './in-place-applicators';
import { INTEGER_FORMATS } from './integer-formats';

/**
 * The types that a schema admits, by its own keywords and all schemas that apply in place.
 *
 * @returns undefined when it does not limit them
 */
export function admittedTypes(resolver: Resolver, pointer: string): SchemaType[] | undefined {
  return foldInPlace<Types>(resolver, resolver.at(pointer), {
    nothing: undefined,
    own: ({ schema }) => [ownTypes(schema)],
    any: (branches) => [union(branches.flatMap(({ then }) => then))],
    all: (parts, { schema }) => intersection(parts) ?? impliedTypes(schema),
  });
}

type Types = SchemaType[] | undefined;

/**
 * The types that a schema admits by `type`, `const` and `enum`; undefined without these.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2
 */
export function ownTypes(schema: JsonObject): SchemaType[] | undefined {
  const stated = 'type' in schema ? (typesOf(schema) as SchemaType[]) : undefined;
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  return intersection([
    stated,
    Array.isArray(values) ? [...new Set(values.map(typeOf))] : undefined,
  ]);
}

export function typeOf(value: unknown): SchemaType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as SchemaType;
}

const NUMBER_FORMATS: readonly unknown[] = ['float', 'double'];
const OBJECT_KEYWORDS = ['properties', 'patternProperties', 'additionalProperties', 'required'];
const ARRAY_KEYWORDS = ['items', 'prefixItems'];

/** The type that keywords imply in a schema without `type`. */
function impliedTypes(schema: JsonObject): Types {
  if (INTEGER_FORMATS.has(schema.format)) return ['integer'];
  if (NUMBER_FORMATS.includes(schema.format)) return ['number'];
  if (OBJECT_KEYWORDS.some((keyword) => keyword in schema)) return ['object'];
  return ARRAY_KEYWORDS.some((keyword) => keyword in schema) ? ['array'] : undefined;
}

/** All types in the lists; undefined when one list is. */
export function union(lists: readonly Types[]): Types {
  const types = lists.flatMap((list) => list ?? []);
  return lists.includes(undefined) ? undefined : [...new Set(types)];
}

/** The types common to all lists that are defined. */
export function intersection(lists: readonly Types[]): Types {
  return lists.reduce(common, undefined);
}

/** An integer is a number too. */
function common(a: Types, b: Types): Types {
  if (a === undefined || b === undefined) return a ?? b;
  const types = a.flatMap((type): SchemaType[] => {
    if (b.includes(type) || (type === 'integer' && b.includes('number'))) return [type];
    return type === 'number' && b.includes('integer') ? ['integer'] : [];
  });
  return [...new Set(types)];
}

/** The values of `type` as a list. */
export function typesOf(schema: JsonObject): string[] {
  const type = schema.type;
  return typeof type === 'string' ? [type] : strings(type);
}

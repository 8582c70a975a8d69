import type { JsonType } from '../../../src/contract/request/serialization/value-types';
import { isJsonObject, type JsonObject } from '../document/json-object';
import { valueAt } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { references, subschemas } from './applicators';
import { typesOf } from '../validators/validation-schema';

/**
 * The types that a schema lets a value have, wherever they are written.
 *
 * @returns undefined when it says nothing of them
 */
export function admittedTypes(
  resolver: Resolver,
  pointer: string,
  within: readonly string[] = [],
): JsonType[] | undefined {
  const schema = valueAt(resolver.document, pointer);
  if (!isJsonObject(schema) || within.includes(pointer)) return undefined;
  const of = (at: string): JsonType[] | undefined =>
    admittedTypes(resolver, at, [...within, pointer]);
  const alternatives = ['anyOf', 'oneOf'].map((keyword) => {
    const list = subschemas(schema, pointer, keyword).map(of);
    return list.length === 0 ? undefined : union(list);
  });
  const all = [...references(resolver, schema, pointer), ...subschemas(schema, pointer, 'allOf')];
  const stated = [statedTypes(schema), valueTypes(schema), ...all.map(of), ...alternatives];
  return intersection(stated) ?? impliedTypes(schema);
}

function statedTypes(schema: JsonObject): JsonType[] | undefined {
  return 'type' in schema ? (typesOf(schema) as JsonType[]) : undefined;
}

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
function valueTypes(schema: JsonObject): JsonType[] | undefined {
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  return Array.isArray(values) ? [...new Set(values.map(typeOf))] : undefined;
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as JsonType;
}

const INTEGER_FORMATS: readonly unknown[] = ['int32', 'int64'];
const NUMBER_FORMATS: readonly unknown[] = ['float', 'double'];
const OBJECT_KEYWORDS = ['properties', 'patternProperties', 'additionalProperties', 'required'];
const ARRAY_KEYWORDS = ['items', 'prefixItems'];

/** What a schema without types is meant for, by the keywords that only tell of one type. */
function impliedTypes(schema: JsonObject): JsonType[] | undefined {
  if (INTEGER_FORMATS.includes(schema.format)) return ['integer'];
  if (NUMBER_FORMATS.includes(schema.format)) return ['number'];
  if (OBJECT_KEYWORDS.some((keyword) => keyword in schema)) return ['object'];
  return ARRAY_KEYWORDS.some((keyword) => keyword in schema) ? ['array'] : undefined;
}

/** The types that any of the lists has; undefined when one of them says nothing. */
export function union(lists: readonly (JsonType[] | undefined)[]): JsonType[] | undefined {
  const types = lists.flatMap((list) => list ?? []);
  return lists.includes(undefined) ? undefined : [...new Set(types)];
}

/** The types that every list has that says something. */
export function intersection(lists: readonly (JsonType[] | undefined)[]): JsonType[] | undefined {
  return lists.reduce(common, undefined);
}

/** An integer is a number too. */
function common(a: JsonType[] | undefined, b: JsonType[] | undefined): JsonType[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const types = a.flatMap((type): JsonType[] => {
    if (b.includes(type) || (type === 'integer' && b.includes('number'))) return [type];
    return type === 'number' && b.includes('integer') ? ['integer'] : [];
  });
  return [...new Set(types)];
}

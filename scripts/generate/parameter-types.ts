import type { ParameterType } from '../../src/contract/compiled-contract';
import { unsupported } from './document-error';
import { isJsonObject, type JsonObject } from './json-object';
import { childPointer, valueAt } from './json-pointer';
import type { Resolver } from './resolve';
import { typesOf } from './validation-schema';

/**
 * How the text of a parameter is read: by the types that its schema admits, wherever they are written.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#style-values
 */

/** The types of a parameter's value, or of each item when it is an array. */
export interface ParameterTypes {
  readonly types: readonly ParameterType[];
  readonly array: boolean;
}

/**
 * The types that a parameter's schema admits; a schema that names none is text.
 *
 * @param pointer the parameter, for messages
 * @throws DocumentError when it may hold an object, a list of lists, or either a list or one value
 */
export function parameterTypes(
  resolver: Resolver,
  pointer: string,
  schemaPointer: string,
): ParameterTypes {
  const types = admitted(resolver, schemaPointer) ?? [];
  const array = types.includes('array');
  const items = array ? itemTypes(resolver, schemaPointer) : types;
  if (types.includes('object') || items.some((type) => type === 'object' || type === 'array')) {
    throw unsupported(pointer, 'a parameter that holds an object or a list of lists');
  }
  if (array && types.some((type) => type !== 'array' && type !== 'null')) {
    throw unsupported(pointer, 'a parameter that holds either a list or a single value');
  }
  return { types: items.length === 0 ? ['string'] : (items as ParameterType[]), array };
}

/** The types that a schema lets a value have; undefined when it says nothing of them. */
export function admitted(
  resolver: Resolver,
  pointer: string,
  within: readonly string[] = [],
): string[] | undefined {
  const schema = valueAt(resolver.document, pointer);
  if (!isJsonObject(schema) || within.includes(pointer)) return undefined;
  const inner = [...within, pointer];
  const of = (at: string): string[] | undefined => admitted(resolver, at, inner);
  const targets = referenceOf(resolver, schema, pointer).map(of);
  const all = branches(schema, pointer, 'allOf').map(of);
  const any = ['anyOf', 'oneOf'].map((keyword) => {
    const list = branches(schema, pointer, keyword).map(of);
    return list.length === 0 ? undefined : union(list);
  });
  const stated = [statedTypes(schema), valueTypes(schema), ...targets, ...all, ...any];
  return stated.reduce(intersection, undefined) ?? impliedTypes(schema);
}

function statedTypes(schema: JsonObject): string[] | undefined {
  return 'type' in schema ? typesOf(schema) : undefined;
}

/** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
function valueTypes(schema: JsonObject): string[] | undefined {
  const values: unknown = 'const' in schema ? [schema.const] : schema.enum;
  return Array.isArray(values) ? [...new Set(values.map(typeOf))] : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

const INTEGER_FORMATS: readonly unknown[] = ['int32', 'int64'];
const NUMBER_FORMATS: readonly unknown[] = ['float', 'double'];
const OBJECT_KEYWORDS = ['properties', 'patternProperties', 'additionalProperties', 'required'];
const ARRAY_KEYWORDS = ['items', 'prefixItems'];

/** What a schema without types is meant for, by the keywords that only tell of one type. */
function impliedTypes(schema: JsonObject): string[] | undefined {
  if (INTEGER_FORMATS.includes(schema.format)) return ['integer'];
  if (NUMBER_FORMATS.includes(schema.format)) return ['number'];
  if (OBJECT_KEYWORDS.some((keyword) => keyword in schema)) return ['object'];
  return ARRAY_KEYWORDS.some((keyword) => keyword in schema) ? ['array'] : undefined;
}

/** All types that items may have, of every schema that tells of items in place. */
export function itemTypes(resolver: Resolver, pointer: string): string[] {
  const places: string[] = [];
  const seen = new Set<string>();
  const visit = (at: string): void => {
    const schema = valueAt(resolver.document, at);
    if (!isJsonObject(schema) || seen.has(at)) return;
    seen.add(at);
    if ('items' in schema) places.push(childPointer(at, 'items'));
    places.push(...branches(schema, at, 'prefixItems'));
    referenceOf(resolver, schema, at).forEach(visit);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) branches(schema, at, keyword).forEach(visit);
  };
  visit(pointer);
  return [...new Set(places.flatMap((at) => admitted(resolver, at) ?? []))];
}

export function referenceOf(resolver: Resolver, schema: JsonObject, pointer: string): string[] {
  return typeof schema.$ref === 'string' ? [resolver.target(schema.$ref, pointer)] : [];
}

export function branches(schema: JsonObject, pointer: string, keyword: string): string[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => childPointer(pointer, keyword, index)) : [];
}

function union(lists: readonly (string[] | undefined)[]): string[] | undefined {
  const types = lists.flatMap((list) => list ?? []);
  return lists.includes(undefined) ? undefined : [...new Set(types)];
}

/** An integer is a number too. */
function intersection(a: string[] | undefined, b: string[] | undefined): string[] | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const common = a.flatMap((type) => {
    if (b.includes(type) || (type === 'integer' && b.includes('number'))) return [type];
    return type === 'number' && b.includes('integer') ? ['integer'] : [];
  });
  return [...new Set(common)];
}

import { expressionOf } from '../../contract';
import {
  childPointer,
  type Direction,
  entries,
  hiddenProperties,
  INTEGER_FORMATS,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  mapSubschemas,
  Steps,
  strings,
  without,
  withoutHierarchies,
} from '../../generate/index';

/** Keywords of OpenAPI and annotations whose values may look like schemas, or like names of them. */
const ANNOTATIONS = ['default', 'discriminator', 'example', 'examples', 'externalDocs', 'xml'];

/** Steps of a schema. */
const WRITTEN_OUT = 20;

/**
 * What a schema is for: messages of a direction, responses that hold nothing that is write-only, or requests
 * to a service to which a discriminator says nothing.
 */
export type SchemaUse = Direction | 'shown response' | 'plain request';

interface DirectionalDocument {
  readonly schema: JsonObject;
  /** Names of the properties in it that do not go this way. */
  readonly otherWay: ReadonlySet<string>;
  /** True where patterns of another dialect are left out of it. */
  readonly hasOtherPatterns: boolean;
}

/**
 * A schema of the document with all that it refers to, as a document of JSON Schema by itself: with what
 * the direction of a message means said in keywords, and the ranges of OpenAPI's formats of integers.
 *
 * Where allOf joins schemas, one of them may say that a property goes the other way and another demand it.
 * It is not demanded then, in whatever order they refer to each other.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export function directionalDocument(
  loaded: Pick<LoadedContract, 'resolver'>,
  pointer: string,
  use: SchemaUse,
): DirectionalDocument {
  const direction = use.endsWith('request') ? 'request' : 'response';
  const resolver = use === 'plain request' ? withoutHierarchies(loaded.resolver) : loaded.resolver;
  const otherWay = new Set<string>();
  let hasOtherPatterns = false;
  const steps = new Steps();
  const names = new Map<string, string>();
  const waiting: { readonly pointer: string; readonly hidden: readonly string[] }[] = [];
  const referenceTo = (target: string, hidden: readonly string[]): string => {
    const key = JSON.stringify([target, hidden]);
    const known = names.get(key);
    if (known !== undefined) return `#/$defs/${known}`;
    const name = String(names.size);
    names.set(key, name);
    waiting.push({ pointer: target, hidden });
    return `#/$defs/${name}`;
  };
  const written = (schema: unknown, at: string, around: readonly string[]): unknown => {
    if (!isJsonObject(schema)) return schema;
    // A schema is written anew for other names that are hidden around it.
    steps.take(at, WRITTEN_OUT);
    const own = hiddenProperties(resolver, { schema, pointer: at }, direction);
    own.forEach((name) => otherWay.add(name));
    const hidden = [...new Set([...around, ...own])].sort();
    const allOf = childPointer(at, 'allOf');
    const mapped = mapSubschemas(
      schema,
      (inner, place) => written(inner, place, place.startsWith(`${allOf}/`) ? hidden : []),
      at,
    );
    const kept = Object.entries(mapped).filter(
      ([keyword]) => !ANNOTATIONS.includes(keyword) && !keyword.startsWith('x-'),
    );
    const { required, $ref, pattern } = schema;
    const isOther = typeof pattern === 'string' && !isUnicodePattern(pattern);
    hasOtherPatterns ||= isOther;
    return {
      ...without(Object.fromEntries(kept), ...(isOther ? ['pattern'] : [])),
      ...(use === 'shown response' && withoutHidden(mapped, own)),
      ...withIntegerFormat(mapped),
      ...(Array.isArray(required) && {
        required: strings(required).filter((name) => !hidden.includes(name)),
      }),
      ...(typeof $ref === 'string' && { $ref: referenceTo(resolver.target($ref, at), hidden) }),
    };
  };
  const $ref = referenceTo(pointer, []);
  const $defs: Record<string, unknown> = {};
  for (let name = 0, next = waiting.shift(); next; name++, next = waiting.shift()) {
    const { schema } = resolver.at(next.pointer);
    $defs[String(name)] = written(schema, next.pointer, next.hidden);
  }
  return { schema: { $ref, $defs }, otherWay, hasOtherPatterns };
}

/** False for what JSON Schema does not recommend, such as `[\w-.]`, which the contract layer reads all the same. */
function isUnicodePattern(pattern: string): boolean {
  try {
    return expressionOf([pattern, 'u']) instanceof RegExp;
  } catch {
    return false;
  }
}

/** No value fits a property that is not to be there. */
function withoutHidden({ properties }: JsonObject, hidden: ReadonlySet<string>): JsonObject {
  if (!isJsonObject(properties)) return {};
  const members = Object.entries(properties).map(
    ([name, property]) => [name, hidden.has(name) ? false : property] as const,
  );
  return { properties: Object.fromEntries(members) };
}

/** @see https://spec.openapis.org/registry/format/ */
function withIntegerFormat({ format, allOf }: JsonObject): JsonObject {
  const limits = INTEGER_FORMATS.get(format);
  if (limits === undefined) return {};
  const [minimum, maximum] = limits.map(Number);
  const others: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  return { allOf: [...others, { minimum, maximum }] };
}

/** By document, then by direction and pointer. */
const known = new WeakMap<object, Map<string, ReadonlySet<string>>>();

/**
 * Names of the properties in a schema, or in what it refers to, that do not go in a direction: those that
 * are read-only in a request, and write-only in a response.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export function otherWayMembers(
  loaded: Pick<LoadedContract, 'resolver'>,
  pointer: string,
  direction: Direction,
): ReadonlySet<string> {
  const found = known.get(loaded) ?? new Map<string, ReadonlySet<string>>();
  known.set(loaded, found);
  const key = `${direction} ${pointer}`;
  const names = found.get(key) ?? directionalDocument(loaded, pointer, direction).otherWay;
  found.set(key, names);
  return names;
}

export function holdsMember(value: unknown, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  if (Array.isArray(value)) return value.some((item) => holdsMember(item, names));
  return entries(value).some(([name, member]) => names.has(name) || holdsMember(member, names));
}

export function withoutMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (names.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutMembers(item, names));
  if (!isJsonObject(value)) return value;
  const kept = entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutMembers(member, names)]));
}

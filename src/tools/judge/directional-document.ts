import { expressionOf } from 'openapi-trellis/tools';
import {
  childPointer,
  type Direction,
  entries,
  hiddenProperties,
  INTEGER_FORMATS,
  isJsonObject,
  type JsonObject,
  mapSubschemas,
  Steps,
  strings,
  without,
  withoutHierarchies,
  getOrMake,
  mapEntries,
} from '../document';
import type { LoadedContract } from '../validators';

/** OpenAPI keywords and annotations whose values may look like schemas, or like names of schemas. */
const ANNOTATIONS = ['default', 'discriminator', 'example', 'examples', 'externalDocs', 'xml'];

/** Limit of steps for one schema. */
const WRITTEN_OUT = 20;

/**
 * The use of a schema: for messages of a direction, for responses without write-only properties, or for requests
 * to a service that ignores discriminators.
 */
export type SchemaUse = Direction | 'shown response' | 'plain request';

interface DirectionalDocument {
  readonly schema: JsonObject;
  /** Names of its properties that do not go in this direction. */
  readonly otherWay: ReadonlySet<string>;
  /** True if patterns of another dialect were left out. */
  readonly hasOtherPatterns: boolean;
}

/**
 * A schema of the document and all schemas it refers to, as a self-contained JSON Schema document. Keywords
 * express the direction of the message and the ranges of OpenAPI's integer formats.
 *
 * With allOf, one schema may exclude a property from the direction and another may require it. It is not required
 * then, whichever schema refers to the other.
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
    const name = getOrMake(names, JSON.stringify([target, hidden]), () => {
      waiting.push({ pointer: target, hidden });
      return String(names.size);
    });
    return `#/$defs/${name}`;
  };
  const written = (schema: unknown, at: string, around: readonly string[]): unknown => {
    if (!isJsonObject(schema)) return schema;
    // A schema is written once for each set of names that are hidden around it.
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

/** False for patterns that JSON Schema does not recommend, such as `[\w-.]`; the contract layer reads them. */
function isUnicodePattern(pattern: string): boolean {
  try {
    return expressionOf([pattern, 'u']) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Makes every value of a hidden property invalid. */
function withoutHidden({ properties }: JsonObject, hidden: ReadonlySet<string>): JsonObject {
  if (!isJsonObject(properties)) return {};
  const shown = mapEntries(properties, (name, property) => !hidden.has(name) && property);
  return { properties: shown };
}

/** @see https://spec.openapis.org/registry/format/ */
function withIntegerFormat({ format, allOf }: JsonObject): JsonObject {
  const limits = INTEGER_FORMATS.get(format);
  if (limits === undefined) return {};
  const [minimum, maximum] = limits.map(Number);
  const others: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  return { allOf: [...others, { minimum, maximum }] };
}

/** Results by document, then by direction and pointer. */
const known = new WeakMap<object, Map<string, ReadonlySet<string>>>();

/**
 * Names of the properties that do not go in a direction, in a schema and those it refers to: read-only properties
 * in a request, write-only ones in a response.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
export function otherWayMembers(
  loaded: Pick<LoadedContract, 'resolver'>,
  pointer: string,
  direction: Direction,
): ReadonlySet<string> {
  const found = getOrMake(known, loaded, () => new Map<string, ReadonlySet<string>>());
  const compiled = (): ReadonlySet<string> =>
    directionalDocument(loaded, pointer, direction).otherWay;
  return getOrMake(found, `${direction} ${pointer}`, compiled);
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

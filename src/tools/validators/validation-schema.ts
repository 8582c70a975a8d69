import {
  normalizeNumbers,
  discriminatorOf,
  type Direction,
  hiddenProperties,
  isBigintSchema,
  isJsonObject,
  type JsonObject,
  strings,
  without,
  type Resolver,
  isPlace,
  type ObjectSchemaAt,
  type SchemaAt,
  ALWAYS,
  appliedSchemas,
  IN_PLACE,
  applicableSchemas,
  mapSubschemas,
} from '../document';
import { pointerKeys, type Extensions } from 'openapi-trellis/tools';
import { withExactKeywords } from './exact-keywords';
import { withOwnFormat } from './extension-code';

/**
 * Converts the document's schemas to those to compile, which differ in numbers that doubles cannot hold, and by the
 * direction of the message.
 */

/** Keywords that assert nothing. Some hold values that look like schemas. */
const ANNOTATIONS = new Set([
  '$comment',
  'default',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'title',
  'xml',
]);

export function validationSchema(
  resolver: Resolver,
  start: SchemaAt,
  direction: Direction,
  extensions: Extensions,
): unknown {
  return normalizeNumbers(compilable({ resolver, direction, extensions }, start, NOTHING));
}

/** Steps counted for a schema that is copied into another. */
const WRITTEN_OUT = 20;

interface Context {
  readonly resolver: Resolver;
  readonly direction: Direction;
  readonly extensions: Extensions;
}

/** Facts from the enclosing schemas about the value. */
interface Surroundings {
  /** Properties hidden in the direction. */
  readonly hidden: ReadonlySet<string>;
  /** True when one of them needs exact integers. */
  readonly bigint: boolean;
  /** Targets already inlined. */
  readonly within: readonly unknown[];
}

const NOTHING: Surroundings = { hidden: new Set(), bigint: false, within: [] };

function compilable(context: Context, at: SchemaAt, around: Surroundings): unknown {
  if (!isPlace(at)) return at.schema;
  const { resolver, direction, extensions } = context;
  const { schema, pointer } = at;
  resolver.steps.take(pointer, around.within.length > 0 ? WRITTEN_OUT : 1);
  const here: Surroundings = {
    ...around,
    hidden: new Set([...around.hidden, ...hiddenProperties(resolver, at, direction)]),
    bigint: around.bigint || asksForBigint(resolver, at),
  };
  const mapped = mapSubschemas(
    schema,
    (subschema, inner) => {
      const [keyword = ''] = pointerKeys(inner.slice(pointer.length));
      return compilable(
        context,
        { schema: subschema, pointer: inner },
        surroundingsIn(keyword, here),
      );
    },
    pointer,
  );
  const isOwn = (keyword: string): boolean => Object.hasOwn(extensions.keywords ?? {}, keyword);
  const asserting = Object.entries(mapped).filter(
    ([keyword]) => isOwn(keyword) || (!ANNOTATIONS.has(keyword) && !keyword.startsWith('x-')),
  );
  const discriminator = discriminatorOf(resolver, at);
  const result = {
    ...withOwnFormat(Object.fromEntries(asserting), extensions),
    ...requiredWithout(schema, here.hidden),
    ...containing(schema),
    ...(discriminator && { discriminator }),
  };
  const exact = withExactKeywords(withProtoName(result), here.bigint);
  return here.bigint ? withCopyOfTarget(context, at, exact, here) : exact;
}

/** `allOf` always applies together with its schema; conditions and alternatives must not be weakened. */
function surroundingsIn(keyword: string, here: Surroundings): Surroundings {
  if (keyword === 'allOf') return here;
  const isInPlace = IN_PLACE.some((each) => each === keyword);
  return isInPlace ? { ...here, hidden: NOTHING.hidden } : NOTHING;
}

/** Inlines the target, which does not know that its reference needs exact integers. */
function withCopyOfTarget(
  context: Context,
  place: ObjectSchemaAt,
  compiled: JsonObject,
  here: Surroundings,
): JsonObject {
  const [target] = appliedSchemas(context.resolver, place, ['$ref']).filter(isPlace);
  if (target === undefined || here.within.includes(target.schema)) return compiled;
  if (asksForBigint(context.resolver, target)) return compiled;
  const rest = without(compiled, '$ref');
  const allOf: unknown[] = Array.isArray(rest.allOf) ? rest.allOf : [];
  const copy = compilable(context, target, { ...here, within: [...here.within, target.schema] });
  return { ...rest, allOf: [...allOf, copy] };
}

/** True when every number that the schema allows is an exact integer. */
function asksForBigint(resolver: Resolver, place: ObjectSchemaAt): boolean {
  return applicableSchemas(resolver, place, ALWAYS).some(({ schema }) => isBigintSchema(schema));
}

/** Ajv takes an empty array for one that contains an item beside `prefixItems`, and after another array without a most. */
function containing({ contains, prefixItems, ...schema }: JsonObject): JsonObject {
  const { minContains = 1, maxContains, minItems = 0 } = schema;
  if (contains === undefined || Number(minContains) === 0) return {};
  const isMore = prefixItems !== undefined && Number(minContains) > Number(minItems);
  return {
    ...(isMore && { minItems: minContains }),
    ...(maxContains === undefined && { maxContains: Number.MAX_SAFE_INTEGER }),
  };
}

function requiredWithout(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (!Array.isArray(schema.required)) return {};
  return { required: strings(schema.required).filter((name) => !names.has(name)) };
}

const NAME = '__proto__';

/** Ajv skips a property `__proto__` in `properties`, so it becomes a pattern. */
function withProtoName(schema: JsonObject): JsonObject {
  const { properties, patternProperties, allOf } = schema;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, NAME)) return schema;
  const pattern = `^${NAME}$`;
  const patterns = isJsonObject(patternProperties) ? patternProperties : {};
  const all: unknown[] = Array.isArray(allOf) ? allOf : [];
  return {
    ...schema,
    // Lets `additionalProperties` know the name.
    patternProperties: { [pattern]: true, ...patterns },
    allOf: [...all, { patternProperties: { [pattern]: properties[NAME] } }],
  };
}

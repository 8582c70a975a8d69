import { plainNumbers } from '../check/check-document';
import { discriminatorOf } from './discriminator';
import { otherWayNames, type Direction } from '../schemas/direction';
import { isInt64Schema, withExactKeywords } from './exact-keywords';
import { isJsonObject, strings, without, type JsonObject } from '../document/json-object';
import { fragmentPointer, pointerKeys, valueAt } from '../document/json-pointer';
import { withProtoName } from './proto-name';
import { mapSubschemas } from '../document/walk-schema';

export { isInt64Schema, typesOf } from './exact-keywords';

/**
 * From the document's schemas to those that the validators are compiled from: the same, but for
 * numbers, which doubles cannot say, and for the direction of the message.
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

/** Keywords whose schemas apply to the very value that the schema around them applies to. */
const IN_PLACE = new Set([
  'allOf',
  'anyOf',
  'dependentSchemas',
  'else',
  'if',
  'not',
  'oneOf',
  'then',
]);

/** The schema to compile for a schema of the document. */
export function validationSchema(
  document: JsonObject,
  schema: unknown,
  direction: Direction,
): unknown {
  return plainNumbers(compilable({ document, direction }, schema, NOTHING));
}

interface Context {
  readonly document: JsonObject;
  readonly direction: Direction;
}

/** What the schemas around a schema say of the value that it applies to. */
interface Surroundings {
  /** Properties that do not go this way. */
  readonly otherWay: ReadonlySet<string>;
  /** One of them asks for integers of 64 bits. */
  readonly int64: boolean;
  /** The targets of references in whose place the schema is written out. */
  readonly within: readonly unknown[];
}

const NOTHING: Surroundings = { otherWay: new Set(), int64: false, within: [] };

function compilable(context: Context, schema: unknown, around: Surroundings): unknown {
  if (!isJsonObject(schema)) return schema;
  const { document, direction } = context;
  const here: Surroundings = {
    ...around,
    otherWay: new Set([...around.otherWay, ...otherWayNames(document, schema, direction)]),
    int64: around.int64 || asksForInt64(document, schema),
  };
  const mapped = mapSubschemas(schema, (subschema, pointer) => {
    const [keyword = ''] = pointerKeys(pointer);
    return compilable(context, subschema, surroundingsIn(keyword, here));
  });
  const asserting = Object.entries(mapped).filter(
    ([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  );
  const discriminator = discriminatorOf(document, schema);
  const result = {
    ...Object.fromEntries(asserting),
    ...requiredWithout(schema, here.otherWay),
    ...(discriminator && { discriminator }),
  };
  const exact = withExactKeywords(withProtoName(result), here.int64);
  return here.int64 ? withCopyOfTarget(context, schema, exact, here) : exact;
}

/** Those of `allOf` always apply with the schema; a condition or an alternative must keep its word. */
function surroundingsIn(keyword: string, here: Surroundings): Surroundings {
  if (keyword === 'allOf') return here;
  return IN_PLACE.has(keyword) ? { ...here, otherWay: NOTHING.otherWay } : NOTHING;
}

/** A target on its own does not know that 64 bits are asked for where the reference stands. */
function withCopyOfTarget(
  context: Context,
  schema: JsonObject,
  compiled: JsonObject,
  here: Surroundings,
): JsonObject {
  const target = referenceTarget(context.document, schema);
  if (!isJsonObject(target) || here.within.includes(target)) return compiled;
  if (asksForInt64(context.document, target)) return compiled;
  const rest = without(compiled, '$ref');
  const allOf: unknown[] = Array.isArray(rest.allOf) ? rest.allOf : [];
  const copy = compilable(context, target, { ...here, within: [...here.within, target] });
  return { ...rest, allOf: [...allOf, copy] };
}

/** True when whatever the schema allows, if it is a number, is an integer of 64 bits. */
function asksForInt64(
  document: JsonObject,
  schema: unknown,
  path: readonly unknown[] = [],
): boolean {
  if (!isJsonObject(schema) || path.includes(schema)) return false;
  if (isInt64Schema(schema)) return true;
  const applied = [referenceTarget(document, schema), schema.allOf].flat();
  return applied.some((other) => asksForInt64(document, other, [...path, schema]));
}

function referenceTarget(document: JsonObject, { $ref }: JsonObject): unknown {
  const pointer = typeof $ref === 'string' ? fragmentPointer($ref) : undefined;
  return pointer === undefined ? undefined : valueAt(document, pointer);
}

function requiredWithout(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (!Array.isArray(schema.required)) return {};
  return { required: strings(schema.required).filter((name) => !names.has(name)) };
}

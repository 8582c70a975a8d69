import type { Int64Limits } from '../../src/contract/integer-keywords';
import { isJsonObject, strings, type JsonObject } from './json-object';
import { otherWayNames, type Direction } from './direction';
import { pointerKeys } from './json-pointer';
import { plainNumbers } from './check-document';
import { mapSubschemas } from './walk-schema';

/**
 * From the document's schemas to those that the validators are compiled from: the same, but for
 * integers, which doubles cannot say, and for the direction of the message.
 */

/** Keywords that assert nothing. Some hold values that look like schemas. */
const ANNOTATIONS = new Set([
  '$comment',
  '$schema',
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

/** The schema to compile for a schema of the document. */
export function validationSchema(
  document: JsonObject,
  schema: unknown,
  direction: Direction,
): unknown {
  return compilable({ document, direction }, schema, new Set());
}

interface Context {
  readonly document: JsonObject;
  readonly direction: Direction;
}

/** @param otherWay properties that do not go this way, by schemas that apply to the same value */
function compilable(context: Context, schema: unknown, otherWay: ReadonlySet<string>): unknown {
  if (!isJsonObject(schema)) return schema;
  const { document, direction } = context;
  const names = new Set([...otherWay, ...otherWayNames(document, schema, direction)]);
  const mapped = mapSubschemas(schema, (subschema, pointer) => {
    // Those of `allOf` always apply to the same value; a condition or an alternative must keep its word.
    const [keyword] = pointerKeys(pointer);
    return compilable(context, subschema, keyword === 'allOf' ? names : new Set());
  });
  const asserting = Object.entries(mapped).filter(
    ([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  );
  const result = { ...Object.fromEntries(asserting), ...requiredWithout(schema, names) };
  return plainNumbers(withIntegerKeywords(result));
}

function requiredWithout(schema: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (!Array.isArray(schema.required)) return {};
  return { required: strings(schema.required).filter((name) => !names.has(name)) };
}

/** True for a schema whose numbers are integers of 64 bits. */
export function isInt64Schema(schema: JsonObject): boolean {
  if (schema.format !== 'int64') return false;
  const types = typesOf(schema);
  return types.length === 0 || types.includes('integer') || types.includes('number');
}

/** The values of `type`, always as a list. */
export function typesOf(schema: JsonObject): string[] {
  const type = schema.type;
  return typeof type === 'string' ? [type] : strings(type);
}

const LIMITS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
] as const satisfies (keyof Int64Limits)[];

function withIntegerKeywords(schema: JsonObject): JsonObject {
  if (isInt64Schema(schema)) return withInt64(schema);
  const types = typesOf(schema);
  const integer = types.includes('integer') && !types.includes('number');
  return integer ? { ...schema, exactInteger: true } : schema;
}

/** The limits beside `format: int64` are taken out of the schema and compared exactly instead. */
function withInt64(schema: JsonObject): JsonObject {
  const limits = new Map<string, unknown>();
  const taken = new Set(['format']);
  for (const keyword of LIMITS) {
    const limit = integerText(schema[keyword]);
    if (limit === undefined) continue;
    limits.set(keyword, limit);
    taken.add(keyword);
  }
  const values = 'const' in schema ? [schema.const] : schema.enum;
  const texts = Array.isArray(values) ? values.map(integerText) : [];
  if (texts.length > 0 && texts.every((text) => text !== undefined)) {
    limits.set('enum', texts);
    taken.add('const').add('enum');
  }
  const rest = Object.entries(schema).filter(([keyword]) => !taken.has(keyword));
  return { ...Object.fromEntries(rest), int64: Object.fromEntries(limits) };
}

function integerText(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && Number.isInteger(value) ? String(BigInt(value)) : undefined;
}

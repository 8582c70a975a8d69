import type { Int64Limits } from '../../src/contract/integer-keywords';
import { isJsonObject, strings, type JsonObject } from './json-object';
import { valueAt, fragmentPointer } from './json-pointer';
import { plainNumbers } from './check-document';
import { mapSubschemas } from './walk-schema';

/**
 * From the document's schemas to those that the validators are compiled from: the same, but for
 * integers, which doubles cannot say, and for the direction of the message.
 */

/** Which way a message goes; it decides what `readOnly` and `writeOnly` mean. */
export type Direction = 'request' | 'reply';

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
  if (!isJsonObject(schema)) return schema;
  const mapped = mapSubschemas(schema, (sub) => validationSchema(document, sub, direction));
  const asserting = Object.entries(mapped).filter(
    ([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'),
  );
  const result = { ...Object.fromEntries(asserting), ...requiredIn(document, schema, direction) };
  return plainNumbers(withIntegerKeywords(result));
}

/**
 * A property that does not go this way is not required: `readOnly` in requests, `writeOnly` in replies.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4
 */
function requiredIn(document: JsonObject, schema: JsonObject, direction: Direction): JsonObject {
  if (!Array.isArray(schema.required)) return {};
  const required = strings(schema.required).filter((name) => {
    const property = isJsonObject(schema.properties) ? schema.properties[name] : undefined;
    return !goesOtherWay(document, property, direction);
  });
  return { required };
}

/** True for a property schema that is `readOnly` in a request or `writeOnly` in a reply. */
export function goesOtherWay(document: JsonObject, schema: unknown, direction: Direction): boolean {
  const keyword = direction === 'request' ? 'readOnly' : 'writeOnly';
  const seen = new Set<unknown>();
  let current = schema;
  while (isJsonObject(current) && !seen.has(current)) {
    if (current[keyword] === true) return true;
    seen.add(current);
    const reference = current.$ref;
    const pointer = typeof reference === 'string' ? fragmentPointer(reference) : undefined;
    current = pointer === undefined ? undefined : valueAt(document, pointer);
  }
  return false;
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

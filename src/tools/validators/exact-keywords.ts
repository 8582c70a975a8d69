import { BOUNDS, typesOf, INTEGER_FORMATS, isBigintSchema, type JsonObject } from '../document';
import { formats } from 'openapi-trellis/contract/runtime';
import { canonicalText, type IntegerLimits } from 'openapi-trellis/tools';

/**
 * Replaces keywords that need more precision than doubles by those of src/runtime/contract/schema/keywords.ts. JSON
 * Schema's own keywords stay where doubles decide correctly, since rounding keeps the order of numbers.
 */

function isInt64Schema(schema: JsonObject): boolean {
  return schema.format === 'int64' && isBigintSchema(schema);
}

const LIMITS = [...BOUNDS, 'multipleOf'] as const satisfies (keyof IntegerLimits)[];

/** @param bigint true when a schema for the same value, possibly this one, needs exact integers */
export function withExactKeywords(schema: JsonObject, bigint: boolean): JsonObject {
  const result: Record<string, unknown> = { ...schema };
  const isInt64 = isInt64Schema(schema);
  const limits = takeLimits(result, isInt64);
  const types = typesOf(schema);
  const mayBeText = types.length === 0 || types.includes('string');
  const isOfTexts = mayBeText && Object.hasOwn(formats, String(schema.format));
  if (INTEGER_FORMATS.has(schema.format) && !isOfTexts) delete result.format;
  if (isInt64) {
    result.int64 = limits;
  } else if (Object.keys(limits).length > 0) result.exactLimits = limits;
  if ('const' in result && !isExactScalar(result.const)) {
    result.exactConst = [canonicalText(result.const)];
    delete result.const;
  }
  if (
    Array.isArray(result.enum) &&
    (result.enum.length === 0 || !result.enum.every(isExactScalar))
  ) {
    result.exactEnum = result.enum.map((value) => canonicalText(value));
    delete result.enum;
  }
  const bounds = INTEGER_FORMATS.get(schema.format);
  if (bounds !== undefined && !isInt64) {
    const [minimum, maximum] = bounds;
    result.integerFormat = { format: schema.format, minimum, maximum };
  }
  if (!isInt64 && types.includes('integer') && !types.includes('number')) {
    result[bigint ? 'wholeNumber' : 'exactInteger'] = true;
  }
  return result;
}

/** Removes and returns the limits to compare exactly; with `all`, every integer limit. */
function takeLimits(schema: Record<string, unknown>, all: boolean): Record<string, string> {
  const limits: Record<string, string> = {};
  for (const keyword of LIMITS) {
    const limit = schema[keyword];
    if (typeof limit !== 'number' && typeof limit !== 'bigint') continue;
    // A remainder depends on every digit; an order depends only on the rounding of the limit.
    const isExact =
      keyword === 'multipleOf' || !isExactScalar(limit) || (all && Number.isInteger(limit));
    if (!isExact) continue;
    limits[keyword] = typeof limit === 'bigint' ? String(limit) : decimalText(limit);
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a closed list of keywords
    delete schema[keyword];
  }
  return limits;
}

function decimalText(double: number): string {
  return Number.isInteger(double) ? String(BigInt(double)) : String(double);
}

/** True for a value that doubles compare correctly: neither an object nor an unsafe integer. */
function isExactScalar(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value);
  return typeof value !== 'bigint' && (typeof value !== 'object' || value === null);
}

import {
  canonicalText,
  type ExtensionName,
  type Extensions,
  isMultiple,
  memoize,
  regularExpression,
  type Validate,
} from 'openapi-trellis/tools';
import { formats } from 'openapi-trellis/contract/runtime';
import { isJsonObject, strings, typeOf } from '../document';
import { CompilableSchemas, SchemaCompiler } from '../validators';
import { errorOfValue } from './value-error';

/**
 * Checks one keyword of a schema by itself, which compiled validators cannot do.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6
 */
type Assertion = (bound: unknown, value: unknown) => boolean;

/** The assertion of a keyword without subschemas; undefined for other keywords and for annotations. */
export function assertionOf(keyword: string): Assertion | undefined {
  return Object.hasOwn(ASSERTIONS, keyword) ? ASSERTIONS[keyword] : undefined;
}

/** The assertion of a keyword or format that the service defines; undefined where it defines none. */
export function ownAssertion(
  keyword: string,
  bound: unknown,
  { formats = {}, keywords = {} }: Extensions,
): Assertion | undefined {
  const format = keyword === 'format' && Object.hasOwn(formats, String(bound));
  if (format && formats[String(bound)]?.validate !== undefined) {
    return (name, value) =>
      typeof value !== 'string' || formats[String(name)]?.validate?.(value) !== false;
  }
  const own = Object.hasOwn(keywords, keyword) ? keywords[keyword as ExtensionName] : undefined;
  // Numbers are doubles, as in compiled validators.
  return (
    own &&
    ((parameter, value) =>
      own.validate(parameter, typeof value === 'bigint' ? Number(value) : value))
  );
}

const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  type: (bound, value) => {
    const types = typeof bound === 'string' ? [bound] : strings(bound);
    const type = typeOf(value);
    return types.includes(type) || (type === 'integer' && types.includes('number'));
  },
  enum: (bound, value) => Array.isArray(bound) && listedTexts(bound).has(canonicalText(value)),
  const: isEqual,
  format: (bound, value) => typeof bound !== 'string' || isOfFormat(bound, value),

  minLength: ofString((text, bound) => lengthOf(text) >= bound),
  maxLength: ofString((text, bound) => lengthOf(text) <= bound),
  pattern: (bound, value) =>
    typeof value !== 'string' || regularExpression(String(bound)).test(value),

  minimum: ofNumber((number, bound) => number >= bound),
  maximum: ofNumber((number, bound) => number <= bound),
  exclusiveMinimum: ofNumber((number, bound) => number > bound),
  exclusiveMaximum: ofNumber((number, bound) => number < bound),
  multipleOf: ofNumber((number, bound) => isMultiple(number, String(bound))),

  minItems: ofArray((items, bound) => items.length >= bound),
  maxItems: ofArray((items, bound) => items.length <= bound),
  uniqueItems: (bound, value) =>
    bound !== true ||
    !Array.isArray(value) ||
    new Set(value.map((item) => canonicalText(item))).size === value.length,

  minProperties: ofObject((names, bound) => names.length >= bound),
  maxProperties: ofObject((names, bound) => names.length <= bound),
  required: (bound, value) =>
    !isJsonObject(value) || strings(bound).every((name) => Object.hasOwn(value, name)),
  dependentRequired: (bound, value) =>
    !isJsonObject(value) ||
    !isJsonObject(bound) ||
    Object.entries(bound).every(
      ([name, names]) =>
        !Object.hasOwn(value, name) || strings(names).every((each) => Object.hasOwn(value, each)),
    ),
};

/** Lists may be long, and are asked for many values. */
export const listedTexts = memoize(
  (values: readonly unknown[]) => new Set(values.map((each) => canonicalText(each))),
);

/** Compares JSON values; the order of properties does not matter. */
function isEqual(one: unknown, other: unknown): boolean {
  return canonicalText(one) === canonicalText(other);
}

/** In code points, as JSON Schema counts (RFC 8259, section 7). */
export function lengthOf(text: string): number {
  // Each surrogate pair is one character of two code units.
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function ofString(holds: (text: string, bound: number) => boolean): Assertion {
  return (bound, value) => typeof value !== 'string' || holds(value, Number(bound));
}

type Numeric = number | bigint;

export function isNumeric(value: unknown): value is Numeric {
  return typeof value === 'number' || typeof value === 'bigint';
}

function ofNumber(holds: (number: Numeric, bound: Numeric) => boolean): Assertion {
  return (bound, value) => !isNumeric(value) || !isNumeric(bound) || holds(value, bound);
}

function ofArray(holds: (items: readonly unknown[], bound: number) => boolean): Assertion {
  return (bound, value) => !Array.isArray(value) || holds(value, Number(bound));
}

function ofObject(holds: (names: readonly string[], bound: number) => boolean): Assertion {
  return (bound, value) => !isJsonObject(value) || holds(Object.keys(value), Number(bound));
}

/** True for a format of strings that validators know. */
export function isTextFormat(format: unknown): boolean {
  const name = String(format);
  return Object.hasOwn(formats, name) && !('type' in (formats[name] ?? {}));
}

const checks = new Map<string, Validate>();

/** True for a value of a format of JSON Schema or OpenAPI's registry, or of a type the format ignores. */
function isOfFormat(format: string, value: unknown): boolean {
  const check = checks.get(format) ?? compiled(format);
  checks.set(format, check);
  return errorOfValue(check, value) === undefined;
}

function compiled(format: string): Validate {
  const document = { components: { schemas: { format: { format } } } };
  const compiler = new SchemaCompiler(new CompilableSchemas(document, undefined));
  return compiler.validatorAt('/components/schemas/format', 'request');
}

/**
 * A service's additions to JSON Schema: its own formats and keywords, in a module that generation and the service load
 * (docs/extensions.md). An error that one of its functions throws is a fault of the service.
 */
export interface Extensions {
  readonly formats?: Readonly<Record<string, Format>>;
  readonly keywords?: Readonly<Record<ExtensionName, Keyword>>;
}

/** @see https://spec.openapis.org/oas/v3.1.1#specification-extensions */
export type ExtensionName = `x-${string}`;

/** A format of strings; it replaces a known one of the same name. */
export type Format = CheckedFormat | MappedFormat<unknown>;

/**
 * A format whose values stay strings.
 *
 * @example
 * ```ts
 * import type { CheckedFormat } from 'openapi-trellis/contract';
 *
 * export const isbn: CheckedFormat = { validate: (text) => /^\d{13}$/.test(text) };
 * ```
 */
export interface CheckedFormat {
  /** True when the text is of the format. */
  validate(text: string): boolean;
  readonly decode?: undefined;
}

/** A format whose values are of another type for handlers. */
export interface MappedFormat<Value> {
  /**
   * True when the text is of the format. Without it, a known format keeps its check, and a new one accepts any text.
   */
  validate?(text: string): boolean;
  /** The handler's value for a valid text. */
  decode(text: string): Value;
  /** The text for a handler's value. */
  encode(value: Value): string;
}

/** The types a format may map to: none can be mistaken for another JSON value in the same place. */
type MappedValue = object | bigint | number;

/**
 * A keyword that begins with `x-`.
 *
 * @example
 * ```ts
 * import type { Keyword } from 'openapi-trellis/contract';
 *
 * export const prefix: Keyword = {
 *   validate: (wanted, value) => typeof value !== 'string' || value.startsWith(String(wanted)),
 *   message: 'must begin with the prefix of the document',
 * };
 * ```
 */
export interface Keyword {
  /**
   * True when a value is valid.
   *
   * @param parameter the value of the keyword in the schema
   * @param value the JSON value: formats are strings, and numbers doubles
   */
  validate(parameter: unknown, value: unknown): boolean;
  /** The end of a sentence that begins with the name of an invalid value, such as `must be even`. */
  readonly message: string;
}

/** The handler's types of the formats, by name. */
export type FormatValues<Own extends Extensions> = {
  readonly [Name in keyof Own['formats']]: Own['formats'][Name] extends MappedFormat<infer Value>
    ? Value
    : string;
};

/**
 * Type-checks the extensions of a service: the export `extensions` of the module that `generate --extensions` names.
 *
 * @returns the same object
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2.3 for formats of one's own
 * @example
 * ```ts
 * import { defineExtensions, mappedFormat } from 'openapi-trellis/contract';
 *
 * export const extensions = defineExtensions({
 *   formats: {
 *     isbn: { validate: (text) => /^\d{13}$/.test(text) },
 *     'date-time': mappedFormat({
 *       decode: (text) => new Date(text),
 *       encode: (date) => date.toISOString(),
 *     }),
 *   },
 *   keywords: {
 *     'x-even': { validate: (_, value) => Number(value) % 2 === 0, message: 'must be even' },
 *   },
 * });
 * ```
 */
export function defineExtensions<Own extends Extensions>(extensions: Own): Own {
  return extensions;
}

/**
 * Type-checks that both functions of a format have the same type.
 *
 * @returns the same object
 * @example
 * ```ts
 * import { mappedFormat } from 'openapi-trellis/contract';
 *
 * export const url = mappedFormat({
 *   validate: (text) => URL.canParse(text),
 *   decode: (text) => new URL(text),
 *   encode: (value) => value.href,
 * });
 * ```
 */
export function mappedFormat<Value extends MappedValue>(
  format: MappedFormat<Value>,
): MappedFormat<Value> {
  return format;
}

/** The format of that name, if handlers get its values as another type. */
export function mappingOf(
  extensions: Extensions | undefined,
  name: string,
): MappedFormat<unknown> | undefined {
  const { formats = {} } = extensions ?? {};
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return format?.decode === undefined ? undefined : format;
}

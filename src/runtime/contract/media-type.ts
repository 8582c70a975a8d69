/**
 * Media types and ranges.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */

/** The media type of responses that the layer itself writes. */
export const JSON_MEDIA_TYPE = 'application/json';

/** RFC 9457, section 3. */
const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** Server-sent events. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const EVENT_STREAM = 'text/event-stream';

export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  /** Parameters by lower-case name, values unquoted. */
  readonly parameters: Readonly<Record<string, string>>;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const ESSENCE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*(?=;|$)`);
const PARAMETER = new RegExp(`;[ \\t]*(?:(${TOKEN})=(${TOKEN}|${QUOTED}))?[ \\t]*`, 'y');

/**
 * Parses a Content-Type value.
 *
 * @returns undefined when it is not a media type
 */
export function parseMediaType(value: string): MediaType | undefined {
  const text = value.trim();
  const essence = ESSENCE.exec(text);
  if (essence === null) return undefined;
  const parameters = parseParameters(text, essence[0].length);
  return parameters && { essence: (essence[1] ?? '').toLowerCase(), parameters };
}

/**
 * Parses `;name=value` to the end of a text.
 *
 * @param start the index of the first parameter
 * @returns values by lower-case name, unquoted; undefined when they are not well-formed
 */
export function parseParameters(text: string, start: number): Record<string, string> | undefined {
  const parameters: [string, string][] = [];
  PARAMETER.lastIndex = start;
  while (PARAMETER.lastIndex < text.length) {
    const parameter = PARAMETER.exec(text);
    if (parameter === null) return undefined;
    const [, name, raw] = parameter;
    if (name !== undefined && raw !== undefined) {
      parameters.push([name.toLowerCase(), unquote(raw)]);
    }
  }
  return Object.fromEntries(parameters);
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

/**
 * True for types whose content is text: `text/*`, XML, YAML and the like. JSON and forms are excluded, since they have
 * values.
 */
export function isText(essence: string): boolean {
  return essence.startsWith('text/') || TEXT_TYPE.test(essence);
}

const TEXT_TYPE =
  /^(?:.*\+(?:xml|yaml)|application\/(?:xml|xml-dtd|yaml|x-yaml|graphql|(?:java|ecma)script|toml|sql))$/;

/** True for a range, such as `image/*`, or one with a suffix, such as `application/*+json`. */
export function isRange(essence: string): boolean {
  return essence.includes('*');
}

/**
 * True for `application/json`, for every type with the suffix `+json` (RFC 6839, section 3.1), for `text/json`, and for
 * the names used before JSON was registered.
 *
 * @see https://mimesniff.spec.whatwg.org/#json-mime-type
 */
export function isJson(essence: string): boolean {
  return JSON_TYPES.has(essence) || essence.endsWith('+json');
}

const JSON_TYPES = new Set([JSON_MEDIA_TYPE, 'text/json', 'application/x-json', 'text/x-json']);

/**
 * The most specific key of a Content map that covers a media type.
 *
 * @param ranges media types and ranges as the document has them
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-10
 */
export function matchMediaRange(
  ranges: readonly string[],
  mediaType: MediaType,
): string | undefined {
  let best: string | undefined;
  let bestSpecificity = 0;
  for (const range of ranges) {
    const parsed = parseMediaType(range);
    const value = parsed === undefined ? 0 : specificity(parsed, mediaType);
    if (value > bestSpecificity) [best, bestSpecificity] = [range, value];
  }
  return best;
}

/**
 * The specificity of a range for a media type: 1 for any type, 2 for any subtype, 3 for a suffix, 4 for the type
 * itself, plus one for each parameter that both have; 0 when it does not cover it.
 */
export function specificity(range: MediaType, mediaType: MediaType): number {
  const essence = essenceSpecificity(range.essence, mediaType.essence);
  if (essence === 0) return 0;
  const wanted = Object.entries(range.parameters).filter(([name]) => name !== 'charset');
  const fits = wanted.every(([name, value]) => mediaType.parameters[name] === value);
  return fits ? essence + wanted.length : 0;
}

function essenceSpecificity(range: string, essence: string): number {
  if (range === essence) return 4;
  if (range === '*/*') return 1;
  const [type = '', subtype = ''] = range.split('/');
  if (!essence.startsWith(`${type}/`)) return 0;
  if (subtype === '*') return 2;
  return subtype.startsWith('*+') && essence.endsWith(subtype.slice(1)) ? 3 : 0;
}

/** A JSON type within a media type or range of the document; undefined when there is none. */
export function jsonTypeOf(key: string): string | undefined {
  return memberOf(key, [JSON_MEDIA_TYPE, 'text/json']);
}

/** The same for an error, whose type may also be `application/problem+json`. */
export function errorTypeOf(key: string): string | undefined {
  return memberOf(key, [JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE, 'text/json']);
}

function memberOf(key: string, types: readonly string[]): string | undefined {
  const range = parseMediaType(key);
  if (range === undefined) return undefined;
  if (!isRange(range.essence)) return isJson(range.essence) ? key : undefined;
  return types.find((essence) => specificity(range, { essence, parameters: {} }) > 0);
}

/**
 * How a sequential media type separates its items: JSON texts one per line, JSON texts after record separators, or
 * server-sent events.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 * @see https://jsonlines.org
 * @see https://www.rfc-editor.org/rfc/rfc7464
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export type TextFraming = 'lines' | 'records' | 'events';

/** Also the parts of a multipart type. @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1 */
export type Framing = TextFraming | 'parts';

/** No type for JSON Lines is registered, so several names are in use. */
const LINE_TYPES: ReadonlySet<string> = new Set(
  ['jsonl', 'x-jsonl', 'ndjson', 'x-ndjson'].map((name) => `application/${name}`),
);

/**
 * The framing of a media type; undefined where it has no items. The parts of a form are fields, not items.
 *
 * @param essence `type/subtype` in lower case
 * @see https://www.rfc-editor.org/rfc/rfc8091 for the suffix `+json-seq`
 */
export function framingOf(essence: string): Framing | undefined {
  if (LINE_TYPES.has(essence)) return 'lines';
  if (essence === 'application/json-seq' || essence.endsWith('+json-seq')) return 'records';
  if (essence === EVENT_STREAM) return 'events';
  return /^multipart\/(?!form-data$|\*)/.test(essence) ? 'parts' : undefined;
}

/** Thrown for a value that its media type cannot express as an item. The message is the end of a sentence about it. */
export class FramingError extends Error {
  override readonly name = 'FramingError';
}

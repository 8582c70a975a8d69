/**
 * Media types and ranges.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1
 */

/** The media type of every reply that the layer itself writes. */
export const JSON_MEDIA_TYPE = 'application/json';

/** A parsed media type. */
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
  const parameters: Record<string, string> = {};
  PARAMETER.lastIndex = essence[0].length;
  while (PARAMETER.lastIndex < text.length) {
    const parameter = PARAMETER.exec(text);
    if (parameter === null) return undefined;
    const [, name, raw] = parameter;
    if (name !== undefined && raw !== undefined) parameters[name.toLowerCase()] = unquote(raw);
  }
  return { essence: (essence[1] ?? '').toLowerCase(), parameters };
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

/** True for `application/json` and every type with the suffix `+json` (RFC 6839, section 3.1). */
export function isJson(essence: string): boolean {
  return essence === JSON_MEDIA_TYPE || essence.endsWith('+json');
}

/**
 * The key of a Content map that covers a media type; the most specific one applies.
 *
 * @param ranges media types and ranges as the document has them
 * @see https://spec.openapis.org/oas/v3.1.1#fixed-fields-10
 */
export function matchMediaRange(
  ranges: readonly string[],
  mediaType: MediaType,
): string | undefined {
  const [type = ''] = mediaType.essence.split('/');
  const specificity = (range: string): number => {
    const parsed = parseMediaType(range);
    if (parsed === undefined) return 0;
    if (parsed.essence === mediaType.essence) return parametersFit(parsed, mediaType);
    if (parsed.essence === `${type}/*`) return 2;
    return parsed.essence === '*/*' ? 1 : 0;
  };
  let best: string | undefined;
  let bestSpecificity = 0;
  for (const range of ranges) {
    const value = specificity(range);
    if (value > bestSpecificity) [best, bestSpecificity] = [range, value];
  }
  return best;
}

/** 3 and one more for each parameter of the range that the media type has too; 0 when one differs. */
function parametersFit(range: MediaType, mediaType: MediaType): number {
  const wanted = Object.entries(range.parameters).filter(([name]) => name !== 'charset');
  const fits = wanted.every(([name, value]) => mediaType.parameters[name] === value);
  return fits ? 3 + wanted.length : 0;
}

import { getOrMake } from '../get-or-make';
import { type Extensions, mappingOf } from 'openapi-trellis/tools';
import { leastOf } from '../model/extremes';
import type { JsonObject } from '../model/json-object';
import { typesOf } from './admitted-types';
import type { DocumentNotice } from '../model/document-error';
import { childPointer } from '../model/json-pointer';
import { INTEGER_FORMATS } from './integer-formats';
import { type SchemaPlace, visitSchemas } from '../model/walk-document';

/** The formats whose values have another type in handlers. */
export type MappedFormats = ReadonlySet<string>;

export function mappedFormats(extensions: Extensions | undefined): MappedFormats {
  const names = Object.keys(extensions?.formats ?? {});
  return new Set(names.filter((name) => mappingOf(extensions, name) !== undefined));
}

/**
 * The mapped format of a schema; undefined unless its own `type` is string, or string and null, and it lists no values.
 */
export function formatOf(schema: JsonObject, formats: MappedFormats): string | undefined {
  const { format } = schema;
  if (typeof format !== 'string' || !formats.has(format)) return undefined;
  if ('enum' in schema || 'const' in schema) return undefined;
  const types = typesOf(schema);
  const isText = types.includes('string') && types.every((type) => TEXT.includes(type));
  return isText ? format : undefined;
}

const TEXT = ['string', 'null'];

/**
 * The formats of JSON Schema, OpenAPI's registry and Ajv.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 * @see https://spec.openapis.org/registry/format/
 */
const KNOWN = [
  ...['date', 'date-time', 'duration', 'time', 'email', 'idn-email', 'hostname', 'idn-hostname'],
  ...['ipv4', 'ipv6', 'iri', 'iri-reference', 'uri', 'uri-reference', 'uri-template', 'uuid'],
  ...['json-pointer', 'relative-json-pointer', 'regex'],
  ...['base64url', 'binary', 'byte', 'char', 'commonmark', 'decimal', 'decimal128', 'double'],
  ...['float', 'html', 'http-date', 'media-range', 'password'],
  ...Array.from(INTEGER_FORMATS.keys(), String),
  ...['sf-binary', 'sf-boolean', 'sf-decimal', 'sf-integer', 'sf-string', 'sf-token'],
  ...['time-local', 'date-time-local', 'unixtime'],
  ...['iso-date-time', 'iso-time', 'json-pointer-uri-fragment', 'url'],
];

/**
 * A notice for each unknown format, at its first place. JSON Schema allows any name; unknown ones are only read by
 * people.
 *
 * @param own the formats of the service
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.2.3
 */
export function unknownFormats(
  places: readonly SchemaPlace[],
  own: readonly string[],
): DocumentNotice[] {
  const known = new Set([...KNOWN, ...own]);
  const found = new Map<string, string[]>();
  for (const { schema: outermost, pointer: start } of places) {
    visitSchemas(outermost, start, ({ format }, pointer) => {
      if (typeof format !== 'string' || known.has(format)) return;
      getOrMake(found, format, () => []).push(childPointer(pointer, 'format'));
    });
  }
  return [...found].map(([format, [pointer = '', ...others]]) => {
    const more = others.length === 0 ? '' : `, at this place and ${others.length} more`;
    const near = nearTo(format).map((name) => JSON.stringify(name));
    const remedy = near.length === 0 ? '' : `; if ${near.join(' or ')} is meant, write that`;
    const message = `unknown format ${JSON.stringify(format)}: values are not checked${more}${remedy}`;
    return { severity: 'notice', pointer, message };
  });
}

/** The closest known formats, up to one edit per five characters away. */
function nearTo(format: string): string[] {
  const letters = lettersOf(format);
  const edits = KNOWN.map((name) => editsBetween(letters, lettersOf(name)));
  const fewest = leastOf(edits);
  return fewest > letters.length / 5 ? [] : KNOWN.filter((_, index) => edits[index] === fewest);
}

function lettersOf(format: string): string {
  return format.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [at, candidate] of Array.from(other).entries()) {
      const replaced = (row[at] ?? 0) + (character === candidate ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

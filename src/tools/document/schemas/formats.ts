import { getOrMake } from '../get-or-make';
import { editsBetween, type Extensions, mappingOf } from 'openapi-trellis/tools';
import { formats } from 'openapi-trellis/contract/runtime';
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
export function formatOf(schema: JsonObject, mapped: MappedFormats): string | undefined {
  const { format } = schema;
  if (typeof format !== 'string' || !mapped.has(format)) return undefined;
  if ('enum' in schema || 'const' in schema) return undefined;
  const types = typesOf(schema);
  const isText = types.includes('string') && types.every((type) => TEXT.includes(type));
  return isText ? format : undefined;
}

const TEXT = ['string', 'null'];

/** The formats that refuse nothing, with the reason. */
export const UNENFORCED_FORMATS: Readonly<Record<string, string>> = {
  binary: 'says that the text is bytes; every text is',
  commonmark: 'is for readers; every text is CommonMark',
  double: 'is what every number of JSON is read as',
  float: 'asks for less than what every number of JSON is read as',
  html: 'is for readers; browsers read every text as HTML',
  password: 'is a hint for user interfaces',
};

/**
 * The formats of JSON Schema, OpenAPI's registry and Ajv.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7.3
 * @see https://spec.openapis.org/registry/format/
 */
const KNOWN = [
  ...new Set([
    ...Object.keys(formats),
    ...Object.keys(UNENFORCED_FORMATS),
    ...Array.from(INTEGER_FORMATS.keys(), String),
  ]),
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

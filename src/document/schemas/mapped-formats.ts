import { type Extensions, mappingOf } from '../../contract';
import type { JsonObject } from '../model/json-object';
import { typesOf } from './types-of';

/** The formats whose values are of another type for handlers. */
export type MappedFormats = ReadonlySet<string>;

export function mappedFormats(extensions: Extensions | undefined): MappedFormats {
  const names = Object.keys(extensions?.formats ?? {});
  return new Set(names.filter((name) => mappingOf(extensions, name) !== undefined));
}

/**
 * The mapped format of a schema; undefined unless it says itself that its values are strings, or null, and
 * does not name them all.
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

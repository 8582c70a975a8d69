import { isJson, isText, parseMediaType } from '../../../src/contract/media-type';
import { asObject, isJsonObject, type JsonObject } from '../document/json-object';
import { childPointer, valueAt } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { admittedTypes } from '../schemas/admitted-types';
import { namedSubschemas, subschemas } from '../schemas/applicators';
import { SchemaGroups } from '../schemas/schema-groups';
import { encodingOf, hasStyle, mediaTypesOf } from './serialization';

/** The fields of a multipart form that are Files for handlers. */
export interface BinaryFields {
  readonly names: ReadonlySet<string>;
  /** True when fields that the schema does not name are. */
  readonly rest: boolean;
}

/**
 * @param pointer the Media Type Object of a form of that media type
 * @see https://spec.openapis.org/oas/v3.1.1#working-with-binary-data
 */
export function binaryFields(resolver: Resolver, pointer: string, mediaType: string): BinaryFields {
  const media = asObject(valueAt(resolver.document, pointer));
  const named = new Map<string, string[]>();
  const others: string[] = [];
  const places = new SchemaGroups(resolver).inPlace([[childPointer(pointer, 'schema')]]);
  for (const [at, schema] of places) {
    for (const [name, property] of namedSubschemas(schema, at, 'properties')) {
      named.set(name, [...(named.get(name) ?? []), property]);
    }
    others.push(...namedSubschemas(schema, at, 'patternProperties').map(([, own]) => own));
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
      if (isJsonObject(schema[keyword])) others.push(childPointer(at, keyword));
    }
  }
  const binary = [...named].filter(([name, pointers]) => {
    const encoding = encodingOf(media, name);
    // A style writes text.
    if (hasStyle(encoding, mediaType)) return false;
    return isBinary(resolver, pointers, mediaTypesOf(encoding));
  });
  return {
    names: new Set(binary.map(([name]) => name)),
    rest: isBinary(resolver, others, []),
  };
}

/** True where the schemas say that the content is bytes, or say nothing and the encoding does. */
function isBinary(
  resolver: Resolver,
  pointers: readonly string[],
  mediaTypes: readonly string[],
): boolean {
  const groups = new SchemaGroups(resolver);
  const places = groups.inPlace([pointers]);
  const items = [...places].flatMap(([at, schema]) => [
    ...('items' in schema ? [childPointer(at, 'items')] : []),
    ...subschemas(schema, at, 'prefixItems'),
  ]);
  const typesOf = (all: readonly string[]): string[] =>
    all.flatMap((at) => admittedTypes(resolver, at) ?? []);
  const [own, inner] = [typesOf(pointers), typesOf(items)];
  const isString = (type: string): boolean => ['string', 'null'].includes(type);
  if (!own.every((type) => isString(type) || type === 'array') || !inner.every(isString)) {
    return false;
  }
  const schemas = [...places.values(), ...groups.inPlace([items]).values()];
  if (schemas.some(isBinarySchema)) return true;
  const isOpen = own.includes('array') ? inner.length === 0 : own.length === 0;
  const essences = mediaTypes.map((each) => parseMediaType(each)?.essence ?? '');
  return essences.length > 0 && essences.every(isOpen ? isBytes : isMedia);
}

function isBinarySchema({ contentEncoding, format, contentMediaType }: JsonObject): boolean {
  if (contentEncoding !== undefined) return false;
  if (format === 'binary') return true;
  if (typeof contentMediaType !== 'string') return false;
  return isBytes(parseMediaType(contentMediaType)?.essence ?? '');
}

function isBytes(essence: string): boolean {
  return essence !== '*/*' && !isJson(essence) && !isText(essence);
}

/** Types that are never text, so that a schema of a string means their bytes. */
function isMedia(essence: string): boolean {
  return (
    /^(?:image|audio|video|font|model)\//.test(essence) || essence === 'application/octet-stream'
  );
}

import {
  admittedTypes,
  childPointer,
  entries,
  hasStyle,
  isJsonObject,
  type JsonObject,
  type Located,
  mediaTypesOf,
  POSSIBLY,
} from '../../../document';
import type { OperationChange } from '../change';
import type { SchemaComparison } from '../schemas/compare-schemas';
import { describedParts } from '../schemas/place-pairs';
import { compareHeaders, type HeadersPair, styleText, type Types } from './fields';

/**
 * Compares the serialization of a form's properties, or of the parts of a multipart body.
 * @param pair of Media Type Objects
 * @param mediaTypes their names
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
export async function compareEncodings(
  pair: HeadersPair,
  mediaTypes: readonly [base: string, revision: string],
  comparison: SchemaComparison,
): Promise<OperationChange[]> {
  const { base, revision, versions, direction, subject } = pair;
  const { resolver } = versions.base.loaded;
  const schemaOf = ({ pointer }: Located): string => childPointer(pointer, 'schema');
  const schemas = { base: schemaOf(base), revision: schemaOf(revision), direction };
  const { properties } = describedParts(resolver, [resolver.at(schemas.base)], POSSIBLY);
  const names = new Map([...properties.keys()].map((name) => [fieldAt(name), name]));
  const [before, after] = [encodingsIn(base.value), encodingsIn(revision.value)];
  const changes = [...new Set([...before.keys(), ...after.keys()])].map(async (place) => {
    const was = { pointer: base.pointer + place, value: before.get(place) ?? {} };
    const is = { pointer: revision.pointer + place, value: after.get(place) ?? {} };
    const name = names.get(place);
    const instance = name === undefined ? undefined : childPointer('', name);
    const [property] = properties.get(name ?? '') ?? [];
    const types = property && admittedTypes(resolver, property.pointer);
    const part = `the part ${instance ?? place} of ${subject}`;
    const headers = { ...pair, base: was, revision: is, subject: part };
    const found = await compareHeaders(headers, comparison);
    if (encodingText(was, mediaTypes[0], types) === encodingText(is, mediaTypes[1], types)) {
      return found;
    }
    const change: OperationChange = {
      ...{ rule: 'encoding-changed', version: after.has(place) ? 'revision' : 'base', schemas },
      pointer: (after.has(place) ? is : was).pointer,
      message: `${subject} is encoded differently at "${instance ?? place}"`,
      ...(instance !== undefined && { instance }),
    };
    return [...found, change];
  });
  return (await Promise.all(changes)).flat();
}

function fieldAt(name: string): string {
  return childPointer('', 'encoding', name);
}

/** The Encoding Objects below an object, and within each other, by their JSON Pointers in it. */
function encodingsIn(owner: JsonObject, pointer = ''): ReadonlyMap<string, JsonObject> {
  const { encoding, prefixEncoding, itemEncoding } = owner;
  const prefix: readonly unknown[] = Array.isArray(prefixEncoding) ? prefixEncoding : [];
  const own: (readonly [pointer: string, encoding: unknown])[] = [
    ...entries(encoding).map(([name, each]) => [fieldAt(name), each] as const),
    ...prefix.map((each, index) => [`/prefixEncoding/${index}`, each] as const),
    ['/itemEncoding', itemEncoding],
  ];
  return new Map(
    own.flatMap(([at, each]) =>
      isJsonObject(each) ? [[pointer + at, each], ...encodingsIn(each, pointer + at)] : [],
    ),
  );
}

/** Equal for encodings that write the same values alike. */
function encodingText({ value }: Located, mediaType: string, types: Types): string {
  const names = mediaTypesOf(value).map((name) => name.toLowerCase());
  // Without a media type, fields that are no objects are written like those of the default style.
  const isByDefault = names.length === 0 && types !== undefined && !types.includes('object');
  return isByDefault || hasStyle(value, mediaType)
    ? styleText(value, 'form', types)
    : names.toSorted().join(', ');
}

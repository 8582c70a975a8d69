import { valueSchema } from '../../../samples';
import {
  admittedTypes,
  asObject,
  childPointer,
  type Direction,
  entries,
  hasStyle,
  isJsonObject,
  type JsonObject,
  type Located,
  mediaTypesOf,
  POSSIBLY,
  type SchemaAt,
} from '../../../document';
import type { OperationChange } from '../change';
import { describedParts } from '../schemas/place-pairs';
import type { Version, Versions } from '../versions';
import { serialization, styleText, type Types } from './fields';

/** The Media Type Objects of two versions, with their names. */
interface EncodedPair {
  readonly base: Located;
  readonly revision: Located;
  readonly mediaTypes: readonly [base: string, revision: string];
  readonly versions: Versions;
  readonly direction: Direction;
  readonly subject: string;
}

/** An Encoding Object, or an empty one. */
interface Encoded {
  readonly version: Version;
  readonly mediaType: string;
  readonly pointer: string;
  readonly value: JsonObject;
}

/**
 * Compares the serialization of a form's properties, or of the parts of a multipart body.
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
export function compareEncodings(pair: EncodedPair): OperationChange[] {
  const { base, revision, versions, direction, subject, mediaTypes } = pair;
  const [before, after] = [encodingsIn(base.value), encodingsIn(revision.value)];
  const { resolver } = versions.base.loaded;
  const schema = resolver.at(childPointer(base.pointer, 'schema'));
  const { properties } = describedParts(resolver, [schema], POSSIBLY);
  const fields = new Map([...properties].map(([name, at]) => [fieldAt(name), { name, at }]));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((place): OperationChange[] => {
    const field = fields.get(place);
    const types = admittedBy(versions.base, field?.at);
    const encoded = (side: 'base' | 'revision', mediaType: string): Encoded => ({
      version: versions[side],
      mediaType,
      pointer: pair[side].pointer + place,
      value: (side === 'base' ? before : after).get(place) ?? {},
    });
    const [was, is] = [encoded('base', mediaTypes[0]), encoded('revision', mediaTypes[1])];
    const isSame =
      encodingText(was, types) === encodingText(is, types) && !hasOtherHeaders(was, is, direction);
    if (isSame) return [];
    const instance = field === undefined ? undefined : childPointer('', field.name);
    const isInRevision = after.has(place);
    return [
      {
        ...{ rule: 'encoding-changed', version: isInRevision ? 'revision' : 'base' },
        pointer: (isInRevision ? is : was).pointer,
        message: `${subject} is encoded differently at "${instance ?? place}"`,
        ...(instance !== undefined && { instance }),
      },
    ];
  });
}

function fieldAt(name: string): string {
  return childPointer('', 'encoding', name);
}

function admittedBy({ loaded }: Version, [schema]: readonly SchemaAt[] = []): Types {
  return schema && admittedTypes(loaded.resolver, schema.pointer);
}

/** The Encoding Objects below an object, and within each other, by their JSON Pointers in it. */
function encodingsIn(owner: JsonObject, pointer = ''): Map<string, JsonObject> {
  const { encoding, prefixEncoding, itemEncoding } = owner;
  const prefix: unknown[] = Array.isArray(prefixEncoding) ? prefixEncoding : [];
  const own: (readonly [pointer: string, encoding: unknown])[] = [
    ...entries(encoding).map(([name, each]) => [pointer + fieldAt(name), each] as const),
    ...prefix.map((each, index) => [childPointer(pointer, 'prefixEncoding', index), each] as const),
    [childPointer(pointer, 'itemEncoding'), itemEncoding],
  ];
  return new Map(
    own.flatMap(([at, each]) =>
      isJsonObject(each) ? [[at, each] as const, ...encodingsIn(each, at)] : [],
    ),
  );
}

/** Equal for encodings that write the same values alike. */
function encodingText({ value, mediaType }: Encoded, types: Types): string {
  const names = mediaTypesOf(value).map((name) => name.toLowerCase());
  // Without a media type, fields that are no objects are written like those of the default style.
  const isByDefault = names.length === 0 && types !== undefined && !types.includes('object');
  return isByDefault || hasStyle(value, mediaType)
    ? styleText(value, 'form', types)
    : names.toSorted().join(', ');
}

/** True if a header of a part is written otherwise, or is demanded of senders of the base, or no longer promised. */
function hasOtherHeaders(was: Encoded, is: Encoded, direction: Direction): boolean {
  const [before, after] = [headersOf(was), headersOf(is)];
  return [...new Set([...before.keys(), ...after.keys()])].some((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    const [bound, free] = direction === 'request' ? [other, one] : [one, other];
    const isBinding = bound?.isRequired === true && free?.isRequired !== true;
    return isBinding || (one !== undefined && other !== undefined && one.text !== other.text);
  });
}

function headersOf({
  version,
  pointer,
  value,
}: Encoded): Map<string, { readonly isRequired: boolean; readonly text: string }> {
  const { resolver } = version.loaded;
  const names = Object.keys(asObject(value.headers));
  return new Map(
    names.map((name) => {
      const located = resolver.resolve(childPointer(pointer, 'headers', name));
      const types = admittedTypes(resolver, valueSchema(located));
      const text = serialization({ located, usual: 'simple' }, types);
      return [name.toLowerCase(), { isRequired: located.value.required === true, text }];
    }),
  );
}

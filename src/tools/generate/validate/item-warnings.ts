import {
  type DocumentFault,
  asObject,
  isJsonObject,
  type JsonObject,
  childPointer,
  valueAt,
  Resolver,
  mapAt,
  visitObjects,
  ALWAYS,
  applicableSchemas,
} from '../../document';
import { pointerKeys, type Framing, framingOf, parseMediaType } from 'openapi-trellis/tools';

/**
 * Warns of parts of a document about items that are not enforced, or that no item fits.
 *
 * @param document with plain references only (normalize-schemas.ts)
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
export function itemWarnings(document: JsonObject): DocumentFault[] {
  const resolver = new Resolver(document);
  // Several media types may refer to one schema.
  const warnings = new Map<string, string>();
  visitObjects('openapi', document, '', (kind, value, at) => {
    if (!isJsonObject(value)) return;
    const found = {
      ...(kind === 'mediaType' && mediaTypeWarnings(resolver, value, at)),
      ...(kind === 'encoding' && fieldWarnings(value, at, ENCODINGS, NESTED)),
    };
    for (const [pointer, message] of Object.entries(found)) warnings.set(pointer, message);
  });
  return [...warnings].map(([pointer, message]) => ({ pointer, message }));
}

type Warnings = Readonly<Record<string, string>>;

const BY_POSITION = ['prefixEncoding', 'itemEncoding'];
const ENCODINGS = ['encoding', ...BY_POSITION];

const NESTED = 'is ignored, since the parts of a part are not read; describe it as text or bytes';
const WITHOUT_ITEMS =
  'is ignored, since the content is bytes for handlers; describe its parts by "itemSchema"';
const WHOLE =
  'is not enforced, since the content is sent and read item by item; write it in "itemSchema"';
const NOT_SENT =
  'is not sent, since handlers give the parts of a response no headers; only "contentType" is';
const NO_TEXT =
  'the data of an event is a string, so no event is valid; write "type: string", and describe JSON by "contentMediaType" and "contentSchema"';

function mediaTypeWarnings(resolver: Resolver, value: JsonObject, pointer: string): Warnings {
  const [parent, mediaType = ''] = pointerKeys(pointer).slice(-2);
  if (parent !== 'content') return {};
  if (!('itemSchema' in value)) return fieldWarnings(value, pointer, BY_POSITION, WITHOUT_ITEMS);
  const items = childPointer(pointer, 'itemSchema');
  const framing = framingOf(parseMediaType(mediaType)?.essence ?? '');
  if (framing === undefined) {
    const message = `is ignored, since "${mediaType}" is no sequence of items; write "schema", or a media type such as application/jsonl`;
    return { [items]: message };
  }
  return {
    ...fieldWarnings(value, pointer, ['schema'], WHOLE),
    ...framingWarnings(resolver, framing, value, pointer),
  };
}

function framingWarnings(
  resolver: Resolver,
  framing: Framing,
  value: JsonObject,
  pointer: string,
): Warnings {
  if (framing === 'events') return eventWarnings(resolver, childPointer(pointer, 'itemSchema'));
  const isResponse = pointerKeys(pointer).includes('responses');
  return framing === 'parts' && isResponse ? headerWarnings(value, pointer) : {};
}

/** A warning for each field that is present. */
function fieldWarnings(
  value: JsonObject,
  pointer: string,
  fields: readonly string[],
  message: string,
): Warnings {
  const found = fields.filter((field) => field in value);
  return Object.fromEntries(found.map((field) => [childPointer(pointer, field), message]));
}

/**
 * The data of an event is text, regardless of its schema.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#special-considerations-for-server-sent-events
 */
function eventWarnings(resolver: Resolver, items: string): Warnings {
  const data = applicableSchemas(resolver, resolver.at(items), ALWAYS)
    .flatMap((place) => mapAt(place, 'properties'))
    .flatMap(([name, at]) => (name === 'data' ? applicableSchemas(resolver, at, ALWAYS) : []));
  const wrong = data.filter(({ schema }) => {
    return 'type' in schema && ![schema.type].flat().includes('string');
  });
  return Object.fromEntries(wrong.map(({ pointer }) => [childPointer(pointer, 'type'), NO_TEXT]));
}

function headerWarnings(media: JsonObject, pointer: string): Warnings {
  const prefix = Array.isArray(media.prefixEncoding) ? [...media.prefixEncoding.keys()] : [];
  const encodings = [['itemEncoding'], ...prefix.map((index) => ['prefixEncoding', index])];
  const found = encodings.map((keys) => {
    const encoding = asObject(valueAt(media, childPointer('', ...keys)));
    return fieldWarnings(encoding, childPointer(pointer, ...keys), ['headers'], NOT_SENT);
  });
  return Object.fromEntries(found.flatMap((each) => Object.entries(each)));
}

import { framingOf, parseMediaType } from '../../../src/contract';
import type { DocumentFault } from '../document/document-error';
import { asObject, type JsonObject } from '../document/json-object';
import { childPointer, pointerKeys } from '../document/json-pointer';
import { Resolver } from '../document/resolve';
import { mapAt } from '../document/schema-at';
import { visitObjects } from '../document/walk-document';
import { ALWAYS, placesInPlace } from '../schemas/in-place';
import { typesOf } from '../validators/validation-schema';

/**
 * What a document says of items that is not enforced, or that no item fits.
 *
 * @param document with plain references only (plain-schemas.ts)
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
export function itemWarnings(document: JsonObject): DocumentFault[] {
  const resolver = new Resolver(document);
  // Several media types may refer to one schema.
  const warnings = new Map<string, DocumentFault>();
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    const found = kind === 'mediaType' ? mediaTypeWarnings(resolver, value, pointer) : [];
    for (const warning of found) warnings.set(warning.pointer, warning);
  });
  return [...warnings.values()];
}

function mediaTypeWarnings(resolver: Resolver, value: unknown, pointer: string): DocumentFault[] {
  const [parent, mediaType = ''] = pointerKeys(pointer).slice(-2);
  if (parent !== 'content' || !('itemSchema' in asObject(value))) return [];
  const items = childPointer(pointer, 'itemSchema');
  const framing = framingOf(parseMediaType(mediaType)?.essence ?? '');
  if (framing === undefined) {
    const message = `is ignored, since "${mediaType}" is no sequence of items; write "schema", or a media type such as application/jsonl`;
    return [{ pointer: items, message }];
  }
  const ignored =
    'is not enforced, since the content is sent and read item by item; write it in "itemSchema"';
  return [
    ...('schema' in asObject(value)
      ? [{ pointer: childPointer(pointer, 'schema'), message: ignored }]
      : []),
    ...(framing === 'events' ? eventWarnings(resolver, items) : []),
  ];
}

/**
 * The data of an event is text, whatever that says.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#special-considerations-for-server-sent-events
 */
function eventWarnings(resolver: Resolver, items: string): DocumentFault[] {
  const data = placesInPlace(resolver, resolver.at(items), ALWAYS)
    .flatMap((place) => mapAt(place, 'properties'))
    .flatMap(([name, at]) => (name === 'data' ? placesInPlace(resolver, at, ALWAYS) : []));
  const message =
    'the data of an event is a string, so no event is valid; write "type: string", and describe JSON by "contentMediaType" and "contentSchema"';
  return data
    .filter(({ schema }) => 'type' in schema && !typesOf(schema).includes('string'))
    .map(({ pointer }) => ({ pointer: childPointer(pointer, 'type'), message }));
}

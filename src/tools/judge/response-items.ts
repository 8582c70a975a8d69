import {
  framingOf,
  isJson,
  parseItems,
  parseJson,
  parseMediaType,
  parseMultipart,
} from 'openapi-trellis/tools';
import { asObject, childPointer, members, type Operation } from '../document';
import type { LoadedContract } from '../validators';
import { itemsAt } from '../samples';
import { headerValues, type ReceivedResponse, mediaTypeOf } from './exchange';
import type { JudgedResponse } from './judge-response';

/**
 * Media types of an operation's responses that consist of items, by name or by their `itemSchema`. Such a
 * response may be endless.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */
export function sequencesOf({ resolver }: LoadedContract, operation: Operation): string[] {
  return members(operation.value.responses).flatMap(([status]) => {
    const { pointer, value } = resolver.resolve(
      childPointer(operation.pointer, 'responses', status),
    );
    return Object.keys(asObject(value.content)).flatMap((type) => {
      const { essence } = parseMediaType(type) ?? { essence: type };
      const media = resolver.resolve(childPointer(pointer, 'content', type));
      return framingOf(essence) !== undefined || 'itemSchema' in media.value ? [essence] : [];
    });
  });
}

const DELIMITERS = { lines: '\n', records: '\u001e' } as const;

/** The texts of the items that arrived completely; undefined for a part that is no JSON. */
export function itemTexts(judged: JudgedResponse): readonly (Buffer | undefined)[] {
  const { mediaType, response } = judged;
  const framing = framingOf(mediaType);
  const parts = framing === 'parts' ? partsOf(judged) : [];
  if (typeof parts === 'object' && parts.length > 0)
    return parts.map((part) => (isJson(part.mediaType?.essence ?? '') ? part.content : undefined));
  if ((framing !== 'lines' && framing !== 'records') || !isReadable(response)) return [];
  const texts = response.body.toString('latin1').split(DELIMITERS[framing]);
  const whole = response.isCut === true ? texts.slice(0, -1) : texts;
  return whole.filter((text) => text.trim() !== '').map((text) => Buffer.from(text, 'latin1'));
}

/** The parts of a multipart body that is complete, else none; or why it has none, as the end of a sentence. */
export function partsOf(judged: JudgedResponse): ReturnType<typeof parseMultipart> {
  const { mediaType, response } = judged;
  const isWhole = response.isCut !== true && response.body.length > 0 && isReadable(response);
  if (!mediaType.startsWith('multipart/') || !isWhole) return [];
  const { boundary } = mediaTypeOf(response)?.parameters ?? {};
  return parseMultipart(response.body, boundary, () => '');
}

interface DescribedItems {
  /** JSON Pointer of the item schema. */
  readonly pointer: string;
  readonly items: readonly NonNullable<JudgedResponse['json']>[];
}

/** The items of a response that arrived completely; undefined if the document does not describe them. */
export function describedItems(judged: JudgedResponse): DescribedItems | undefined {
  const { media, mediaType, response } = judged;
  const at = media && itemsAt(mediaType, media);
  if (at === undefined) return undefined;
  const isOfEvents = at.framing === 'events' && isReadable(response);
  const items = isOfEvents
    ? parseItems('events', response.body)
    : itemTexts(judged).map((text) => (text ? parseJson(text) : { fault: 'is no JSON' }));
  return { pointer: at.pointer, items };
}

/** False for content with a coding, and for a range of bytes, which may begin within an item. */
function isReadable(response: ReceivedResponse): boolean {
  const isPart = response.status === 206 && response.isCut === true;
  return !isPart && headerValues(response, 'content-encoding').length === 0;
}

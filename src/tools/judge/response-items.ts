import { framingOf, parseItems, parseJson, parseMediaType } from 'openapi-trellis/tools';
import { asObject, childPointer, type Operation } from '../document';
import type { LoadedContract } from '../validators';
import { itemsAt } from '../samples';
import { headerValues, type ReceivedResponse } from './exchange';
import type { JudgedResponse } from './judge-response';

/**
 * Media types of an operation's responses that consist of items, by name or by their `itemSchema`. Such a
 * response may be endless.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#streaming-sequential-media-types
 */
export function sequencesOf({ resolver }: LoadedContract, operation: Operation): string[] {
  return Object.keys(asObject(operation.value.responses)).flatMap((status) => {
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

/** The texts of the JSON items that arrived completely; none for other content. */
export function itemTexts({ mediaType, response }: JudgedResponse): Buffer[] {
  const framing = framingOf(mediaType);
  if ((framing !== 'lines' && framing !== 'records') || !isReadable(response)) return [];
  const texts = response.body.toString('latin1').split(DELIMITERS[framing]);
  const whole = response.isCut === true ? texts.slice(0, -1) : texts;
  return whole.filter((text) => text.trim() !== '').map((text) => Buffer.from(text, 'latin1'));
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
    : itemTexts(judged).map((text) => parseJson(text));
  return { pointer: at.pointer, items };
}

/** False for content with a coding, and for a range of bytes, which may begin within an item. */
function isReadable(response: ReceivedResponse): boolean {
  const isPart = response.status === 206 && response.isCut === true;
  return !isPart && headerValues(response, 'content-encoding').length === 0;
}

import { randomUUID } from 'node:crypto';
import type { CompiledItems, CompiledParts, CompiledTextItems } from '../compiled-contract';
import { FramingError } from '../framing';
import { encodeJson, validateEncoded } from '../schema/encode-json';
import { keywordName } from '../schema/keyword-name';
import { describeError } from '../schema/validation-message';
import { frameItem } from './frame-item';
import { framePart, type PartContent } from './frame-part';
import { ItemStream, type EncodeItem, type FramedItem } from './item-stream';
import type { FaultOf, RawContent } from './response-content';
import { isItems } from './response-stream';
import type { ResponseRules } from './undocumented';

/**
 * Content of a sequential media type, item by item.
 *
 * @param fault makes the error for an item that does not fit, which is thrown when it is asked for
 * @throws what `fault` makes of a body without items
 * @see https://spec.openapis.org/oas/v3.2.0#sequential-media-types
 */
export function encodeItems(
  rules: ResponseRules,
  media: CompiledItems,
  mediaType: string,
  body: unknown,
  fault: FaultOf,
): RawContent {
  if (!isItems(body)) throw fault(`gave a body of "${mediaType}" that is no iterable of its items`);
  if (media.framing !== 'parts') {
    const write = textWriter(rules, media);
    return { mediaType, body: new ItemStream(body, itemEncoder(write, fault)) };
  }
  const boundary = randomUUID();
  const write = partWriter(rules, media, boundary);
  return {
    mediaType: `${mediaType}; boundary=${boundary}`,
    body: new ItemStream(body, itemEncoder(write, fault), `--${boundary}--\r\n`),
  };
}

/**
 * Validates and frames an item.
 *
 * @throws FramingError; what `fault` makes of an item that is not valid
 */
type WriteItem = (item: unknown, index: number, fault: FaultOf) => FramedItem | Promise<FramedItem>;

function itemEncoder(write: WriteItem, fault: FaultOf): EncodeItem {
  return async (item, index) => {
    const itemFault: FaultOf = (what, keyword) =>
      fault(`gave a body whose item ${index + 1} ${what}`, keyword);
    try {
      return await write(item, index, itemFault);
    } catch (error) {
      throw error instanceof FramingError ? itemFault(error.message) : error;
    }
  };
}

function textWriter(rules: ResponseRules, media: CompiledTextItems): WriteItem {
  return (item, _, fault) => frameItem(media.framing, encodedJson(rules, media, item, fault));
}

function partWriter(rules: ResponseRules, media: CompiledParts, boundary: string): WriteItem {
  return async (item, index, fault) => {
    const { mediaTypes } = media.prefix[index] ?? media.rest;
    const bytes = await bytesOf(item);
    const content = bytes ?? { json: encodedJson(rules, media, item, fault) };
    return framePart(boundary, mediaTypes, content);
  };
}

/** Bytes are sent as they are; undefined for a value, which is encoded by its schema. */
async function bytesOf(item: unknown): Promise<PartContent | undefined> {
  if (item instanceof Uint8Array) return { bytes: item };
  if (!(item instanceof Blob)) return undefined;
  const bytes = new Uint8Array(await item.arrayBuffer());
  return item.type === '' ? { bytes } : { bytes, mediaType: item.type };
}

function encodedJson(
  { contract, validators, validateResponses }: ResponseRules,
  media: CompiledItems,
  item: unknown,
  fault: FaultOf,
): string {
  const json = encodeJson(contract, validators, media, item);
  const error = validateResponses ? validateEncoded(validators, media.validator, json) : undefined;
  if (error !== undefined) throw fault(describeError(error), keywordName(error));
  return json;
}

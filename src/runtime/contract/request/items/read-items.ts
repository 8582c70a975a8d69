import type { CompiledItems, CompiledParts, CompiledTextItems } from '../../compiled-contract';
import { failureKinds } from '../../failure';
import type { ParsedJson } from '../../json/parse-json';
import type { MediaType } from '../../media-type';
import { decodeJson } from '../../schema/decode-json';
import { validateAndFill } from '../../schema/defaults';
import { describeError } from '../../schema/validation-message';
import type { SchemaContext } from '../../schema/validation';
import type { BoundedBody } from '../bounded-body';
import { contentFailureKind, ContentFault } from '../content-fault';
import { dashBoundary, type FormPart } from '../form/parse-multipart';
import { readPart } from '../form/read-parts';
import { decodeForm } from '../../uri';
import { readSent } from '../serialization/readings';
import { ItemReader, type DecodeItem } from './item-reader';
import { itemParser } from './item-parsers';
import { PartParser } from './part-parser';

/**
 * The items of a body.
 *
 * @param maxBytes the largest item
 * @returns the reader, or why the body has no items, as the end of a sentence
 */
export function readItems(
  context: SchemaContext,
  media: CompiledItems,
  { parameters: { boundary } }: MediaType,
  body: BoundedBody,
  maxBytes: number,
): ItemReader<ParsedJson> | ItemReader<FormPart> | string {
  if (media.framing !== 'parts') {
    return new ItemReader(
      body,
      itemParser(media.framing, maxBytes),
      jsonItem(context, media),
      maxBytes,
    );
  }
  const delimiter = dashBoundary(boundary);
  if ('fault' in delimiter) return delimiter.fault;
  return new ItemReader(
    body,
    new PartParser(delimiter.dashed, maxBytes),
    partItem(context, media),
    maxBytes,
  );
}

function jsonItem(context: SchemaContext, media: CompiledTextItems): DecodeItem<ParsedJson> {
  return (json) => {
    const error = validateAndFill(context, media, json);
    return error === undefined
      ? decodeJson(context, media.projection, json)
      : new ContentFault(failureKinds.invalidBody, describeError(error));
  };
}

/**
 * Reads a part as a field of a form, identified by position instead of name.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
function partItem(context: SchemaContext, media: CompiledParts): DecodeItem<FormPart> {
  const { valueTypes } = context.contract;
  return (part, index) => {
    const field = media.prefix[index] ?? media.rest;
    const entry = readPart(context, field, part);
    if (entry instanceof ContentFault) return entry;
    const sent = { values: [entry.value], decode: decodeForm, parts: [entry.part ?? {}] };
    const read = readSent(valueTypes, field.serialization, '', sent, (json) =>
      validateAndFill(context, media, json),
    );
    if ('fault' in read) {
      return new ContentFault(contentFailureKind('body', read.isMalformed === true), read.fault);
    }
    return entry.part?.file ?? decodeJson(context, media.projection, read);
  };
}

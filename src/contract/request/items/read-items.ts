import type {
  CompiledContract,
  CompiledItems,
  CompiledParts,
  CompiledTextItems,
} from '../../compiled-contract';
import { failureKinds } from '../../failure';
import type { ParsedJson } from '../../json/parse-json';
import type { MediaType } from '../../media-type';
import { decodeJson } from '../../schema/decode-json';
import { fillDefaults } from '../../schema/fill-defaults';
import { describeError } from '../../schema/validation-message';
import { validateJson, validatorOf, type Validators } from '../../schema/validation';
import type { BoundedBody } from '../bounded-body';
import { ContentFault } from '../content-fault';
import { dashBoundary, type FormPart } from '../form/parse-multipart';
import { readPart } from '../form/read-parts';
import { decodeForm } from '../serialization/percent-encoding';
import { readSent } from '../serialization/readings';
import { ItemReader, type DecodeItem } from './item-reader';
import { itemParser } from './parse-items';
import { PartParser } from './part-parser';

/** What values are decoded by. */
export interface DecodingContext {
  readonly contract: CompiledContract;
  readonly validators: Validators;
}

/**
 * The items of a body.
 *
 * @param maxBytes of an item
 * @returns why the body cannot have any, as the end of a sentence, in place of them
 */
export function readItems(
  context: DecodingContext,
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

function jsonItem(context: DecodingContext, media: CompiledTextItems): DecodeItem<ParsedJson> {
  const { contract, validators } = context;
  return (json) => {
    const fault = faultOf(context, media, json);
    if (fault !== undefined) return new ContentFault(failureKinds.invalidBody, fault);
    return decodeJson(contract, validators, media.projection, json);
  };
}

/**
 * A part is read as a field of a form, by its place in place of a name.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#encoding-by-position
 */
function partItem(context: DecodingContext, media: CompiledParts): DecodeItem<FormPart> {
  const { contract, validators } = context;
  return (part, index) => {
    const field = media.prefix[index] ?? media.rest;
    const entry = readPart(contract, validators, field, part);
    if (entry instanceof ContentFault) return entry;
    const sent = { values: [entry.value], decode: decodeForm, parts: [entry.part ?? {}] };
    const read = readSent(contract.valueTypes, field.serialization, '', sent, (json) =>
      faultOf(context, media, json),
    );
    if ('fault' in read) {
      const { malformedBody, invalidBody } = failureKinds;
      return new ContentFault(read.isMalformed ? malformedBody : invalidBody, read.fault);
    }
    return entry.part?.file ?? decodeJson(contract, validators, media.projection, read);
  };
}

/** Fills in what is absent. @returns what the schema says against the item then */
function faultOf(
  { contract, validators }: DecodingContext,
  { validator, defaults }: CompiledItems,
  json: ParsedJson,
): string | undefined {
  fillDefaults(contract.defaults, defaults, json);
  const error = validateJson(validatorOf(validators, validator), json);
  return error && describeError(error);
}

import {
  asObject,
  entries,
  isJsonObject,
  type JsonObject,
  childPointer,
  type Operation,
  type Located,
} from '../../document';
import type { LoadedContract } from '../../validators';
import { makeHeader } from '../values/header-fields';
import type { ValueGenerator } from '../values/value-generator';
import { exampleItems, itemsAt, makeItems, type ItemsAt, exampleValues } from './example-items';
import {
  written,
  type BodyValue,
  type OperationValues,
  type ParameterValue,
} from './operation-request';
import { isJsonType } from './serialize-body';

/** The most values tried until one serializes unambiguously. */
const TRIES = 12;

/** Objects and arrays that a parameter can send: not empty, and of scalars. */
const SCALAR = { type: ['boolean', 'integer', 'string'] };
const SENDABLE = { minProperties: 1, additionalProperties: SCALAR, minItems: 1, items: SCALAR };

/** @see https://spec.openapis.org/oas/v3.1.1#common-fixed-fields */
const RESERVED_HEADERS = new Set(['accept', 'authorization', 'content-type']);

/**
 * Values to call an operation with: all parameters, and a body where it takes one.
 *
 * @param vary seeds the choice of values; without it, the document's examples are used
 */
export function sampleValues(
  { resolver }: Pick<LoadedContract, 'resolver'>,
  maker: ValueGenerator,
  operation: Operation,
  vary?: string,
): OperationValues {
  const parameters = sampleParameters(maker, operation, vary);
  if (!('requestBody' in operation.value)) return { parameters };
  const body = resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  const value = sampleBody(maker, body, vary);
  return value === undefined ? { parameters } : { parameters, body: value };
}

/** The same for the parameters only. */
export function sampleParameters(
  maker: ValueGenerator,
  operation: Operation,
  vary?: string,
): ParameterValue[] {
  return operation.parameters
    .filter(({ value }) => !isReserved(value))
    .map((parameter) => sampleParameter(maker, parameter, vary))
    .filter((given) => given.parameter.value.required === true || isSendable(given));
}

/** True for a header parameter that OpenAPI ignores, since other parts of the document describe it. */
export function isReserved({ in: location, name }: JsonObject): boolean {
  return location === 'header' && RESERVED_HEADERS.has(String(name).toLowerCase());
}

function sampleParameter(
  maker: ValueGenerator,
  parameter: Located,
  vary: string | undefined,
): ParameterValue {
  const pointer = valueSchema(parameter);
  const examples = vary === undefined ? exampleValues(parameter.value) : [];
  const right = examples.filter((value) => maker.takes(pointer, 'request', value));
  const candidates = right.map((value) => ({ parameter, value }));
  for (let tries = 0; tries < TRIES && !candidates.some(isSendable); tries++) {
    const another = { vary: `${vary ?? ''} ${tries}`, ...(tries > 0 && { also: SENDABLE }) };
    const options = vary === undefined && tries === 0 ? {} : another;
    const made = makeHeader(maker, pointer, 'request', fieldName(parameter), options);
    if (tries === 0 || made.error === undefined) candidates.push({ parameter, value: made.value });
  }
  return candidates.find(isSendable) ?? { parameter, value: candidates[0]?.value };
}

/** The name of a header parameter whose value is the text of the field; '' for another parameter. */
export function fieldName({ value: { in: location, name, content } }: Located): string {
  return location === 'header' && content === undefined ? String(name) : '';
}

export function valueSchema({ pointer, value }: Located): string {
  const [mediaType] = Object.keys(asObject(value.content));
  return mediaType === undefined
    ? childPointer(pointer, 'schema')
    : childPointer(pointer, 'content', mediaType, 'schema');
}

/** True for a value that can be read back from its text. */
function isSendable(given: ParameterValue): boolean {
  const { parameter, value } = given;
  if (value === null || value === '') return false;
  if ('content' in parameter.value) return true;
  const parts: unknown[] = typeof value === 'object' ? Object.values(value) : [value];
  if (parts.length === 0 || parts.some((part) => typeof part === 'object')) return false;
  const text = written(given);
  if (parameter.value.in === 'header')
    return (
      /^[!-~](?:[ -~]*[!-~])?$/.test(text) && !parts.some((part) => String(part).includes(','))
    );
  if (parameter.value.style === 'cookie')
    return parts.every((part) => /^[!#-+\--:<-[\]-~]+$/.test(String(part)));
  if (typeof value !== 'object') return true;
  return parts.every((part) => part !== '' && /^[^,.;|/\\\s]+$/u.test(String(part)));
}

/** The media types of a Request Body Object, with their Media Type Objects. */
export function bodyOffers(body: Located): { mediaType: string; media: Located }[] {
  return entries(body.value.content).flatMap(([mediaType, value]) => {
    const pointer = childPointer(body.pointer, 'content', mediaType);
    return isJsonObject(value) ? [{ mediaType, media: { pointer, value } }] : [];
  });
}

/** The media type to send where any will do: JSON, if there is one. */
export function defaultOffer(body: Located): ReturnType<typeof bodyOffers>[number] | undefined {
  const offers = bodyOffers(body);
  return offers.find(({ mediaType }) => isJsonType(mediaType)) ?? offers[0];
}

/**
 * A value for the body, in the media type to send where any will do.
 *
 * @param vary as of sampleValues
 */
export function sampleBody(
  maker: ValueGenerator,
  body: Located,
  vary?: string,
): BodyValue | undefined {
  const offer = defaultOffer(body);
  return offer && sampleContent(maker, offer.mediaType, offer.media, vary);
}

/**
 * A value for one media type, from the document's examples or generated.
 *
 * @param vary as of sampleValues
 * @param optional as of ValueGenerator.make
 */
export function sampleContent(
  maker: ValueGenerator,
  mediaType: string,
  located: Located,
  vary?: string,
  optional?: 'all' | 'none',
): BodyValue {
  const media = located.value;
  const items = itemsAt(mediaType, located);
  if (items !== undefined) {
    return { mediaType, media: located, value: sampleItems(maker, items, media, vary) };
  }
  if (!('schema' in media)) {
    const [example = 'example'] = exampleValues(media);
    return { mediaType, media: located, value: example };
  }
  const pointer = childPointer(located.pointer, 'schema');
  const examples = vary === undefined ? exampleValues(media) : [];
  const example = examples.find((value) => maker.takes(pointer, 'request', value));
  const options = { ...(vary !== undefined && { vary }), ...(optional && { optional }) };
  const value = example ?? maker.make(pointer, 'request', options).value;
  return { mediaType, media: located, value };
}

function sampleItems(
  maker: ValueGenerator,
  at: ItemsAt,
  media: JsonObject,
  vary: string | undefined,
): readonly unknown[] {
  for (const example of vary === undefined ? exampleValues(media) : []) {
    const found = exampleItems(maker, at, 'request', example);
    if ('items' in found) return found.items;
  }
  return makeItems(maker, at, 'request', vary === undefined ? {} : { vary }).value;
}

import type { CompiledContract, CompiledMediaType, CompiledRequestBody } from './compiled-contract';
import { decodeJson } from './decode-json';
import { Failure, failureKinds } from './failure';
import { requestHeaders } from './header-names';
import type { HttpRequest } from './http-message';
import { parseJson } from './json/parse-json';
import { isJson, matchMediaRange, parseMediaType } from './media-type';
import { describeError } from './validation-message';
import { validateJson, validatorOf, type Validators } from './validation';

/**
 * The request body: chosen by media type, read within its bound, then decoded and validated.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#request-body-object
 */

/** A body that was read and is not decoded yet. */
export interface RawBody {
  readonly media: CompiledMediaType;
  /** The media type as the client named it, without parameters. */
  readonly essence: string;
  readonly bytes: Buffer;
}

/** The client went away while it sent the body; no reply can reach it. */
export class RequestAbortedError extends Error {
  override readonly name = 'RequestAbortedError';
}

/**
 * Reads the body after its headers were found right.
 *
 * @returns undefined when there is none and none is needed
 * @throws RequestAbortedError when the client goes away before the body is complete
 */
export async function readRequestBody(
  requestBody: CompiledRequestBody | undefined,
  request: HttpRequest,
  maxBodyBytes: number,
): Promise<RawBody | Failure | undefined> {
  if (requestBody === undefined) return undefined;
  if (!request.hasBody) return requestBody.required ? missingBody(requestBody) : undefined;
  const media = chooseMediaType(requestBody, request);
  if (media instanceof Failure) return media;
  const read = await request.readBody(maxBodyBytes);
  switch (read.outcome) {
    case 'aborted':
      throw new RequestAbortedError();
    case 'too-large':
      return bodyTooLarge(maxBodyBytes);
    case 'complete':
      if (read.bytes.length > 0) return { ...media, bytes: read.bytes };
      return requestBody.required ? missingBody(requestBody) : undefined;
  }
}

/** Decodes and validates a body. */
export function decodeRequestBody(
  contract: CompiledContract,
  validators: Validators,
  body: RawBody,
): { readonly value: unknown } | Failure {
  const json = parseJson(body.bytes);
  if ('fault' in json) return new Failure(failureKinds.malformedBody, `The body ${json.fault}`);
  const error = validateJson(validatorOf(validators, body.media.validator), json);
  if (error !== undefined) {
    return new Failure(failureKinds.invalidBody, `The body ${describeError(error)}`);
  }
  return { value: decodeJson(contract, validators, body.media.shape, json) };
}

function chooseMediaType(
  requestBody: CompiledRequestBody,
  request: HttpRequest,
): Omit<RawBody, 'bytes'> | Failure {
  const accepted = Object.keys(requestBody.content);
  const coding = request.headerValues(requestHeaders.contentEncoding).join(', ');
  if (coding !== '' && coding.toLowerCase() !== 'identity') {
    return unsupported('The body must be sent without a Content-Encoding');
  }
  const values = new Set(request.headerValues(requestHeaders.contentType));
  if (values.size > 1) return unsupported('Send one Content-Type header, not several that differ');
  const [value] = values;
  if (value === undefined) {
    return unsupported(`The header Content-Type is missing; send ${accepted.join(' or ')}`);
  }
  const mediaType = parseMediaType(value);
  const range = mediaType && matchMediaRange(accepted, mediaType);
  const media = range === undefined ? undefined : requestBody.content[range];
  if (mediaType === undefined || media === undefined) {
    return unsupported(`The body must be of the media type ${accepted.join(' or ')}`);
  }
  if (isJson(mediaType.essence) && !isUnicode(mediaType.parameters.charset)) {
    return unsupported('JSON must be sent as UTF-8');
  }
  return { media, essence: mediaType.essence };
}

/** JSON is UTF-8 (RFC 8259, section 8.1); ASCII is a part of it. */
function isUnicode(charset = 'utf-8'): boolean {
  return ['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase());
}

function missingBody(requestBody: CompiledRequestBody): Failure {
  const accepted = Object.keys(requestBody.content).join(' or ');
  return new Failure(failureKinds.missingBody, `The body is missing; send ${accepted}`);
}

function bodyTooLarge(maxBodyBytes: number): Failure {
  return new Failure(
    failureKinds.bodyTooLarge,
    `The body is larger than the limit of ${maxBodyBytes} bytes`,
  );
}

function unsupported(message: string): Failure {
  return new Failure(failureKinds.unsupportedMediaType, message);
}

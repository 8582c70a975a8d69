import type {
  CompiledContract,
  CompiledMediaType,
  CompiledOperation,
  CompiledRequestBody,
  CompiledRequestContent,
} from '../compiled-contract';
import { Failure, failureKinds } from '../failure';
import {
  RequestAbortedError,
  type BodyRead,
  type HttpRequest,
  type TemporaryFile,
} from '../http-message';
import { requestHeaders } from '../http-semantics';
import { isJson, isRange, matchMediaRange, parseMediaType, type MediaType } from '../media-type';
import { memoizeByText, memoize } from '../memoize';
import { BoundedBody, bodyTooLarge } from './bounded-body';
import { isUtf8Charset, textDecoder } from './charset';
import { DecodedBody, requestCoding } from './content-coding';
import { MAX_FORM_MEMORY_BYTES, readForm, type SpooledForm } from './form/spooled-form';
import { GrowingBuffer } from './growing-buffer';

/**
 * The request body: chosen by media type and read within its limit. decode-body decodes it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#request-body-object
 */

/** The media type of a request, and its description in the document. */
interface ChosenMediaType {
  readonly media: CompiledRequestContent;
  /** As the client sends it. */
  readonly mediaType: MediaType;
  /** The name passed to a handler, where the document allows several. */
  readonly name: string | undefined;
}

/** A body that is not decoded yet: complete, or as it arrives where it is bytes or items. */
export interface RawBody extends ChosenMediaType {
  readonly content: Buffer | BoundedBody | SpooledForm;
  /** The limit of the body or, where it has items, of each item. */
  readonly maxBytes: number;
}

/** Limits that a service sets for an operation. */
export interface BodyLimits {
  /** The largest request body, in bytes; overrides the service's `maxBodyBytes` and the document's limit. */
  readonly maxBodyBytes?: number;
}

interface BodyRules {
  readonly contract: Pick<CompiledContract, 'valueTypes'>;
  readonly maxBodyBytes: number;
  /** By operationId. */
  readonly limits?: Readonly<Record<string, BodyLimits>>;
  /** A guard's: the operations whose bodies routes read, after Content-Type and presence were checked. */
  readonly ownBodies?: readonly string[];
}

/**
 * Reads the body after its headers were accepted.
 *
 * @param caller the authenticated sender
 * @returns undefined when it is absent and not required, or left to a route; a promise when it has not arrived yet
 * @throws RequestAbortedError when the client disconnects before the body is complete
 */
export function readRequestBody(
  rules: BodyRules,
  { operationId, requestBody }: Pick<CompiledOperation, 'operationId' | 'requestBody'>,
  request: HttpRequest,
  caller?: string,
): Promise<RawBody | Failure | undefined> | RawBody | Failure | undefined {
  if (requestBody === undefined) return undefined;
  if (!request.hasBody) return readEmpty(requestBody, request);
  const types = request.headerValues(requestHeaders.contentType);
  const isUntyped = types.length === 0;
  if (isUntyped && !takesBytes(requestBody)) return readUntyped(requestBody, request);
  const chosen = chooseMediaType(requestBody, types);
  if (chosen instanceof Failure) return chosen;
  if (isLeft(rules, operationId)) return undefined;
  const coding = requestCoding(request);
  if (coding instanceof Failure) return coding;
  const maxBodyBytes = boundOf(rules, operationId, chosen.media);
  const [length] = request.headerValues(requestHeaders.contentLength);
  const mostBytes = !coding && length !== undefined ? Number(length) : maxBodyBytes;
  const openFile = fileOpener(request, chosen, Math.min(mostBytes, maxBodyBytes));
  if (isStreamed(chosen.media) || openFile || coding) {
    const maxBytes = maxStreamBytes(chosen.media, maxBodyBytes);
    if (Number(length) > maxBytes) return bodyTooLarge(maxBytes);
    const sent = new BoundedBody(request.streamBody(caller), maxBytes);
    const content = coding ? new BoundedBody(new DecodedBody(sent, coding), maxBytes) : sent;
    const body = { ...chosen, content, maxBytes: maxBodyBytes };
    if (openFile) return spooledBody(rules, requestBody, body, openFile);
    if (!isStreamed(chosen.media)) return gatheredBody(requestBody, body);
    const isSurelySent = !isUntyped || length !== undefined;
    return isSurelySent ? body : unlessEmpty(requestBody, body);
  }
  const reading = request.readBody(maxBodyBytes, caller);
  if (!(reading instanceof Promise)) return bodyOf(reading, requestBody, chosen, maxBodyBytes);
  return reading.then((read) => bodyOf(read, requestBody, chosen, maxBodyBytes));
}

function isLeft({ ownBodies = [] }: BodyRules, operationId: string): boolean {
  return ownBodies.includes(operationId);
}

/** The limit of a body: the service's for the operation, else the document's, else the general one. */
function boundOf(rules: BodyRules, operationId: string, media: CompiledRequestContent): number {
  return rules.limits?.[operationId]?.maxBodyBytes ?? media.maxBodyBytes ?? rules.maxBodyBytes;
}

type OpenFile = () => Promise<TemporaryFile>;

/** Opens the file of a form of up to so many bytes; absent where it needs none, or the host has none. */
function fileOpener(
  request: HttpRequest,
  { media }: ChosenMediaType,
  bytes: number,
): OpenFile | undefined {
  const isLarge = media.kind === 'multipart' && bytes > MAX_FORM_MEMORY_BYTES;
  return isLarge ? request.openTemporaryFile?.bind(request) : undefined;
}

async function spooledBody(
  { contract, maxBodyBytes }: BodyRules,
  requestBody: CompiledRequestBody,
  body: RawBody & { readonly content: BoundedBody },
  openFile: OpenFile,
): Promise<RawBody | Failure | undefined> {
  const { media, mediaType, content } = body;
  if (media.kind !== 'multipart') throw new Error('Only forms are kept on disk');
  const { valueTypes } = contract;
  const maxFieldBytes = Math.max(MAX_FORM_MEMORY_BYTES, maxBodyBytes);
  const rules = { form: media, mediaType, valueTypes, maxFieldBytes };
  const read = await orFault(content, readForm(rules, content, openFile));
  if (read instanceof Failure) return read;
  const isMissing = Buffer.isBuffer(read) && read.length === 0;
  return isMissing ? missing(requestBody) : { ...body, content: read };
}

async function gatheredBody(
  requestBody: CompiledRequestBody,
  { content, maxBytes, ...chosen }: RawBody & { readonly content: BoundedBody },
): Promise<RawBody | Failure | undefined> {
  const bytes = await orFault(content, gather(content, maxBytes));
  if (bytes instanceof Failure) return bytes;
  return bodyOf({ outcome: 'complete', bytes }, requestBody, chosen, maxBytes);
}

async function gather(content: BoundedBody, maxBytes: number): Promise<Buffer> {
  const gathered = new GrowingBuffer(maxBytes);
  for await (const chunk of content) {
    // A copy, since a few bytes must not retain the buffer of their decoder.
    gathered.append(Buffer.from(chunk));
    content.keep(gathered.capacity);
  }
  return gathered.take();
}

/** What is read of a body, or the fault for which reading stopped. */
async function orFault<Read>(
  content: BoundedBody,
  reading: Promise<Read>,
): Promise<Read | Failure> {
  try {
    return await reading;
  } catch (error) {
    if (content.fault instanceof Failure) return content.fault;
    throw error;
  }
}

function bodyOf(
  read: BodyRead,
  requestBody: CompiledRequestBody,
  { media, mediaType, name }: ChosenMediaType,
  maxBodyBytes: number,
): RawBody | Failure | undefined {
  if (read.outcome === 'aborted') throw new RequestAbortedError();
  if (read.outcome === 'too-large') return bodyTooLarge(maxBodyBytes);
  if (read.outcome === 'refused') return read.failure;
  if (read.bytes.length === 0 && !mayBeEmpty(media)) return missing(requestBody);
  return { media, mediaType, name, content: read.bytes, maxBytes: maxBodyBytes };
}

/** The media type of content without a Content-Type. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.3 */
const BYTES = 'application/octet-stream';

function takesBytes(requestBody: CompiledRequestBody): boolean {
  const chosen = choiceOf(requestBody)(BYTES);
  return !(chosen instanceof Failure) && chosen.media.kind === 'raw';
}

/** A chunked body without a type may be empty, and then counts as absent. */
async function unlessEmpty(
  requestBody: CompiledRequestBody,
  body: RawBody & { readonly content: BoundedBody },
): Promise<RawBody | Failure | undefined> {
  return (await body.content.isEmpty()) ? missing(requestBody) : body;
}

/** Content without a type is refused at its first byte; an empty body counts as absent, even in chunks. */
async function readUntyped(
  requestBody: CompiledRequestBody,
  request: HttpRequest,
): Promise<Failure | undefined> {
  const read = await request.readBody(0);
  if (read.outcome === 'aborted') throw new RequestAbortedError();
  if (read.outcome === 'refused') return read.failure;
  if (read.outcome === 'complete') return missing(requestBody);
  const accepted = Object.keys(requestBody.content).join(' or ');
  return unsupported(`The header Content-Type is missing; send ${accepted}`);
}

/** An empty text, form or file is a value where the request has Content-Type and Content-Length. */
function readEmpty(
  requestBody: CompiledRequestBody,
  request: HttpRequest,
): RawBody | Failure | undefined {
  const types = request.headerValues(requestHeaders.contentType);
  const isSent = request.headerValues(requestHeaders.contentLength).length > 0 && types.length > 0;
  const chosen = isSent ? chooseMediaType(requestBody, types) : undefined;
  if (chosen === undefined || chosen instanceof Failure || !mayBeEmpty(chosen.media)) {
    return missing(requestBody);
  }
  const content = isStreamed(chosen.media) ? new BoundedBody(undefined, 0) : Buffer.alloc(0);
  return { ...chosen, content, maxBytes: 0 };
}

function mayBeEmpty(media: CompiledMediaType): boolean {
  return isStreamed(media) || media.kind === 'text' || media.kind === 'form';
}

/** True for a body that the handler reads as it arrives. */
function isStreamed({ kind }: CompiledMediaType): boolean {
  return kind === 'raw' || kind === 'items';
}

/** A body of items is unbounded; each item has the limit of a body. */
function maxStreamBytes({ kind }: CompiledMediaType, maxBodyBytes: number): number {
  return kind === 'items' ? Infinity : maxBodyBytes;
}

/** @param values the values of Content-Type */
function chooseMediaType(
  requestBody: CompiledRequestBody,
  values: readonly string[],
): ChosenMediaType | Failure {
  const value = values[0] ?? BYTES;
  if (values.length > 1 && values.some((other) => other !== value)) {
    return unsupported('Send one Content-Type header, not several that differ');
  }
  return choiceOf(requestBody)(value);
}

const choiceOf = memoize((requestBody: CompiledRequestBody) =>
  memoizeByText((value) => chooseByValue(requestBody, value)),
);

function chooseByValue(requestBody: CompiledRequestBody, value: string): ChosenMediaType | Failure {
  const accepted = Object.keys(requestBody.content);
  const mediaType = parseMediaType(value);
  const range =
    mediaType && !isRange(mediaType.essence) ? matchMediaRange(accepted, mediaType) : undefined;
  const media = range === undefined ? undefined : requestBody.content[range];
  if (mediaType === undefined || range === undefined || media === undefined) {
    return unsupported(`The body must be of the media type ${accepted.join(' or ')}`);
  }
  const fault = readingFault(media, mediaType);
  if (fault !== undefined) return unsupported(fault);
  if (isRange(range)) return { media, mediaType, name: mediaType.essence };
  return { media, mediaType, name: accepted.length > 1 ? range : undefined };
}

/** Why content of that type cannot be read, although the document accepts it. */
function readingFault(
  { kind }: CompiledMediaType,
  { essence, parameters }: MediaType,
): string | undefined {
  switch (kind) {
    case 'json':
      if (!isJson(essence)) return 'The body must be JSON, since its schema describes no other';
      return isUtf8Charset(parameters.charset) ? undefined : 'JSON must be sent as UTF-8';
    case 'form':
      return isUtf8Charset(parameters.charset) ? undefined : 'A form must be sent as UTF-8';
    case 'text':
      if (textDecoder(parameters.charset) !== undefined) return undefined;
      return 'The charset must be UTF-8, US-ASCII, ISO-8859-1 or UTF-16';
    default:
      return undefined;
  }
}

/** Undefined where the body is optional. */
function missing(requestBody: CompiledRequestBody): Failure | undefined {
  if (!requestBody.required) return undefined;
  const accepted = Object.keys(requestBody.content).join(' or ');
  const message = `The body is missing; send ${accepted}`;
  const faults = [{ in: 'body', pointer: '', message }] as const;
  return new Failure(failureKinds.missingBody, message, { faults });
}

function unsupported(message: string): Failure {
  return new Failure(failureKinds.unsupportedMediaType, message);
}

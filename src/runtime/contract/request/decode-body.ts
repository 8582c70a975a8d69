import { isUtf8 } from 'node:buffer';
import type {
  CompiledForm,
  CompiledJson,
  CompiledSchema,
  CompiledText,
} from '../compiled-contract';
import { Failure } from '../failure';
import { parseJson, type ParsedJson } from '../json/parse-json';
import type { MediaType } from '../media-type';
import { faultsOf } from './body-faults';
import { textDecoder } from './charset';
import { contentFailure, contentFailureKind, type Subject } from './content-fault';
import { FormValue, withFiles, type FormEntry } from './form/form-value';
import { namesByOrder, parseMultipart, type FormPart } from './form/parse-multipart';
import { readParts } from './form/read-parts';
import { SpooledForm } from './form/spooled-form';
import { readItems } from './items/read-items';
import { BoundedBody } from './bounded-body';
import type { RawBody } from './request-body';
import { parsePairs } from './serialization/name-values';
import { readSent } from './serialization/readings';
import { decodeJson } from '../schema/decode-json';
import { validateAndFill } from '../schema/defaults';
import { keywordName, describeError } from '../schema/validation-message';
import {
  type SchemaContext,
  validateJson,
  type ValidationError,
  validatorOf,
} from '../schema/validation';
import { isPercentEncoded } from '../uri';

export interface DecodedBody {
  readonly value: unknown;
  /** Present where the document allows several media types. */
  readonly mediaType: string | undefined;
}

/**
 * Decodes and validates a body: JSON and forms to values, text to a string or the value it denotes; bytes are passed on
 * as they arrive, and items as the handler reads them.
 */
export function decodeRequestBody(
  { contract, validators }: SchemaContext,
  body: RawBody,
): DecodedBody | Failure {
  const context: ContentContext = { contract, validators, subject: 'body' };
  const { media, mediaType, content, maxBytes } = body;
  const isItems = media.kind === 'items' && content instanceof BoundedBody;
  const value = isItems
    ? readItems(context, media, mediaType, content, maxBytes)
    : decodeContent(context, body);
  if (value instanceof Failure) return value;
  if (isItems && typeof value === 'string') return malformed(context, value);
  return { value, mediaType: body.name };
}

interface ContentContext extends SchemaContext {
  readonly subject: Subject;
  /** Whether to find all faults of the content, not only the first. */
  readonly wantsAll?: boolean;
}

/** The value of content, or a Failure. */
export function decodeContent(
  context: ContentContext,
  { media, mediaType, content }: Omit<RawBody, 'name' | 'maxBytes'>,
): unknown {
  if (content instanceof BoundedBody) return content;
  if (content instanceof SpooledForm) {
    const { form, parts } = content;
    return decodeForm(context, form, entriesOf(context, form, parts));
  }
  switch (media.kind) {
    case 'raw':
    case 'items':
      return content;
    case 'json':
      return decodeJsonContent(context, media, content);
    case 'text':
      return decodeText(context, media, textDecoder(mediaType.parameters.charset)?.(content));
    case 'form':
      return decodeForm(context, media, parseUrlencoded(content));
    case 'multipart':
      return decodeForm(context, media, readMultipart(context, media, mediaType, content));
  }
}

/** The value of JSON, or a Failure. */
export function decodeJsonContent(
  context: ContentContext,
  media: CompiledJson,
  content: Buffer,
): unknown {
  const json = parseJson(content);
  return 'fault' in json ? malformed(context, json.fault) : decodeValue(context, media, json);
}

/** The entries of a form, or the reason why it cannot be read: a Failure or the end of a sentence. */
type FormEntries = readonly FormEntry[] | Failure | string;

function readMultipart(
  context: ContentContext,
  form: CompiledForm,
  { essence, parameters }: MediaType,
  content: Buffer,
): FormEntries {
  const names = namesByOrder(form, essence);
  const parts = parseMultipart(content, parameters.boundary, (index) => names[index]);
  return entriesOf(context, form, parts);
}

function entriesOf(
  context: ContentContext,
  form: CompiledForm,
  parts: readonly FormPart<Buffer | Blob>[] | string,
): FormEntries {
  return typeof parts === 'string' ? parts : readParts(context, form, parts);
}

function decodeValue(
  context: ContentContext,
  schema: CompiledSchema & { readonly sample?: string | undefined },
  json: ParsedJson,
): unknown {
  const error = validateAndFill(context, schema, json);
  if (error === undefined) return decodeJson(context, schema.projection, json);
  const first = invalid(context, describeError(error), error);
  if (context.wantsAll !== true || schema.sample === undefined) return first;
  const validate = validatorOf(context.validators, schema.validator);
  const faults = faultsOf(validate, json, schema.sample, error).flatMap(
    (each) => invalid(context, describeError(each), each).details.faults ?? [],
  );
  return new Failure(first.kind, first.message, { faults });
}

function decodeText(
  context: ContentContext,
  { serialization, schema }: CompiledText,
  text: string | undefined,
): unknown {
  if (text === undefined) return malformed(context, 'is not text of its charset');
  if (schema === undefined) return text;
  const { contract, validators } = context;
  const sent = { values: [text], decode: String };
  const json = readSent(contract.valueTypes, serialization, '', sent, (read) =>
    validateJson(validatorOf(validators, schema.validator), read),
  );
  if ('fault' in json) return invalid(context, json.fault, json.error);
  return decodeJson(context, schema.projection, json);
}

function decodeForm(context: ContentContext, form: CompiledForm, entries: FormEntries): unknown {
  if (typeof entries === 'string') return malformed(context, entries);
  if (entries instanceof Failure) return entries;
  const value = new FormValue(form, context, context.subject);
  const failure = value.fill(entries);
  if (failure !== undefined) return failure;
  const decoded = decodeValue(context, form, value);
  return decoded instanceof Failure ? decoded : withFiles(decoded, entries);
}

function invalid({ subject }: ContentContext, fault: string, error?: ValidationError): Failure {
  const missing = error?.keyword === 'required' ? error.params.missingProperty : undefined;
  return contentFailure(contentFailureKind(subject, false), subject, `The ${subject} ${fault}`, {
    pointer: error?.instancePath ?? '',
    ...(error && { keyword: keywordName(error) }),
    ...(typeof missing === 'string' && { missing }),
  });
}

function malformed({ subject }: ContentContext, fault: string): Failure {
  return contentFailure(contentFailureKind(subject, true), subject, `The ${subject} ${fault}`);
}

/**
 * Parses forms as browsers send them. Percent-encoding is strict: invalid encoding is refused.
 *
 * @returns the fields in order, or why the body is no form, as the end of a sentence
 * @see https://url.spec.whatwg.org/#application/x-www-form-urlencoded
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-the-x-www-form-urlencoded-media-type
 */
function parseUrlencoded(bytes: Buffer): FormEntry[] | string {
  if (!isUtf8(bytes)) return 'is not UTF-8';
  const text = bytes.toString('utf8');
  if (!isPercentEncoded(text)) return 'has percent-encoding that is not UTF-8';
  return parsePairs(text).map(([name, value]) => ({ name, value }));
}

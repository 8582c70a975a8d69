import { BoundedBody } from './bounded-body';
import { textDecoder } from './charset';
import type {
  CompiledContract,
  CompiledForm,
  CompiledSchema,
  CompiledText,
} from '../compiled-contract';
import { decodeJson } from '../schema/decode-json';
import { fillDefaults } from '../schema/fill-defaults';
import { Failure } from '../failure';
import { FormValue, withFiles, type FormEntry } from './form/form-value';
import { parseMultipart } from './form/parse-multipart';
import { parseUrlencoded } from './form/parse-urlencoded';
import { readParts } from './form/read-parts';
import { readItems, type DecodingContext } from './items/read-items';
import { parseJson, type ParsedJson } from '../json/parse-json';
import type { MediaType } from '../media-type';
import type { RawBody } from './request-body';
import { BODY, subjectFailure, type Subject } from './subject';
import { readSent } from './serialization/readings';
import { keywordName } from '../schema/keyword-name';
import { describeError } from '../schema/validation-message';
import {
  validateJson,
  validatorOf,
  type ValidationError,
  type Validators,
} from '../schema/validation';

/** A body as a handler gets it. */
export interface DecodedBody {
  readonly value: unknown;
  /** Present where the document leaves several media types possible. */
  readonly mediaType: string | undefined;
}

/**
 * Decodes and validates a body: JSON and forms to values, text to a string or what it denotes; bytes
 * are handed on as they arrive, items when the handler asks for them.
 *
 * @param maxItemBytes the largest item to take
 */
export function decodeRequestBody(
  contract: CompiledContract,
  validators: Validators,
  body: RawBody,
  maxItemBytes: number,
): DecodedBody | Failure {
  const value = valueOf({ contract, validators, subject: BODY }, body, maxItemBytes);
  if (value instanceof Failure) return value;
  return { value, mediaType: body.name };
}

function valueOf(context: Context, body: RawBody, maxItemBytes: number): unknown {
  const { media, mediaType, content } = body;
  if (media.kind !== 'items' || !(content instanceof BoundedBody)) {
    return decodeContent(context, body);
  }
  const items = readItems(context, media, mediaType, content, maxItemBytes);
  return typeof items === 'string' ? malformed(context, items) : items;
}

interface Context extends DecodingContext {
  readonly subject: Subject;
}

/** The value of content, or a Failure. */
export function decodeContent(
  context: Context,
  { media, mediaType, content }: Omit<RawBody, 'name'>,
): unknown {
  if (content instanceof BoundedBody) return content;
  switch (media.kind) {
    case 'raw':
    case 'items':
      return content;
    case 'json': {
      const json = parseJson(content);
      return 'fault' in json ? malformed(context, json.fault) : decodeValue(context, media, json);
    }
    case 'text':
      return decodeText(context, media, textDecoder(mediaType.parameters.charset)?.(content));
    case 'form':
      return decodeForm(context, media, parseUrlencoded(content));
    case 'multipart':
      return decodeForm(context, media, readMultipart(context, media, mediaType, content));
  }
}

/** What a form consists of, or why it cannot be read, perhaps as the end of a sentence. */
type FormEntries = readonly FormEntry[] | Failure | string;

/** Only the parts of a form must say their names; those of other types may go by their order. */
function readMultipart(
  { contract, validators }: Context,
  form: CompiledForm,
  { essence, parameters }: MediaType,
  content: Buffer,
): FormEntries {
  const names = essence === 'multipart/form-data' ? [] : Object.keys(form.fields);
  const parts = parseMultipart(content, parameters.boundary, names);
  return typeof parts === 'string' ? parts : readParts(contract, validators, form, parts);
}

function decodeValue(context: Context, schema: CompiledSchema, json: ParsedJson): unknown {
  const { contract, validators } = context;
  fillDefaults(contract.defaults, schema.defaults, json);
  const error = errorOf(context, schema, json);
  return error === undefined
    ? decodeJson(contract, validators, schema.projection, json)
    : invalid(context, describeError(error), error);
}

function errorOf(
  { validators }: Context,
  { validator }: CompiledSchema,
  json: ParsedJson,
): ValidationError | undefined {
  return validateJson(validatorOf(validators, validator), json);
}

function decodeText(
  context: Context,
  { serialization, schema }: CompiledText,
  text: string | undefined,
): unknown {
  if (text === undefined) return malformed(context, 'is not text of its charset');
  if (schema === undefined) return text;
  const { contract, validators } = context;
  let first: ValidationError | undefined;
  const json = readSent(
    contract.valueTypes,
    serialization,
    '',
    { values: [text], decode: String },
    (read) => {
      const error = errorOf(context, schema, read);
      first ??= error;
      return error && describeError(error);
    },
  );
  if ('fault' in json) return invalid(context, json.fault, json.json && first);
  return decodeJson(contract, validators, schema.projection, json);
}

function decodeForm(context: Context, form: CompiledForm, entries: FormEntries): unknown {
  if (typeof entries === 'string') return malformed(context, entries);
  if (entries instanceof Failure) return entries;
  const value = new FormValue(form, context.contract, context.validators, context.subject);
  const failure = value.fill(entries);
  if (failure !== undefined) return failure;
  const decoded = decodeValue(context, form, value);
  return decoded instanceof Failure ? decoded : withFiles(decoded, entries);
}

function invalid({ subject }: Context, fault: string, error?: ValidationError): Failure {
  const missing = error?.keyword === 'required' ? error.params.missingProperty : undefined;
  return subjectFailure(subject.invalid, subject.name, `The ${subject.name} ${fault}`, {
    pointer: error?.instancePath ?? '',
    ...(error && { keyword: keywordName(error) }),
    ...(typeof missing === 'string' && { missing }),
  });
}

function malformed({ subject }: Context, fault: string): Failure {
  return subjectFailure(subject.malformed, subject.name, `The ${subject.name} ${fault}`);
}

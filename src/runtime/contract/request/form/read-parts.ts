import { constants } from 'node:buffer';
import path from 'node:path';
import type { CompiledField, CompiledForm } from '../../compiled-contract';
import { failureKinds, type Failure } from '../../failure';
import { isJson, isText, matchMediaRange } from '../../media-type';
import { type SchemaContext, validateJson, validatorOf } from '../../schema/validation';
import { textDecoder } from '../charset';
import { ContentFault } from '../content-fault';
import { decodeHeader, encodeForm } from '../../uri';
import { readSent } from '../serialization/readings';
import {
  typesOf,
  itemTypes,
  valueTypes,
  type ValueTypesTable,
} from '../serialization/serialization';
import { fieldFailure, unnamedField, type FormEntry } from './form-value';
import type { FormPart } from './parse-multipart';

/**
 * Reads the parts of a multipart body as fields, by their headers, media types and charsets. The values of parts are
 * not percent-encoded, so they are encoded here.
 *
 * @returns the first failure instead, if any
 * @see https://spec.openapis.org/oas/v3.1.1#appendix-c-using-rfc6570-based-serialization
 */
export function readParts(
  context: SchemaContext,
  form: CompiledForm,
  parts: readonly FormPart<Buffer | Blob>[],
): FormEntry[] | Failure {
  const entries: FormEntry[] = [];
  for (const part of parts.filter((each) => !isLeftEmpty(each))) {
    const own = ownField(form, part.name);
    const field = own ?? { serialization: unnamedField(form, part.name) };
    const entry = readPart(context, field, part);
    if (entry instanceof ContentFault) return fieldFailure(entry.kind, part.name, entry.fault);
    // The bytes of an undocumented field may still belong to a value with a style.
    const isAtHand = own === undefined && Buffer.isBuffer(part.content);
    const bytes = isAtHand ? entry.part?.bytes : undefined;
    entries.push(bytes === undefined ? entry : { ...entry, value: encodeForm(bytes) });
  }
  return entries;
}

function ownField({ fields }: CompiledForm, name: string): CompiledField | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** True for a part that becomes a `File`, whose bytes need not be in memory. */
export function isFileOf(table: ValueTypesTable, form: CompiledForm, part: FormPart): boolean {
  const own = ownField(form, part.name);
  if (own !== undefined) return isFile(table, own, part);
  // An undocumented part may belong to a value with a style.
  const mayBeOfStyle = Object.values(form.fields).some((field) => 'style' in field.serialization);
  return !mayBeOfStyle && isFile(table, { serialization: unnamedField(form, part.name) }, part);
}

/**
 * True for the part that a browser sends for an empty file input.
 *
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set
 */
function isLeftEmpty({ filename, content }: FormPart<Buffer | Blob>): boolean {
  return filename === '' && Buffer.isBuffer(content) && content.length === 0;
}

/**
 * Reads a part as the given field.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-content-type
 */
export function readPart(
  context: SchemaContext,
  field: CompiledField,
  part: FormPart<Buffer | Blob>,
): FormEntry | ContentFault {
  const fault = headerFault(context, field, part);
  if (fault !== undefined) return new ContentFault(failureKinds.invalidBody, fault);
  const { mediaTypes } = field;
  const { name, content, mediaType } = part;
  if (mediaTypes && mediaType && matchMediaRange(mediaTypes, mediaType) === undefined) {
    return unsupported(`must be of the media type ${mediaTypes.join(' or ')}`);
  }
  if (!Buffer.isBuffer(content) || isFile(context.contract.valueTypes, field, part)) {
    return fileEntry(part);
  }
  const decode = textDecoder(mediaType?.parameters.charset);
  if (decode === undefined) {
    return unsupported('must be of the charset UTF-8, US-ASCII, ISO-8859-1 or UTF-16');
  }
  const text = decode(content);
  if (text === undefined) {
    return new ContentFault(failureKinds.malformedBody, 'is not text of its charset');
  }
  return { name, value: encodeForm(text), part: mediaType ? { essence: mediaType.essence } : {} };
}

function unsupported(fault: string): ContentFault {
  return new ContentFault(failureKinds.unsupportedMediaType, fault);
}

/** An undocumented part is binary if it has a file name, or a media type that is neither text nor JSON. */
function isFile(
  table: ValueTypesTable,
  { serialization }: CompiledField,
  { mediaType, filename }: Pick<FormPart, 'mediaType' | 'filename'>,
): boolean {
  if ('style' in serialization) return false;
  const own = typesOf(table, serialization);
  const { types, isBinary } = own.types.includes('array')
    ? valueTypes(table, itemTypes(own, 0))
    : own;
  if (isBinary === true) return true;
  const essence = mediaType?.essence ?? 'text/plain';
  return types.length === 0 && !isJson(essence) && (filename !== undefined || !isText(essence));
}

/** For content in a file, schemas see a string with one character for each byte. */
function fileEntry({ name, content, filename, headers }: FormPart<Buffer | Blob>): FormEntry {
  const type = headers.get('content-type') ?? '';
  const file = new File([content], lastSegment(filename ?? name), { type });
  // The value is a placeholder; an empty one might be taken for no value.
  const bytes = Buffer.isBuffer(content)
    ? content.toString('latin1')
    : '\0'.repeat(Math.min(content.size, constants.MAX_STRING_LENGTH));
  return { name, value: 'bytes', part: { bytes, file } };
}

/**
 * A name without folders, drive and control characters, since handlers join it to paths; empty if nothing but dots is
 * left.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4.2
 */
function lastSegment(sent: string): string {
  // That of Windows also knows the separator of others.
  const name = path.win32.basename(sent.replace(/\p{Cc}/gu, ''));
  return /^[. ]*$/.test(name) ? '' : name;
}

/** The fault of documented part headers, which handlers do not get. */
function headerFault(
  { contract, validators }: SchemaContext,
  { headers = {} }: CompiledField,
  part: Pick<FormPart, 'headers'>,
): string | undefined {
  for (const [name, { required, serialization, validator }] of Object.entries(headers)) {
    const text = part.headers.get(name.toLowerCase());
    if (text === undefined) {
      if (required) return `lacks the header "${name}"`;
      continue;
    }
    const sent = { values: [text], decode: decodeHeader };
    const read = readSent(contract.valueTypes, serialization, name, sent, (json) =>
      validateJson(validatorOf(validators, validator), json),
    );
    if ('fault' in read) return `has the header "${name}", which ${read.fault}`;
  }
  return undefined;
}

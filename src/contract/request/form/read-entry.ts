import { textDecoder } from '../charset';
import type { CompiledField, SchemaTypes } from '../../compiled-contract';
import { Failure, failureKinds } from '../../failure';
import type { ExactNumbers } from '../../json/exact-numbers';
import { parseJson } from '../../json/parse-json';
import { isJson, isText, matchMediaRange, parseMediaType } from '../../media-type';
import { readText } from '../read-text';
import { quote } from '../../quote';
import type { FormEntry } from './form-entry';

/** A value that is validated, and the File that stands for it afterwards. */
export interface ReadEntry {
  readonly value: unknown;
  readonly file?: File;
}

/**
 * Reads one value of a field by its schema and its media type.
 *
 * @param types those of the value: the field's own, or its items'
 * @param holder the object or array that will hold the value at `key`, for exact numbers
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-object
 */
export function readEntry(
  field: CompiledField,
  types: SchemaTypes,
  entry: FormEntry,
  exact: ExactNumbers,
  holder: object,
  key = entry.name,
): ReadEntry | Failure {
  const { contentTypes } = field;
  const sent = entry.mediaType;
  if (contentTypes !== undefined && sent && matchMediaRange(contentTypes, sent) === undefined) {
    return unsupported(entry, `must be of the media type ${contentTypes.join(' or ')}`);
  }
  switch (readingOf(field, types, entry)) {
    case 'file':
      return readFile(entry);
    case 'json': {
      const json = parseJson(bytesOf(entry));
      if ('fault' in json) return malformed(entry, json.fault);
      exact.adopt(json.exact, holder, key);
      return { value: json.value };
    }
    case 'text': {
      const text = textOf(entry);
      if (typeof text !== 'string') return text;
      return { value: readText(types, text, exact, holder, key) };
    }
  }
}

/** Objects are JSON unless the document says otherwise; what it says nothing of is as it was sent. */
function readingOf(
  field: CompiledField,
  types: SchemaTypes,
  entry: FormEntry,
): 'file' | 'json' | 'text' {
  if (field.binary === true) return 'file';
  const isString = types.includes('string');
  const mayBeOther = types.some((type) => type !== 'string' && type !== 'null');
  const essence = entry.mediaType?.essence ?? documentedEssence(field);
  const isSaidJson = essence !== undefined && isJson(essence);
  const isEmpty = bytesOf(entry).length === 0 && types.includes('null');
  if (isSaidJson && (mayBeOther || !isString) && !isEmpty) return 'json';
  if (types.length === 0) {
    const isBytes = essence !== undefined && !isText(essence);
    return Buffer.isBuffer(entry.content) && (isBytes || entry.filename !== undefined)
      ? 'file'
      : 'text';
  }
  const isStructured = types.includes('object') || types.includes('array');
  return isStructured && !isString && !isEmpty ? 'json' : 'text';
}

/** The media type of content that names none, where the document leaves one only. */
function documentedEssence({ contentTypes = [] }: CompiledField): string | undefined {
  const [only] = contentTypes;
  return contentTypes.length === 1 && only !== undefined
    ? parseMediaType(only)?.essence
    : undefined;
}

function readFile(entry: FormEntry): ReadEntry {
  const bytes = bytesOf(entry);
  const type = entry.headers?.get('content-type') ?? '';
  const file = new File([bytes], entry.filename ?? entry.name, { type });
  return { value: bytes.toString('latin1'), file };
}

function textOf(entry: FormEntry): string | Failure {
  if (typeof entry.content === 'string') return entry.content;
  const decode = textDecoder(entry.mediaType?.parameters.charset);
  if (decode === undefined) {
    return unsupported(entry, 'must be of the charset UTF-8, US-ASCII, ISO-8859-1 or UTF-16');
  }
  return decode(bytesOf(entry)) ?? malformed(entry, 'is not text of its charset');
}

function bytesOf({ content }: FormEntry): Buffer {
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(typeof content === 'string' ? content : '');
}

function malformed(entry: FormEntry, fault: string): Failure {
  const message = `The field ${quote(entry.name)} of the body ${fault}`;
  return new Failure(failureKinds.malformedBody, message);
}

function unsupported(entry: FormEntry, fault: string): Failure {
  const message = `The field ${quote(entry.name)} of the body ${fault}`;
  return new Failure(failureKinds.unsupportedMediaType, message);
}

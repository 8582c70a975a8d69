import type { CompiledField } from '../../compiled-contract';
import { Failure, failureKinds, type FailureKind } from '../../failure';
import { isJson, isText, matchMediaRange } from '../../media-type';
import { quote } from '../../schema/validation-message';
import { textDecoder } from '../charset';
import type { Content } from '../serialization/content-readings';
import { decodeForm } from '../serialization/percent-encoding';
import type { JsonType } from '../serialization/value-types';
import type { FormEntry, FormPart } from './form-entry';

/** Content, and the File that stands for it once it is valid. */
export interface FieldContent extends Content {
  readonly file?: File;
}

/**
 * Decodes what was sent for a field, by its media type.
 *
 * @param types those of the value, or of a list's item
 * @see https://spec.openapis.org/oas/v3.1.1#encoding-content-type
 */
export function fieldContent(
  { mediaTypes, binary }: CompiledField,
  types: readonly JsonType[],
  entry: FormEntry,
): FieldContent | Failure {
  if (entry.headers === undefined) return { text: decodeForm(entry.content) };
  const { mediaType } = entry;
  if (mediaTypes && mediaType && matchMediaRange(mediaTypes, mediaType) === undefined) {
    const fault = `must be of the media type ${mediaTypes.join(' or ')}`;
    return fieldFailure(failureKinds.unsupportedMediaType, entry.name, fault);
  }
  if (binary === true || (types.length === 0 && isFile(entry))) return fileContent(entry);
  const text = partText(entry);
  if (text instanceof Failure) return text;
  return { text, ...(mediaType && { essence: mediaType.essence }) };
}

/** Of what the document says nothing, a file is bytes, and so is what calls itself neither text nor JSON. */
function isFile({ mediaType, filename }: FormPart): boolean {
  const essence = mediaType?.essence;
  if (essence !== undefined && isJson(essence)) return false;
  return filename !== undefined || (essence !== undefined && !isText(essence));
}

function fileContent({ name, content, filename, headers }: FormPart): FieldContent {
  const type = headers.get('content-type') ?? '';
  const file = new File([content], filename ?? name, { type });
  return { text: content.toString('latin1'), isBytes: true, file };
}

/** The text of a part, by its charset. */
export function partText({ name, content, mediaType }: FormPart): string | Failure {
  const decode = textDecoder(mediaType?.parameters.charset);
  if (decode === undefined) {
    const fault = 'must be of the charset UTF-8, US-ASCII, ISO-8859-1 or UTF-16';
    return fieldFailure(failureKinds.unsupportedMediaType, name, fault);
  }
  const text = decode(content);
  if (text !== undefined) return text;
  return fieldFailure(failureKinds.malformedBody, name, 'is not text of its charset');
}

/** @param fault the end of a sentence */
export function fieldFailure(kind: FailureKind, name: string, fault: string): Failure {
  return new Failure(kind, `The field ${quote(name)} of the body ${fault}`);
}

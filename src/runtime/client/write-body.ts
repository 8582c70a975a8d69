import { randomUUID } from 'node:crypto';
import {
  type CompiledForm,
  type CompiledMediaType,
  type CompiledOperation,
  encode,
  isJson,
  isRange,
  isSpreadObject,
  JSON_MEDIA_TYPE,
  jsonTypeOf,
  matchMediaRange,
  parseMediaType,
  primitiveText,
  serializePairs,
  stringifyJson,
  writtenStyle,
  type WrittenStyle,
} from '../contract';
import {
  naming,
  plainValue,
  refuseAmbiguous,
  refuseSharedNames,
  type SpreadObject,
} from './written-value';

export interface WrittenBody {
  /** Null where fetch determines it. */
  readonly contentType: string | null;
  readonly body: unknown;
}

/**
 * Writes a body in the call's media type, else that of a Blob, else the first JSON type, else the first.
 *
 * @param stated the Content-Type of the call
 * @returns undefined where the document describes no such body
 * @throws TypeError for a value that the media type cannot express
 */
export function writeBody(
  { method, path, requestBody }: CompiledOperation,
  value: unknown,
  stated: string | undefined,
): WrittenBody | undefined {
  if (value instanceof FormData) return { contentType: null, body: value };
  const content = requestBody?.content ?? {};
  const subject = `The body of ${method} ${path}`;
  const contentType = stated ?? ownType(content, value) ?? usualType(content, subject);
  const range = contentType === undefined ? undefined : rangeOf(content, contentType);
  const media = range === undefined ? undefined : content[range];
  if (contentType === undefined || media === undefined) return undefined;
  if (isBytes(value)) return { contentType, body: value };
  return naming(subject, () =>
    media.kind === 'multipart'
      ? multipart(media, contentType, value)
      : { contentType, body: bodyText(media, contentType, value) },
  );
}

type Content = Readonly<Record<string, CompiledMediaType>>;

function rangeOf(content: Content, mediaType: string): string | undefined {
  const parsed = parseMediaType(mediaType);
  return parsed && matchMediaRange(Object.keys(content), parsed);
}

/** The type of a Blob, where the operation accepts it. */
function ownType(content: Content, value: unknown): string | undefined {
  if (!(value instanceof Blob) || value.type === '') return undefined;
  return rangeOf(content, value.type) === undefined ? undefined : value.type;
}

function usualType(content: Content, subject: string): string | undefined {
  const ranges = Object.keys(content);
  const range = ranges.find((each) => content[each]?.kind === 'json') ?? ranges[0];
  if (range === undefined || !isRange(range)) return range;
  const member = jsonTypeOf(range) ?? (range === 'text/*' ? 'text/plain' : undefined);
  if (member === undefined) {
    throw new TypeError(`${subject} needs a Content-Type header, since it may be any "${range}"`);
  }
  return member;
}

/** True for values that fetch accepts directly, whatever the media type. */
function isBytes(value: unknown): boolean {
  return (
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof ReadableStream ||
    value instanceof URLSearchParams
  );
}

function bodyText(media: CompiledMediaType, contentType: string, value: unknown): string {
  if (media.kind === 'json') return stringifyJson(value);
  if (media.kind === 'form') return urlencoded(media, value);
  if (typeof value === 'string') return value;
  if (media.kind === 'text' && (media.schema !== undefined || typeof value !== 'object')) {
    return primitiveText(value);
  }
  throw new TypeError(`"${contentType}" is given as text or bytes`);
}

/** @see https://spec.openapis.org/oas/v3.1.1#encoding-the-x-www-form-urlencoded-media-type */
export function urlencoded(form: CompiledForm, value: unknown): string {
  const fields = formFields(form, value, (style) => writtenStyle('query', style), encode);
  return fields
    .map(({ name, content }) => {
      if (content instanceof Blob) throw new TypeError(`the field "${name}" is bytes`);
      return `${name}=${content}`;
    })
    .join('&');
}

/** A name of a form and its content, encoded. */
interface FormField {
  readonly name: string;
  readonly content: string | Blob;
  readonly type: string;
}

function formFields(
  form: CompiledForm,
  value: unknown,
  styleOf: (style: Omit<WrittenStyle, 'encode'>) => WrittenStyle,
  encoded: (text: string) => string,
): FormField[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('a form is given as an object');
  }
  const spread: SpreadObject[] = [];
  const writeField = (name: string, given: unknown): FormField[] => {
    const field = Object.hasOwn(form.fields, name) ? form.fields[name] : undefined;
    if (field === undefined || !('style' in field.serialization)) {
      const stated = field?.mediaTypes?.find((range) => !isRange(range));
      return [given].flat().map((item) => contentField(name, item, stated, encoded));
    }
    const style = styleOf(field.serialization);
    const member = plainValue(given);
    refuseAmbiguous(member, style);
    if (isSpreadObject(member, style)) spread.push({ name, members: member });
    return serializePairs(name, member, style).map(([own, content]) => {
      return { name: own, content, type: 'text/plain' };
    });
  };
  const fields = Object.entries<unknown>(plainValue(value) as Record<string, unknown>).flatMap(
    ([name, given]) => naming(`the field ${JSON.stringify(name)}`, () => writeField(name, given)),
  );
  const others = new Set(Object.keys({ ...form.fields, ...value }));
  for (const { name } of spread) others.delete(name);
  refuseSharedNames(spread, others);
  return fields;
}

/** @param stated the documented media type */
function contentField(
  name: string,
  item: unknown,
  stated: string | undefined,
  encoded: (text: string) => string,
): FormField {
  if (item instanceof Blob || ArrayBuffer.isView(item)) {
    const content = item instanceof Blob ? item : new Blob([item as Uint8Array<ArrayBuffer>]);
    const type = content.type || (stated ?? 'application/octet-stream');
    return { name: encoded(name), content, type };
  }
  const isStructured = typeof item === 'object' && item !== null;
  const type = stated ?? (isStructured ? JSON_MEDIA_TYPE : 'text/plain');
  const isOfJson = isJson(parseMediaType(type)?.essence ?? '');
  const content = encoded(isOfJson ? stringifyJson(item) : primitiveText(item));
  return { name: encoded(name), content, type };
}

/** @see https://www.rfc-editor.org/rfc/rfc7578 */
function multipart(form: CompiledForm, stated: string, value: unknown): WrittenBody {
  const boundary = randomUUID();
  const fields = formFields(form, value, (style) => ({ ...style, encode: String }), String);
  const parts = fields.flatMap(({ name, content, type }) => {
    const filename = content instanceof Blob ? `; filename="${escaped(filenameOf(content))}"` : '';
    const disposition = `Content-Disposition: form-data; name="${escaped(name)}"${filename}`;
    return [`--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`, content, '\r\n'];
  });
  const [essence] = stated.split(';');
  return {
    contentType: `${essence}; boundary=${boundary}`,
    body: new Blob([...parts, `--${boundary}--\r\n`]),
  };
}

/** The name that browsers use for a Blob that is not a File. @see https://xhr.spec.whatwg.org/#create-an-entry */
function filenameOf(blob: Blob): string {
  return 'name' in blob ? String(blob.name) : 'blob';
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function escaped(name: string): string {
  return name.replace(/["\r\n]/g, (character) => encodeURIComponent(character));
}

import { isUtf8 } from 'node:buffer';
import type { CompiledForm } from '../../compiled-contract';
import { parseMediaType, type MediaType, parseParameters } from '../../media-type';
import { CRLF } from './part-scanner';

/**
 * Parses a complete multipart body into parts, which are slices of it. A body too large for memory is read by
 * spooled-form.ts.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1
 * @see https://www.rfc-editor.org/rfc/rfc7578
 */

/** A part of a multipart body. @typeParam Content `Buffer | Blob` for a part that may be in a file */
export interface FormPart<Content = Buffer> {
  readonly name: string;
  readonly content: Content;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The part's own Content-Type. */
  readonly mediaType?: MediaType;
  readonly filename?: string;
}

/** The most parts and header bytes, which bound the overhead of small parts. */
export const MAX_PARTS = 10_000;
export const MAX_HEADER_BYTES = 16_384;

export const BLANK_LINE = Buffer.from('\r\n\r\n');

/** `bchars` of RFC 2046, and other characters in use; it must not end with a space. */
const BOUNDARY = /^[\x21-\x7e](?:[\x20-\x7e]{0,68}[\x21-\x7e])?$/;

/** Names of parts by order. Only the parts of a form must have names of their own. */
export function namesByOrder({ fields }: CompiledForm, essence: string): readonly string[] {
  return essence === 'multipart/form-data' ? [] : Object.keys(fields);
}

/**
 * @param nameAt the name of a part without one, by its index; absent where parts must have theirs
 * @returns the parts in order, or why the body is not multipart, as the end of a sentence
 */
export function parseMultipart(
  body: Buffer,
  boundary: string | undefined,
  nameAt?: (index: number) => string | undefined,
): FormPart[] | string {
  const delimiter = dashBoundary(boundary);
  if ('fault' in delimiter) return delimiter.fault;
  const slices = splitParts(body, delimiter.dashed);
  if (typeof slices === 'string') return slices;
  const entries: FormPart[] = [];
  for (const [index, slice] of slices.entries()) {
    const entry = parsePart(slice, nameAt?.(index));
    if (typeof entry === 'string') return `has a part ${index + 1} that ${entry}`;
    entries.push(entry);
  }
  return entries;
}

/**
 * The line that begins each part, or why the body cannot be split, as the end of a sentence.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1
 */
export function dashBoundary(
  boundary: string | undefined,
): { readonly dashed: string } | { readonly fault: string } {
  if (boundary === undefined) {
    return { fault: 'has no boundary; name it in the Content-Type header' };
  }
  if (!BOUNDARY.test(boundary)) return { fault: 'has a boundary that RFC 2046 does not allow' };
  return { dashed: `--${boundary}` };
}

/** The bytes between the delimiters, without the preamble and the epilogue. */
function splitParts(body: Buffer, dashed: string): Buffer[] | string {
  // A delimiter begins a line; the first one may begin the body.
  const delimiter = Buffer.from(`\r\n${dashed}`);
  const parts: Buffer[] = [];
  let start: number | undefined;
  let at = body.toString('latin1', 0, dashed.length) === dashed ? -2 : body.indexOf(delimiter);
  for (;;) {
    if (start === undefined ? at === -1 : at < 0) break;
    const line = delimiterLine(body, at + delimiter.length);
    if (line !== undefined) {
      if (start !== undefined) parts.push(body.subarray(start, Math.max(start, at)));
      if (line === 'last') return parts;
      if (parts.length >= MAX_PARTS) return `has more than ${MAX_PARTS} parts`;
      start = line;
    }
    // The line break that ends a delimiter's line may also begin the next delimiter.
    at = body.indexOf(delimiter, line === undefined ? at + delimiter.length : (start ?? 0) - 2);
  }
  return incomplete(start !== undefined);
}

/** The fault of a body without its last delimiter. @param isBegun true where it has another one */
export function incomplete(isBegun: boolean): string {
  return isBegun
    ? 'ends before its last boundary'
    : 'does not contain the boundary that its Content-Type names';
}

/** The index of the part after a delimiter; `last` for the closing one, undefined for other text. */
function delimiterLine(body: Buffer, end: number): number | 'last' | undefined {
  if (body[end] === 0x2d && body[end + 1] === 0x2d) return 'last';
  let at = end;
  while (body[at] === 0x20 || body[at] === 0x09) at++;
  return body[at] === 0x0d && body[at + 1] === 0x0a ? at + 2 : undefined;
}

/** True when the part has all its headers, or exceeds their limit. */
export function hasHeaders(part: Buffer): boolean {
  const isBare = part.subarray(0, 2).equals(CRLF);
  return isBare || part.length > MAX_HEADER_BYTES || part.includes(BLANK_LINE);
}

/** @returns the part, or its fault as the end of a sentence */
export function parsePart(part: Buffer, fallbackName: string | undefined): FormPart | string {
  const isBare = part.subarray(0, 2).equals(CRLF);
  const end = isBare ? 0 : part.subarray(0, MAX_HEADER_BYTES).indexOf(BLANK_LINE);
  if (end < 0) {
    const isLarge = part.length > MAX_HEADER_BYTES;
    return isLarge ? `has more than ${MAX_HEADER_BYTES} bytes of headers` : 'has no end of headers';
  }
  const headers = parseHeaders(part.subarray(0, end));
  if (headers === undefined) return 'has a header that is not "name: value" in UTF-8';
  const coding = headers.get('content-transfer-encoding') ?? 'binary';
  if (!/^(?:7bit|8bit|binary)$/i.test(coding))
    return 'has a Content-Transfer-Encoding; send it plain';
  const type = headers.get('content-type');
  const mediaType = type === undefined ? undefined : parseMediaType(type);
  if (type !== undefined && mediaType === undefined) return 'has a malformed Content-Type';
  const disposition = parseDisposition(headers.get('content-disposition') ?? '');
  const name = disposition.name ?? fallbackName;
  if (name === undefined) return 'has no name; give it one in Content-Disposition';
  const filename = disposition.filename;
  return {
    name,
    content: part.subarray(isBare ? 2 : end + BLANK_LINE.length),
    headers,
    ...(mediaType !== undefined && { mediaType }),
    ...(filename !== undefined && { filename }),
  };
}

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):([^\r\n]*)$/;

function parseHeaders(bytes: Buffer): Map<string, string> | undefined {
  if (!isUtf8(bytes)) return undefined;
  const headers = new Map<string, string>();
  for (const line of bytes.toString('utf8').split('\r\n')) {
    if (line === '') continue;
    const match = HEADER.exec(line);
    if (match === null) return undefined;
    headers.set((match[1] ?? '').toLowerCase(), (match[2] ?? '').trim());
  }
  return headers;
}

/** The names of a part in its Content-Disposition. */
interface Disposition {
  readonly name?: string;
  readonly filename?: string;
}

/**
 * Parses the names of a part's field and file, as browsers write them: a backslash is literal, a double quote is `%22`,
 * and line ends are `%0D` and `%0A`. Other clients write a double quote as `\"`, so only one before `;` or the end
 * closes a name.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7578#section-4.2
 * @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
 */
function parseDisposition(value: string): Disposition {
  const start = /^[^;]*/.exec(value)?.[0].length ?? 0;
  const parameters = readAsWritten(value, start) ?? parseParameters(value, start);
  const [name, filename] = [parameters?.name, parameters?.filename];
  return {
    ...(name !== undefined && { name: unescape(name) }),
    ...(filename !== undefined && { filename: unescape(filename) }),
  };
}

const NAME = /;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=)?/y;
const TOKEN = /[^ \t";]*/y;
const END = /[ \t]*(?=;|$)/y;

/** Parameters by lower-case name; undefined when the text has another syntax. */
function readAsWritten(text: string, start: number): Record<string, string> | undefined {
  const parameters: [string, string][] = [];
  let at = start;
  while (at < text.length) {
    const name = matchAt(NAME, text, at);
    if (name === undefined) return undefined;
    at += name[0].length;
    if (name[1] !== undefined) {
      const isQuoted = text[at] === '"';
      const end = isQuoted
        ? quotedEnd(text, at + 1)
        : at + (matchAt(TOKEN, text, at)?.[0].length ?? 0);
      if (end < 0) return undefined;
      parameters.push([name[1].toLowerCase(), text.slice(isQuoted ? at + 1 : at, end)]);
      at = isQuoted ? end + 1 : end;
    }
    const gap = matchAt(END, text, at);
    if (gap === undefined) return undefined;
    at += gap[0].length;
  }
  return Object.fromEntries(parameters);
}

/** The index of the closing quote of a text that begins at `from`; -1 without one. */
function quotedEnd(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && matchAt(END, text, at + 1) === undefined) at = text.indexOf('"', at + 1);
  return at;
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

function unescape(text: string): string {
  return text
    .replace(/\\"/g, '"')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');
}

import { isAuthority } from '../../contract';
import { endOfChunks } from './chunked-content';

/**
 * Where requests end, for requests about whose framing there can be no two opinions: a request line in origin
 * form, header fields without folding, and at most one of Content-Length and Transfer-Encoding. They can be
 * refused without being parsed, at a hundredth of the cost; everything else is left to Node's parser.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */

/**
 * Not HEAD, whose response has no content, and not OPTIONS, which may ask for what a browser may do. A line
 * ends with CRLF, and no line holds a CR or an LF, so that nothing else can be taken for its end.
 */
const HEAD =
  /(?:GET|POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+)\r\n/y;

/** Fields that change how a message is framed, or what follows it on the connection. */
const UNUSUAL = /^(?:expect|upgrade|trailer):|^connection:(?![ \t]*keep-alive[ \t]*\r)/im;

const HOST = /^host:(.*)/gim;
const VALUE = /^[ \t]*(\S+)[ \t]*$/;

const CONTENT_LENGTH = /^content-length:(.*)/gim;
const LENGTH = /^[ \t]*(\d{1,5})[ \t]*$/;

const TRANSFER_ENCODING = /^transfer-encoding:(.*)/gim;
const CHUNKED = /^[ \t]*chunked[ \t]*$/i;

/** Bytes of content as it is sent, beyond which a request is left to the parser. */
const MAX_CONTENT = 16_384;

/** Bytes of a head, beyond which it is left to the parser. */
const MAX_HEAD = 8_192;

/** Bytes of content, or in chunks. */
type Framing = number | 'chunked';

/** The plain requests with which a text begins. */
export class PlainRequests {
  /** For each, the index behind it. */
  readonly ends: readonly number[];
  /** True where the text ends within a request that may be one more of them. */
  readonly endsWithin: boolean;
  /** Most heads are the same as the one before. */
  private head = '';
  private framing: Framing = 0;

  /**
   * @param text bytes as Latin-1, of which the first is the first of a request
   * @param isPlain false for a target whose requests are to be parsed
   */
  constructor(
    private readonly text: string,
    private readonly isPlain: (target: string) => boolean,
  ) {
    const ends: number[] = [];
    let end: number | undefined = 0;
    while (end !== undefined && end < text.length) {
      end = this.endOf(end);
      if (end !== undefined && end <= text.length) ends.push(end);
    }
    this.ends = ends;
    this.endsWithin = end === undefined ? isPartOfHead(text, ends.at(-1) ?? 0) : end > text.length;
  }

  /** @returns the index behind the request, which may be behind the text; undefined when it is not plain */
  private endOf(start: number): number | undefined {
    if (!this.isSameHead(start) && !this.readHead(start)) return undefined;
    const content = start + this.head.length;
    if (this.framing !== 'chunked') return content + this.framing;
    return endOfChunks(this.text, content, MAX_CONTENT);
  }

  /** In a sixth of the time that `startsWith` takes, which compares character by character. */
  private isSameHead(start: number): boolean {
    const { head } = this;
    return head !== '' && this.text.slice(start, start + head.length) === head;
  }

  private readHead(start: number): boolean {
    HEAD.lastIndex = start;
    const [head, target = '', fields = ''] = HEAD.exec(this.text) ?? [];
    if (head === undefined || head.length > MAX_HEAD || UNUSUAL.test(fields)) return false;
    if (!hasHost(fields) || !this.isPlain(target)) return false;
    const framing = framingOf(fields);
    if (framing === undefined) return false;
    this.head = head;
    this.framing = framing;
    return true;
  }
}

/** True for a head whose end has not arrived yet. */
function isPartOfHead(text: string, start: number): boolean {
  return text.length - start <= MAX_HEAD && !text.includes('\r\n\r\n', start);
}

/** Another Host than one is a fault after which the connection closes (message-fault.ts). */
function hasHost(fields: string): boolean {
  const [value = '', ...others] = valuesOf(HOST, fields);
  const [, host] = VALUE.exec(value) ?? [];
  return host !== undefined && isAuthority(host) && others.length === 0;
}

/** @returns undefined where it cannot be told, or where there is much content */
function framingOf(fields: string): Framing | undefined {
  const codings = valuesOf(TRANSFER_ENCODING, fields);
  const lengths = valuesOf(CONTENT_LENGTH, fields);
  if (codings.length + lengths.length > 1) return undefined;
  const [[coding], [length]] = [codings, lengths];
  if (coding !== undefined) return CHUNKED.test(coding) ? 'chunked' : undefined;
  if (length === undefined) return 0;
  const [, digits] = LENGTH.exec(length) ?? [];
  return digits !== undefined && Number(digits) <= MAX_CONTENT ? Number(digits) : undefined;
}

function valuesOf(field: RegExp, fields: string): string[] {
  return [...fields.matchAll(field)].map(([, value = '']) => value);
}

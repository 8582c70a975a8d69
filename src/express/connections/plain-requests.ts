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

/** Fields on which it depends whether a request is plain, and how it is framed. */
const FIELD =
  /^(host|content-length|transfer-encoding|connection|expect|upgrade|trailer):(.*)\r/gim;

const HOST = /^[ \t]*(\S+)[ \t]*$/;
const LENGTH = /^[ \t]*\d{1,5}[ \t]*$/;
const CHUNKED = /^[ \t]*chunked[ \t]*$/i;
const KEEP_ALIVE = /^[ \t]*keep-alive[ \t]*$/i;

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
    if (head === undefined || head.length > MAX_HEAD || !this.isPlain(target)) return false;
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

/** @returns undefined where it cannot be told, where the request is not plain, or where there is much content */
function framingOf(fields: string): Framing | undefined {
  let hosts = 0;
  let framing: Framing | undefined;
  for (const [, name = '', value = ''] of fields.matchAll(FIELD)) {
    switch (name.toLowerCase()) {
      case 'host':
        // Another Host than one is a fault after which the connection closes (message-fault.ts).
        if (++hosts > 1 || !isHost(value)) return undefined;
        break;
      case 'content-length':
        if (framing !== undefined || !LENGTH.test(value)) return undefined;
        framing = Number(value);
        if (framing > MAX_CONTENT) return undefined;
        break;
      case 'transfer-encoding':
        if (framing !== undefined || !CHUNKED.test(value)) return undefined;
        framing = 'chunked';
        break;
      case 'connection':
        if (!KEEP_ALIVE.test(value)) return undefined;
        break;
      default:
        // It changes how a message is framed, or what follows it on the connection.
        return undefined;
    }
  }
  return hosts === 0 ? undefined : (framing ?? 0);
}

function isHost(value: string): boolean {
  const [, host] = HOST.exec(value) ?? [];
  return host !== undefined && isAuthority(host);
}

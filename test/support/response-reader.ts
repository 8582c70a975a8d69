export interface WireResponse {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

/** The bytes are no HTTP/1.1 response. */
class ResponseError extends Error {
  override readonly name = 'ResponseError';
}

const STATUS_LINE = /^HTTP\/1\.1 [1-5]\d\d [\t\x20-\x7e\x80-\xff]*$/;
const FIELD_LINE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?[ \t]*$/;
const CHUNK_LINE = /^([0-9a-f]{1,8})$/i;
const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** More than the head of any response of the service. */
const MOST_HEAD_BYTES = 16_384;
const NOTHING = Buffer.alloc(0);

/**
 * Reads the responses of a connection one after another. By default, accepts any head, and content only by
 * Content-Length; without one, the content is left {@link unread}. In strict mode, accepts chunks too, and throws
 * ResponseError for anything that RFC 9112 does not allow.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
export class ResponseReader {
  /** True if the next final response is one to HEAD, which has no content. */
  isForHead = false;
  private received: Buffer = NOTHING;
  private arriving: Buffer[] = [];
  /** Number of bytes that must arrive before the next attempt to read. */
  private needed = 0;
  private head: { status: number; head: string; length: number | undefined } | undefined;

  constructor(private readonly isStrict = false) {}

  /** True if an incomplete response has begun. */
  get isWithin(): boolean {
    return this.unread.length > 0;
  }

  /** Received bytes that belong to no returned response. */
  get unread(): Buffer {
    this.gather();
    if (this.head === undefined) return this.received;
    return Buffer.concat([Buffer.from(`${this.head.head}\r\n\r\n`, 'latin1'), this.received]);
  }

  push(chunk: Buffer): void {
    this.arriving.push(chunk);
    this.needed -= chunk.length;
  }

  /** The next complete response, including interim ones (1xx). @throws ResponseError in strict mode */
  next(): WireResponse | undefined {
    if (this.needed > 0) return undefined;
    this.gather();
    this.head ??= this.takeHead();
    if (this.head === undefined) return undefined;
    const { status, head, length } = this.head;
    const body = length === undefined ? this.takeChunks() : this.takeBytes(length);
    if (body === undefined) return undefined;
    this.head = undefined;
    return { status, head, body };
  }

  private gather(): void {
    const { arriving, received } = this;
    const [first] = arriving;
    if (first === undefined) return;
    const isOne = received.length === 0 && arriving.length === 1;
    this.received = isOne ? first : Buffer.concat([received, ...arriving]);
    this.arriving = [];
  }

  private takeHead(): typeof this.head {
    const end = this.received.indexOf('\r\n\r\n');
    if (this.isStrict && (end < 0 ? this.received.length : end) > MOST_HEAD_BYTES) {
      throw new ResponseError(`the head of a response has more than ${MOST_HEAD_BYTES} bytes`);
    }
    if (end < 0) return undefined;
    const head = this.received.toString('latin1', 0, end);
    this.received = this.received.subarray(end + 4);
    const status = Number(head.slice(9, 12));
    if (this.isStrict) return { status, head, length: strictLength(head, status, this.isForHead) };
    const hasContent = !this.isForHead && status >= 200 && status !== 204;
    return { status, head, length: hasContent ? Number(LENGTH.exec(head)?.[1] ?? 0) : 0 };
  }

  private takeBytes(length: number): Buffer | undefined {
    this.needed = length - this.received.length;
    if (this.needed > 0) return undefined;
    const bytes = this.received.subarray(0, length);
    this.received = this.needed === 0 ? NOTHING : this.received.subarray(length);
    this.needed = 0;
    return bytes;
  }

  /** The content once the last chunk has arrived; chunks are few and small. */
  private takeChunks(): Buffer | undefined {
    const chunks: Buffer[] = [];
    for (let at = 0; ;) {
      const lineEnd = this.received.indexOf('\r\n', at);
      if (lineEnd < 0) return undefined;
      const line = this.received.toString('latin1', at, lineEnd);
      const size = parseInt(CHUNK_LINE.exec(line)?.[1] ?? '', 16);
      if (Number.isNaN(size)) throw new ResponseError(`no chunk size: ${shown(line)}`);
      const start = lineEnd + 2;
      at = start + size + 2;
      if (this.received.length < at) return undefined;
      if (this.received.toString('latin1', at - 2, at) !== '\r\n') {
        throw new ResponseError('a chunk is not as long as it says');
      }
      if (size === 0) {
        this.received = this.received.subarray(at);
        return Buffer.concat(chunks);
      }
      chunks.push(this.received.subarray(start, start + size));
    }
  }
}

/** The headers of a head by lower-case name; the values of a repeated one in order. */
export function parseHeaders(head: string): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    (headers[line.slice(0, colon).toLowerCase()] ??= []).push(line.slice(colon + 1).trim());
  }
  return headers;
}

/** The value of a header; repeated ones are joined with commas. */
export function headerOf(head: string, name: string): string | undefined {
  return parseHeaders(head)[name]?.join(', ');
}

/** Length of the content in bytes; undefined for chunks. @throws ResponseError for a head that HTTP/1.1 forbids */
function strictLength(head: string, status: number, isForHead: boolean): number | undefined {
  const [statusLine = '', ...lines] = head.split('\r\n');
  if (!STATUS_LINE.test(statusLine)) {
    throw new ResponseError(`no status line: ${shown(statusLine)}`);
  }
  const wrong = lines.find((line) => !FIELD_LINE.test(line));
  if (wrong !== undefined) throw new ResponseError(`no header: ${shown(wrong)}`);
  const length = headerOf(head, 'content-length');
  const coding = headerOf(head, 'transfer-encoding');
  if (length !== undefined && !/^\d{1,10}$/.test(length)) {
    throw new ResponseError(`the Content-Length is ${shown(length)}`);
  }
  if (length !== undefined && coding !== undefined) {
    throw new ResponseError('a response has a Content-Length and a Transfer-Encoding');
  }
  if (status < 200 || status === 204) {
    // RFC 9110, section 8.6, and RFC 9112, section 6.1
    if (length === undefined && coding === undefined) return 0;
    throw new ResponseError(`a response of ${status} announces content`);
  }
  if (status === 304 || isForHead) return 0;
  if (coding !== undefined) {
    if (coding.toLowerCase() === 'chunked') return undefined;
    throw new ResponseError(`the Transfer-Encoding is ${shown(coding)}`);
  }
  if (length === undefined) throw new ResponseError(`a response of ${status} says no length`);
  return Number(length);
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}

/** A response off a connection. */
export interface Response {
  readonly status: number;
  /** By lower-case name; the values of a repeated header are joined with commas. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** What arrived is no response as HTTP/1.1 has it. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/;
const FIELD_LINE =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?[ \t]*$/;
const CHUNK_LINE = /^([0-9a-f]{1,8})$/i;

/** More than any response of the service has. */
const MOST_HEAD_BYTES = 16_384;

interface Head extends Pick<Response, 'status' | 'headers'> {
  /** Of the content; undefined when it comes in chunks. */
  readonly length: number | undefined;
}

/**
 * Reads the responses of a connection one after the other, and takes nothing that RFC 9112 does not allow.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
export class ResponseReader {
  private received: Buffer = Buffer.alloc(0);
  private head: Head | undefined;
  /** Most responses of a connection have the head of the one before. */
  private last: (Pick<Response, 'status' | 'headers'> & { readonly text: string }) | undefined;

  /** @param isForHead whether the next final response is one to HEAD, which has no content */
  constructor(private readonly isForHead: () => boolean) {}

  /** True when a response has begun and is not complete. */
  get isWithin(): boolean {
    return this.head !== undefined || this.received.length > 0;
  }

  /** Takes the next bytes. @throws ResponseError */
  push(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
  }

  /** The next response that is complete, interim ones (1xx) included. @throws ResponseError */
  next(): Response | undefined {
    this.head ??= this.takeHead();
    if (this.head === undefined) return undefined;
    const { status, headers, length } = this.head;
    const body = length === undefined ? this.takeChunks() : this.takeBytes(length);
    if (body === undefined) return undefined;
    this.head = undefined;
    return { status, headers, body };
  }

  private takeHead(): Head | undefined {
    const end = this.received.indexOf('\r\n\r\n');
    if (end > MOST_HEAD_BYTES || (end < 0 && this.received.length > MOST_HEAD_BYTES)) {
      throw new ResponseError(`the head of a response has more than ${MOST_HEAD_BYTES} bytes`);
    }
    if (end < 0) return undefined;
    const text = this.received.toString('latin1', 0, end);
    this.received = this.received.subarray(end + 4);
    if (text !== this.last?.text) this.last = { text, ...readHead(text) };
    const { status, headers } = this.last;
    return { status, headers, length: contentLength(status, headers, this.isForHead()) };
  }

  private takeBytes(length: number): Buffer | undefined {
    if (this.received.length < length) return undefined;
    const bytes = this.received.subarray(0, length);
    this.received = this.received.subarray(length);
    return bytes;
  }

  /** All chunks once the last one is there; they are few and small. */
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

function readHead(text: string): Pick<Response, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const status = Number(STATUS_LINE.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new ResponseError(`no status line: ${shown(statusLine)}`);
  return { status, headers: readHeaders(lines) };
}

function readHeaders(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = FIELD_LINE.exec(line) ?? [];
    if (name === undefined) throw new ResponseError(`no header: ${shown(line)}`);
    const key = name.toLowerCase();
    const earlier = headers.get(key);
    headers.set(key, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return headers;
}

/** Bytes of content to come, undefined for chunks. */
function contentLength(
  status: number,
  headers: ReadonlyMap<string, string>,
  isForHead: boolean,
): number | undefined {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
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

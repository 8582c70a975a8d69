export interface WireResponse {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;
const NOTHING = Buffer.alloc(0);

/**
 * Reads the responses of a connection one after another: any head, and content only by Content-Length; without one,
 * the content is left {@link unread}.
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
  private head: { status: number; head: string; length: number } | undefined;

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

  /** The next complete response, including interim ones (1xx). */
  next(): WireResponse | undefined {
    if (this.needed > 0) return undefined;
    this.gather();
    this.head ??= this.takeHead();
    if (this.head === undefined) return undefined;
    const { status, head, length } = this.head;
    const body = this.takeBytes(length);
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
    if (end < 0) return undefined;
    const head = this.received.toString('latin1', 0, end);
    this.received = this.received.subarray(end + 4);
    const status = Number(head.slice(9, 12));
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

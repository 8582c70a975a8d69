import { connect, type Socket } from 'node:net';
import { ResponseReader, parseHeaders, type WireResponse } from './response-reader';

/** A response with what tests look at. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name; the values of a repeated header in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** As long as Content-Length says. */
  readonly body: string;
}

/** The connection is gone: whether the request was processed is unknown. */
export class ConnectionLostError extends Error {
  /** @param arrived bytes of no whole response */
  constructor(readonly arrived: string) {
    super(`The connection ended; arrived: ${JSON.stringify(arrived)}`);
  }
}

/** Milliseconds without a response after which a service under load counts as hanging. */
const SILENCE_MS = 30_000;

interface Waiting {
  readonly resolve: (response: WireResponse) => void;
  readonly reject: (error: Error) => void;
}

/** A connection for requests that an HTTP client would not send, and for loads that it would be too slow for. */
export class RawConnection {
  private readonly reader = new ResponseReader();
  private waiting: Waiting | undefined;
  private ended = false;
  private onEnded: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.reader.push(chunk);
      if (this.waiting !== undefined) this.settle(this.waiting);
    });
    const onEnd = (): void => {
      if (this.ended) return;
      this.ended = true;
      socket.end();
      this.waiting?.reject(this.lost());
      this.onEnded();
    };
    socket.on('end', onEnd).on('close', onEnd);
    socket.on('timeout', () => {
      this.waiting?.reject(new Error(`no response in ${SILENCE_MS / 1_000} s`));
      this.waiting = undefined;
    });
    // A reset is seen as the end of the connection.
    socket.on('error', () => undefined);
  }

  /** Connects to a server, by its URL or by its port on this machine. */
  static async open(server: string | number): Promise<RawConnection> {
    const { hostname, port } = new URL(
      typeof server === 'number' ? `http://127.0.0.1:${server}` : server,
    );
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return new RawConnection(socket);
  }

  /** Whether the server may still respond. */
  get isOpen(): boolean {
    return !this.ended;
  }

  /** Bytes that the system has not taken yet. */
  get unsentBytes(): number {
    return this.socket.writableLength;
  }

  /** Sends bytes; a list is sent as lines, each with CR LF. */
  write(data: string | Buffer | readonly string[]): this {
    const isLines = typeof data !== 'string' && !Buffer.isBuffer(data);
    this.socket.write(isLines ? data.map((line) => `${line}\r\n`).join('') : data);
    return this;
  }

  /**
   * Sends a request and waits for its response, headers unparsed.
   *
   * @param request each byte as the character of that number
   * @throws ConnectionLostError, or Error when no response comes for 30 s
   */
  send(request: string): Promise<WireResponse> {
    const response = this.next();
    if (this.socket.timeout === undefined) this.socket.setTimeout(SILENCE_MS);
    if (!this.ended) this.socket.write(request, 'latin1');
    return response;
  }

  /**
   * The next response, interim ones (1xx) included.
   *
   * @throws ConnectionLostError with what arrived when the connection ends before the response is complete
   */
  async response({ head = false } = {}): Promise<RawResponse> {
    this.reader.isForHead = head;
    const response = await this.next();
    const { status, body } = response;
    return { status, headers: parseHeaders(response.head), body: body.toString('utf8') };
  }

  /** Ends the own side. @returns what else arrives until the server closes the connection */
  rest(): Promise<string> {
    this.socket.end();
    return this.closed();
  }

  /** Waits for the server to close the connection. @returns what else arrives until then */
  async closed(): Promise<string> {
    if (!this.ended) await new Promise<void>((resolve) => (this.onEnded = resolve));
    return this.reader.unread.toString('utf8');
  }

  /** Ends the own side; the server may still send. */
  halfClose(): this {
    this.socket.end();
    return this;
  }

  /** Stops reading, so that the server can send no more than the system keeps. */
  stopReading(): this {
    this.socket.pause();
    return this;
  }

  readAgain(): this {
    this.socket.resume();
    return this;
  }

  /** Cuts the connection. */
  abort(): void {
    this.socket.destroy();
  }

  /** Cuts the connection with a reset in place of an orderly end. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  private next(): Promise<WireResponse> {
    return new Promise((resolve, reject) => {
      this.settle((this.waiting = { resolve, reject }));
    });
  }

  private settle({ resolve, reject }: Waiting): void {
    const response = this.reader.next();
    if (response === undefined && !this.ended) return;
    this.waiting = undefined;
    if (response === undefined) reject(this.lost());
    else resolve(response);
  }

  private lost(): ConnectionLostError {
    return new ConnectionLostError(this.reader.unread.toString());
  }
}

/** Sends one request on a connection of its own. @returns its response, when nothing else arrived */
export async function sendRaw(url: string, data: string | readonly string[]): Promise<RawResponse> {
  const connection = await RawConnection.open(url);
  const response = await connection.write(data).response();
  const rest = await connection.rest();
  if (rest !== '') throw new Error(`More than one response arrived: ${rest}`);
  return response;
}

/**
 * A connection for many requests, one after the other, that is opened again when the server closes it. fetch takes
 * several times as long for each.
 */
export class LastingConnection {
  private connection: RawConnection | undefined;

  constructor(private readonly url: string) {}

  /** @param lines of the head, without Host and Content-Length */
  async send(lines: readonly string[], body?: string | Buffer): Promise<RawResponse> {
    this.connection ??= await RawConnection.open(this.url);
    const bytes = Buffer.from(body ?? '');
    const length = body === undefined ? [] : [`Content-Length: ${bytes.length}`];
    const head = [...lines, 'Host: library', ...length, '', ''].join('\r\n');
    const response = await this.connection
      .write(Buffer.concat([Buffer.from(head), bytes]))
      .response();
    if (response.headers.connection?.includes('close') === true) this.end();
    return response;
  }

  end(): void {
    this.connection?.abort();
    this.connection = undefined;
  }
}

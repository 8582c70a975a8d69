import { connect, type Socket } from 'node:net';
import { ResponseReader, parseHeaders, type WireResponse } from './response-reader';

export interface RawResponse {
  readonly status: number;
  /** Headers by lower-case name; the values of a repeated header in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Content of the length in Content-Length. */
  readonly body: string;
}

/** The connection ended: whether the request was processed is unknown. */
export class ConnectionLostError extends Error {
  /** @param arrived bytes of an incomplete response */
  constructor(readonly arrived: string) {
    super(`The connection ended; arrived: ${JSON.stringify(arrived)}`);
  }
}

/** Time without a response after which a service under load counts as hanging, in milliseconds. */
const SILENCE_MS = 30_000;

interface Waiting {
  readonly resolve: (response: WireResponse) => void;
  readonly reject: (error: Error) => void;
}

/** A connection for requests that an HTTP client would not send, or not fast enough. */
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
    // A reset counts as the end of the connection.
    socket.on('error', () => undefined);
  }

  /** Connects to a server by its URL, or by its port on this machine. */
  static async open(server: string | number): Promise<RawConnection> {
    const { hostname, port } = new URL(
      typeof server === 'number' ? `http://127.0.0.1:${server}` : server,
    );
    const socket = connect({
      host: hostname,
      port: Number(port),
      allowHalfOpen: true,
      noDelay: true,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return new RawConnection(socket);
  }

  get isOpen(): boolean {
    return !this.ended;
  }

  get unsentBytes(): number {
    return this.socket.writableLength;
  }

  /** Sends bytes, or a list of lines, each with CR LF. */
  write(data: string | Buffer | readonly string[]): this {
    const isLines = typeof data !== 'string' && !Buffer.isBuffer(data);
    this.socket.write(isLines ? data.map((line) => `${line}\r\n`).join('') : data);
    return this;
  }

  /**
   * Sends a request and waits for its response, with unparsed headers.
   *
   * @param request one character per byte
   * @throws ConnectionLostError, or Error if there is no response within 30 s
   */
  send(request: string): Promise<WireResponse> {
    const response = this.next();
    if (this.socket.timeout === undefined) this.socket.setTimeout(SILENCE_MS);
    if (!this.ended) this.socket.write(request, 'latin1');
    return response;
  }

  /**
   * Waits for the next response, which may be an interim one (1xx).
   *
   * @throws ConnectionLostError with the received bytes if the connection ends before the response is complete
   */
  async response({ head = false } = {}): Promise<RawResponse> {
    this.reader.isForHead = head;
    const response = await this.next();
    const { status, body } = response;
    return { status, headers: parseHeaders(response.head), body: body.toString('utf8') };
  }

  /** Closes the sending side. @returns the remaining bytes until the server closes the connection */
  rest(): Promise<string> {
    this.socket.end();
    return this.closed();
  }

  /** Waits for the server to close the connection. @returns the remaining bytes */
  async closed(): Promise<string> {
    if (!this.ended) await new Promise<void>((resolve) => (this.onEnded = resolve));
    return this.reader.unread.toString('utf8');
  }

  /** Closes the sending side; the server may still send. */
  halfClose(): this {
    this.socket.end();
    return this;
  }

  /** Stops reading: the server can only send as much as the system buffers. */
  stopReading(): this {
    this.socket.pause();
    return this;
  }

  readAgain(): this {
    this.socket.resume();
    return this;
  }

  abort(): void {
    this.socket.destroy();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  private next(): Promise<WireResponse> {
    return new Promise((resolve, reject) => this.settle((this.waiting = { resolve, reject })));
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

/** Sends one request on a new connection. @returns its response @throws Error if more arrives */
export async function sendRaw(url: string, data: string | readonly string[]): Promise<RawResponse> {
  const connection = await RawConnection.open(url);
  const response = await connection.write(data).response();
  const rest = await connection.rest();
  if (rest !== '') throw new Error(`More than one response arrived: ${rest}`);
  return response;
}

/**
 * A connection for many successive requests, reopened if the server closes it. fetch takes several times as long.
 */
export class LastingConnection {
  private connection: RawConnection | undefined;

  constructor(private readonly url: string) {}

  /** @param lines lines of the head, without Host and Content-Length */
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

import { connect, type Socket } from 'node:net';

/** A response as it stands on the wire. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name; the values of a repeated header in order. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** As long as Content-Length says. */
  readonly body: string;
}

/** A connection for requests that an HTTP client would not send. */
export class RawConnection {
  private received = Buffer.alloc(0);
  private readonly arriving: Buffer[] = [];
  private arrivingBytes = 0;
  private ended = false;
  private wake: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.arriving.push(chunk);
      this.arrivingBytes += chunk.length;
      this.wake();
    });
    const onEnd = (): void => {
      this.ended = true;
      socket.end();
      this.wake();
    };
    socket.on('end', onEnd).on('close', onEnd);
    // A reset is seen as the end of the connection.
    socket.on('error', () => undefined);
  }

  /** Connects to a server. */
  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve).once('error', reject);
    });
    return new RawConnection(socket);
  }

  /** Sends bytes; a list is sent as lines, each with CR LF. */
  write(data: string | Buffer | readonly string[]): this {
    const isLines = typeof data !== 'string' && !Buffer.isBuffer(data);
    this.socket.write(isLines ? data.map((line) => `${line}\r\n`).join('') : data);
    return this;
  }

  /**
   * The next response, interim ones (1xx) included.
   *
   * @throws Error with what arrived when the connection ends before the response is complete
   */
  async response({ head = false } = {}): Promise<RawResponse> {
    const headEnd = await this.until(() => this.received.indexOf('\r\n\r\n'));
    const [statusLine = '', ...lines] = this.received.toString('latin1', 0, headEnd).split('\r\n');
    const headers: Record<string, string[]> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      (headers[line.slice(0, colon).toLowerCase()] ??= []).push(line.slice(colon + 1).trim());
    }
    const status = Number(statusLine.split(' ')[1]);
    const hasBody = !head && status >= 200 && status !== 204;
    const length = hasBody ? Number(headers['content-length']?.[0] ?? 0) : 0;
    const start = headEnd + 4;
    const end = start + length;
    await this.until(() => (this.received.length >= end ? end : -1), end);
    const body = this.received.toString('utf8', start, end);
    this.received = this.received.subarray(end);
    return { status, headers, body };
  }

  /** Ends the own side. @returns what else arrives until the server closes the connection */
  rest(): Promise<string> {
    this.socket.end();
    return this.closed();
  }

  /** Waits for the server to close the connection. @returns what else arrives until then */
  async closed(): Promise<string> {
    await this.until(() => (this.ended ? 0 : -1), Infinity);
    return this.received.toString('utf8');
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

  /** Bytes that the system has not taken yet. */
  get unsentBytes(): number {
    return this.socket.writableLength;
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

  /** Looks for something once so many bytes have arrived, or nothing more will. */
  private async until(found: () => number, bytes = 0): Promise<number> {
    for (;;) {
      if (this.ended || this.received.length + this.arrivingBytes >= bytes) {
        this.gather();
        const at = found();
        if (at >= 0) return at;
      }
      if (this.ended) {
        throw new Error(
          `The connection ended; arrived: ${JSON.stringify(this.received.toString())}`,
        );
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private gather(): void {
    if (this.arriving.length === 0) return;
    this.received = Buffer.concat([this.received, ...this.arriving.splice(0)]);
    this.arrivingBytes = 0;
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

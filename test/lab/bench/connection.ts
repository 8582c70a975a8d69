import { connect, type Socket } from 'node:net';
import { ResponseReader, type Response } from './response-reader';

/** The connection is gone: whether the request was done is not known. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** No response came, though the connection stands. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/** Milliseconds without a response after which a service counts as hanging. */
const SILENCE_MS = 30_000;

interface Waiting {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
}

/** A connection that stays, with one request under way at a time. */
export class Connection {
  private readonly reader = new ResponseReader();
  private waiting: Waiting | undefined;
  private end: Error | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.setTimeout(SILENCE_MS);
    socket.on('data', (chunk: string) => {
      this.read(chunk);
    });
    socket.on('error', (cause) => {
      this.fail(new ConnectionLostError(cause.message, { cause }));
    });
    socket.on('timeout', () => {
      if (this.waiting === undefined) return;
      this.fail(new SilenceError(`no response in ${SILENCE_MS / 1_000} s`));
    });
    socket.on('close', () => {
      this.fail(new ConnectionLostError('closed'));
    });
  }

  /** Connects to a port of this machine. @returns undefined when nobody takes the connection */
  static open(port: number): Promise<Connection | undefined> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      socket.once('error', () => {
        resolve(undefined);
      });
      socket.once('connect', () => {
        resolve(new Connection(socket));
      });
    });
  }

  /** Asks for one response on a connection of its own. @throws as `send` does */
  static async ask(port: number, request: string): Promise<Response> {
    const connection = await Connection.open(port);
    if (connection === undefined) throw new ConnectionLostError('the connection was not taken');
    return connection.send(request).finally(() => {
      connection.close();
    });
  }

  /** False once it is closed, by either side. */
  get isOpen(): boolean {
    return this.end === undefined;
  }

  /**
   * @param request each byte as the character of that number
   * @throws ConnectionLostError, SilenceError, or Error for a response that is none
   */
  send(request: string): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (this.end !== undefined) {
        reject(this.end);
        return;
      }
      this.waiting = { resolve, reject };
      this.socket.write(request, 'latin1');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: string): void {
    try {
      const response = this.reader.push(chunk);
      if (response === undefined) return;
      const { waiting } = this;
      this.waiting = undefined;
      waiting?.resolve(response);
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail(error: Error): void {
    this.end ??= error;
    this.waiting?.reject(this.end);
    this.waiting = undefined;
    this.socket.destroy();
  }
}

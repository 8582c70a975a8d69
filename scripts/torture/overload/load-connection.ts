import { connect, type Socket } from 'node:net';
import { addWrong, type LoadResults } from './load-results';
import { createText, echoText } from './plant-text';
import { ResponseScanner, type Head } from './response-scanner';

/** What a connection is a part of. */
export interface LoadOptions {
  readonly port: number;
  readonly results: LoadResults;
  readonly nextId: () => number;
  /** True for a create that was sent once the service had the time to notice the load. */
  readonly isLater: (sentAt: number) => boolean;
  /** Called after the responses of a chunk, with the number of them. */
  onResponses(connection: LoadConnection, count: number): void;
}

/** Bytes that the service has not read yet, beyond which no more are sent. */
const MAX_WAITING_BYTES = 4 * 2 ** 20;

/** How long a client that was not let in waits, in milliseconds. */
const CONNECT_AGAIN_MS = 50;

interface Sent {
  readonly id: number;
  readonly at: number;
}

/** A connection that sends whether or not there are responses, and opens anew when it is closed. */
export class LoadConnection {
  private socket: Socket | undefined;
  private sent: Sent[] = [];
  private isClosedByService = false;
  private isOver = false;

  constructor(private readonly options: LoadOptions) {
    this.connected = new Promise((resolve) => (this.onConnected = resolve));
    this.open();
  }

  /** Creates without a response. */
  get due(): number {
    return this.sent.length;
  }

  /** Resolves when it is connected. */
  readonly connected: Promise<void>;
  private onConnected: () => void = () => undefined;

  /** Sends creates in one write. */
  send(count: number): void {
    const { results, nextId } = this.options;
    const { socket } = this;
    if (socket === undefined || socket.writableLength > MAX_WAITING_BYTES) {
      results.unsent += count;
      return;
    }
    const at = performance.now();
    let text = '';
    for (let index = 0; index < count; index++) {
      const id = nextId();
      this.sent.push({ id, at });
      text += createText(id);
    }
    results.sent += count;
    socket.write(text, 'latin1');
  }

  /** Ends it; what has no response by now counts as hung. */
  end(): void {
    this.isOver = true;
    this.options.results.hung += this.sent.length;
    this.sent = [];
    this.socket?.destroy();
  }

  private open(): void {
    if (this.isOver) return;
    const { port, results } = this.options;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    const scanner = new ResponseScanner();
    let isConnected = false;
    this.socket = socket;
    this.isClosedByService = false;
    socket.once('connect', () => {
      isConnected = true;
      this.onConnected();
    });
    socket.on('data', (chunk: string) => {
      this.read(scanner, chunk);
    });
    // It is told by 'close' as well.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!this.isOver && isConnected) results.closed++;
      if (!isConnected) results.unconnected++;
      this.lose();
      if (isConnected) this.open();
      else
        setTimeout(() => {
          this.open();
        }, CONNECT_AGAIN_MS);
    });
  }

  private read(scanner: ResponseScanner, chunk: string): void {
    const now = performance.now();
    let count = 0;
    try {
      scanner.push(chunk, (head, body) => {
        this.take(head, body, this.sent[count++], now);
      });
    } catch (error) {
      addWrong(this.options.results, (error as Error).message);
      this.socket?.destroy();
    }
    this.sent = this.sent.slice(count);
    this.options.onResponses(this, count);
  }

  private take(head: Head, body: string, sent: Sent | undefined, now: number): void {
    const { results } = this.options;
    const { status, hasRetryAfter } = head;
    this.isClosedByService ||= head.closes;
    if (sent === undefined) addWrong(results, `a response of ${status} to no request: ${body}`);
    else if (status === 200 && body === echoText(sent.id)) {
      this.note('accepted', sent.at, now);
      results.ids.push(sent.id);
    } else if (status === 503 && hasRetryAfter && body.startsWith('{"error":')) {
      this.note('refused', sent.at, now);
    } else addWrong(results, `${status}, Retry-After ${String(hasRetryAfter)}: ${body}`);
  }

  private note(what: 'accepted' | 'refused', sentAt: number, now: number): void {
    const { results, isLater } = this.options;
    results[what].push(now - sentAt);
    if (isLater(sentAt)) results.later[what].push(now - sentAt);
  }

  private lose(): void {
    const { results } = this.options;
    if (this.isClosedByService) results.behindClose += this.sent.length;
    else results.broken += this.sent.length;
    this.sent = [];
    this.socket = undefined;
  }
}

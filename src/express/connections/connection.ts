import { type ServerResponse, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TextResponse } from '../../contract';
import type { Turns, TurnTaker } from './turns';

/** What the connections of a server have in common. */
export interface SharedByConnections {
  /** Serves a request whose turn it is. */
  serve(pair: MessagePair, connection: Connection): void;
  readonly turns: Turns;
  /** Called when a connection begins to wait for a request, and when it has one. */
  setIdle(connection: Connection, isIdle: boolean): void;
  /** Counts requests that wait; a negative number for those that no longer do. */
  countWaiting(requests: number): void;
  /** True when so many requests wait, on all connections together, that connections are read in pieces. */
  readonly areMany: boolean;
  /** True when more requests wait than may, on all connections together. */
  readonly isFull: boolean;
}

/** A connection that brings this many requests ahead, or small chunks of a body, in one read is read in pieces from then on. */
const MANY = 64;

/** Bytes of a piece: 45 requests without content or 340 one-byte chunks; more for the rest of a single body. */
const PIECE_BYTES = { usual: 2_048, body: 16_384 } as const;

/**
 * Requests after which a connection closes, so that none lasts for ever: often enough for load to spread
 * over instances, seldom enough to cost nothing.
 */
const MAX_REQUESTS = 100_000;

/**
 * The exchanges of one connection: one at a time, in the order of their requests. Requests that are sent
 * ahead (pipelining) wait, and nothing more is read meanwhile.
 *
 * By itself Node parses 64 KiB of a connection at once, which may be 2,500 requests. A connection that
 * sends ahead is read in pieces: of a socket with a listener for `readable`, the parser gets what `read`
 * gives. That costs some 3 µs a request.
 *
 * @see https://nodejs.org/api/stream.html#readablereadsize
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
export class Connection implements TurnTaker {
  private current: MessagePair | undefined;
  /** The oldest first. */
  private readonly waiting: MessagePair[] = [];
  /** True while nothing that was read waits, and no more is read. */
  private isUnread = false;
  /** Requests that had to wait, and small chunks of bodies, since the last read. */
  private brought = 0;
  private hasSentAhead = false;
  private requests = 0;
  private lastResponse: TextResponse | undefined;
  private isClosing = false;
  private isInPieces = false;
  private isToBeInPieces = false;
  /** Ends the connection for a request whose time is over. */
  private endForOverdue: (() => void) | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly shared: SharedByConnections,
  ) {
    // Without a listener an error of a socket ends the process, and Node takes its own off before 'connect'.
    socket.on('error', () => undefined);
    // Node resumes a connection for reasons of its own, such as the end of a request.
    socket.on('resume', () => {
      if (this.isInPieces) this.readInTurn();
      else if (this.isAhead) socket.pause();
      // Node itself may have paused it once more.
      else if (this.isToBeInPieces && !socket.isPaused()) this.beginPieces();
    });
    socket.once('close', () => {
      this.dropWaiting();
    });
  }

  /** True while a request is served. */
  get isBusy(): boolean {
    return this.current !== undefined && !this.current.response.closed;
  }

  /** True while requests wait, or the connection waits for its turn to be read. */
  get isAhead(): boolean {
    return this.waiting.length > 0 || this.isUnread;
  }

  get expected(): number {
    return this.brought + 1;
  }

  get isPostponable(): boolean {
    return this.hasSentAhead && this.current?.message.complete !== false;
  }

  /** True when it has brought as many requests as a connection may. */
  get isSpent(): boolean {
    return this.requests >= MAX_REQUESTS;
  }

  /** Serves a request now, or when those before it have been answered. After the last one, none. */
  take(pair: MessagePair): void {
    this.endForOverdue = undefined;
    const isOver = this.isClosing || this.lastResponse !== undefined || !this.socket.writable;
    if (isOver) this.ignoreMore();
    else if (this.isBusy || this.isAhead) this.wait(pair);
    else {
      this.brought = 0;
      this.begin(pair);
    }
  }

  serveNext(): void {
    const next = this.isBusy || !this.socket.writable ? undefined : this.waiting.shift();
    if (next === undefined) return;
    this.shared.countWaiting(-1);
    this.begin(next);
    if (this.waiting.length > 0) return;
    if (this.lastResponse !== undefined) this.endAfter(next.response);
    // The rest of a body comes before everything else.
    else if (!next.message.complete) this.readOn();
    else this.readInTurn();
  }

  readOn(): void {
    const hasBroughtMany = this.brought >= MANY;
    if (hasBroughtMany || this.shared.areMany) this.isToBeInPieces = true;
    const bytes = hasBroughtMany || this.hasSentAhead ? PIECE_BYTES.usual : PIECE_BYTES.body;
    this.isUnread = false;
    this.brought = 0;
    this.hasSentAhead = false;
    if (this.isInPieces) this.readPiece(bytes);
    else this.socket.resume();
    this.becomeIdle();
    this.decideOverdue();
  }

  /** Called for each small chunk of a body after its first. */
  takeChunk(): void {
    if (++this.brought !== MANY || this.isInPieces) return;
    this.socket.pause();
    this.readInTurn();
  }

  /** Reads no more than a piece at once from the next tick on. */
  readInPieces(): void {
    if (this.isToBeInPieces) return;
    this.isToBeInPieces = true;
    this.socket.pause().resume();
  }

  /**
   * Says something outside of any exchange, after the responses to all requests that arrived whole, and
   * closes: an answer to what the parser refuses, to a request that does not arrive in time, to CONNECT.
   */
  endWith(response: TextResponse): void {
    if (this.lastResponse !== undefined) return;
    this.lastResponse = response;
    const newest = this.waiting.at(-1) ?? this.current;
    // What is wrong is in the body of a request, whose response this is.
    const isOfNewest = newest?.message.complete === false;
    if (isOfNewest && newest === this.current) {
      this.end();
      return;
    }
    if (isOfNewest) {
      this.waiting.pop();
      this.shared.countWaiting(-1);
    }
    if (this.waiting.length === 0) this.endAfter(this.current?.response);
  }

  /**
   * Says the same of a request that does not arrive in time, unless its rest has arrived and only waits to be
   * read.
   */
  endOverdue(respond: () => TextResponse): void {
    const message = (this.waiting.at(-1) ?? this.current)?.message;
    const lacksBody = message?.complete === false;
    this.endForOverdue = () => {
      if (this.socket.writable && !(lacksBody && message.complete)) this.endWith(respond());
    };
    this.decideOverdue();
  }

  /** Goes on writing when Node has let go of the connection, as it does before 'connect'. */
  keepWriting(): void {
    this.socket.on('drain', () => this.current?.response.emit('drain'));
  }

  /** Lets nothing follow the response to the present request, which tells the client so. */
  close(): void {
    this.isClosing = true;
    this.dropWaiting();
  }

  /** Cuts the connection. */
  destroy(): void {
    this.socket.destroy();
  }

  private begin(pair: MessagePair): void {
    this.current = pair;
    this.requests++;
    this.shared.setIdle(this, false);
    pair.response.on('close', this.onResponseClose);
    this.shared.serve(pair, this);
  }

  private readonly onResponseClose = (): void => {
    if (this.waiting.length > 0) this.shared.turns.serve(this);
    else this.becomeIdle();
  };

  private becomeIdle(): void {
    if (!this.isBusy && !this.isAhead && this.socket.writable) this.shared.setIdle(this, true);
  }

  private ignoreMore(): void {
    this.isUnread = true;
    this.socket.pause();
  }

  private wait(pair: MessagePair): void {
    this.waiting.push(pair);
    this.brought++;
    this.hasSentAhead = true;
    this.shared.countWaiting(1);
    this.socket.pause();
    // Only with the connection go the objects that Node has made of its requests.
    if (this.shared.isFull) this.socket.destroy();
  }

  private readonly readInTurn = (): void => {
    if (this.isAhead) return;
    this.isUnread = true;
    this.shared.turns.read(this);
  };

  /** On 'resume', since Node has to read the socket then: to its stream, it has done so all the time. */
  private beginPieces(): void {
    this.isInPieces = true;
    this.socket.on('readable', this.readInTurn).on('drain', this.readInTurn);
  }

  /** @param bodyBytes how many to read while the current request is incomplete */
  private readPiece(bodyBytes: number): void {
    const { current, socket } = this;
    if (!this.mayRead()) return;
    const bytes = current?.message.complete === false ? bodyBytes : PIECE_BYTES.usual;
    socket.read(Math.min(bytes, socket.readableLength));
    if (socket.readableLength > 0 && this.mayRead()) this.readInTurn();
  }

  /** False while a client takes no response, or a handler no body: `drain` and `resume` tell when they have. */
  private mayRead(): boolean {
    const { current, socket } = this;
    if (socket.writableNeedDrain) return false;
    if (current === undefined || current.message.complete) return true;
    return current.message.readableLength < current.message.readableHighWaterMark;
  }

  /** By the end of this turn of the event loop, what has arrived is parsed or waits to be read. */
  private decideOverdue(): void {
    if (this.endForOverdue === undefined) return;
    setImmediate(() => {
      if (this.isAhead) return;
      this.endForOverdue?.();
      this.endForOverdue = undefined;
    });
  }

  private dropWaiting(): void {
    this.shared.countWaiting(-this.waiting.length);
    this.waiting.length = 0;
  }

  /** Node may close the connection with the response, so what is to follow is written before it does. */
  private endAfter(response: ServerResponse | undefined): void {
    if (response === undefined || response.closed || response.writableFinished) this.end();
    else {
      response.prependOnceListener('finish', () => {
        this.end();
      });
    }
  }

  /** A response to the same request may have begun; a second one would be taken for that to the next. */
  private end(): void {
    const { current, isClosing, lastResponse, socket } = this;
    this.isUnread = false;
    const isAnswered = current?.message.complete === false && current.response.headersSent;
    if (isClosing || isAnswered || lastResponse === undefined) socket.destroySoon();
    else writeLastResponse(socket, lastResponse);
  }
}

/** How long a client has to read a last response before its connection is cut. */
const LINGER_MS = 1_000;

/** Writes a response to a connection and closes it: for a request that could not be parsed, and for CONNECT. */
function writeLastResponse(socket: Socket, response: TextResponse): void {
  socket.end(responseText(response));
  // Closing at once, with input unread, would take the response from the client again (RFC 9112, section 9.6).
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}

function responseText(response: TextResponse): string {
  const body = response.body ?? '';
  const headers = {
    ...response.headers,
    Date: new Date().toUTCString(),
    Connection: 'close',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((line) => `${name}: ${line}\r\n`),
  );
  const statusLine = `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n`;
  return `${statusLine}${lines.join('')}\r\n${body}`;
}

/** A request that Node has parsed, with the response to it. */
export interface MessagePair {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

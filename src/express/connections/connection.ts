import { type ServerResponse, STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TextResponse } from '../../contract';
import type { Turns, TurnTaker } from './turns';

/** The state that the connections of a server share. */
export interface SharedByConnections {
  /** Serves a request when it is its turn. */
  serve(pair: MessagePair, connection: Connection): void;
  readonly turns: Turns;
  /** Called when a connection begins to wait for a request, and when it gets one. */
  setIdle(connection: Connection, isIdle: boolean): void;
  /** Counts waiting requests; negative for those that no longer wait. */
  countWaiting(requests: number): void;
  /** True when so many requests wait, on all connections together, that connections are read in pieces. */
  readonly areMany: boolean;
  /** True when more requests wait, on all connections together, than allowed. */
  readonly isFull: boolean;
}

/**
 * A connection that yields this many pipelined requests, or small chunks of a body, in one read is read in pieces from
 * then on.
 */
const MANY = 64;

/** Bytes of a piece: 45 requests without content or 340 one-byte chunks; more for the rest of a single body. */
const PIECE_BYTES = { usual: 2_048, body: 16_384 } as const;

/**
 * Requests after which a connection closes, so none lasts forever: few enough for load to spread over instances, many
 * enough to cost nothing.
 */
const MAX_REQUESTS = 100_000;

/**
 * The exchanges of one connection: one at a time, in the order of their requests. Pipelined requests wait, and nothing
 * more is read meanwhile.
 *
 * By default Node parses 64 KiB of a connection at once, which may be 2,500 requests. A connection with pipelining is
 * read in pieces: while a socket has a listener for `readable`, its parser gets only the result of `read`. That costs
 * some 3 µs a request.
 *
 * @see https://nodejs.org/api/stream.html#readablereadsize
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
export class Connection implements TurnTaker {
  private current: MessagePair | undefined;
  /** The oldest first. */
  private readonly waiting: MessagePair[] = [];
  /** True while no parsed request waits, and reading is suspended. */
  private isUnread = false;
  /** Requests that had to wait, and small chunks of bodies, since the last read. */
  private brought = 0;
  private hasSentAhead = false;
  private requests = 0;
  private lastResponse: TextResponse | undefined;
  private isClosing = false;
  private isInPieces = false;
  private isToBeInPieces = false;
  /** Ends the connection for a request that timed out. */
  private endForOverdue: (() => void) | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly shared: SharedByConnections,
  ) {
    // Without a listener, a socket error ends the process, and Node removes its own before 'connect'.
    socket.on('error', () => undefined);
    // Node resumes a connection on its own, such as at the end of a request.
    socket.on('resume', () => {
      if (this.isInPieces) this.readInTurn();
      else if (this.isAhead) socket.pause();
      // Node itself may have paused it again.
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

  /** True when it has reached the maximum number of requests. */
  get isSpent(): boolean {
    return this.requests >= MAX_REQUESTS;
  }

  /** Serves a request now, or after those before it. After the last one, requests are ignored. */
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
    // The rest of a body takes precedence.
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

  /** Reads at most a piece at once from the next tick on. */
  readInPieces(): void {
    if (this.isToBeInPieces) return;
    this.isToBeInPieces = true;
    this.socket.pause().resume();
  }

  /**
   * Sends a response outside of any exchange, after the responses to all complete requests, and closes: for malformed
   * HTTP, for a request that does not arrive in time, for CONNECT.
   */
  endWith(response: TextResponse): void {
    if (this.lastResponse !== undefined) return;
    this.lastResponse = response;
    const newest = this.waiting.at(-1) ?? this.current;
    // The fault is in the body of a request, whose response this is.
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
   * Does the same for a request that does not arrive in time, unless its rest has arrived and only waits to be read.
   */
  endOverdue(respond: () => TextResponse): void {
    const message = (this.waiting.at(-1) ?? this.current)?.message;
    const lacksBody = message?.complete === false;
    this.endForOverdue = () => {
      if (this.socket.writable && !(lacksBody && message.complete)) this.endWith(respond());
    };
    this.decideOverdue();
  }

  /** Continues writing after Node has detached from the connection, as it does before 'connect'. */
  keepWriting(): void {
    this.socket.on('drain', () => this.current?.response.emit('drain'));
  }

  /** Lets no request follow the current one, whose response announces that. */
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
    // Only closing the connection frees the objects that Node has created for its requests.
    if (this.shared.isFull) this.socket.destroy();
  }

  private readonly readInTurn = (): void => {
    if (this.isAhead) return;
    this.isUnread = true;
    this.shared.turns.read(this);
  };

  /** Called on 'resume', when Node has to read the socket. Its stream considers it read all the time. */
  private beginPieces(): void {
    this.isInPieces = true;
    this.socket.on('readable', this.readInTurn).on('drain', this.readInTurn);
  }

  /** @param bodyBytes the bytes to read while the current request is incomplete */
  private readPiece(bodyBytes: number): void {
    const { current, socket } = this;
    if (!this.mayRead()) return;
    const bytes = current?.message.complete === false ? bodyBytes : PIECE_BYTES.usual;
    socket.read(Math.min(bytes, socket.readableLength));
    if (socket.readableLength > 0 && this.mayRead()) this.readInTurn();
  }

  /** False while the client does not read its response, or the handler its body; until `drain` or `resume`. */
  private mayRead(): boolean {
    const { current, socket } = this;
    if (socket.writableNeedDrain) return false;
    if (current === undefined || current.message.complete) return true;
    return current.message.readableLength < current.message.readableHighWaterMark;
  }

  /** By the end of this turn of the event loop, received data is parsed or waits to be read. */
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

  /** Node may close the connection with the response, so the last response is written before that. */
  private endAfter(response: ServerResponse | undefined): void {
    if (response === undefined || response.closed || response.writableFinished) this.end();
    else {
      response.prependOnceListener('finish', () => {
        this.end();
      });
    }
  }

  /** A response to the same request may have begun; the client would take a second one for the next request's. */
  private end(): void {
    const { current, isClosing, lastResponse, socket } = this;
    this.isUnread = false;
    const isAnswered = current?.message.complete === false && current.response.headersSent;
    if (isClosing || isAnswered || lastResponse === undefined) socket.destroySoon();
    else writeLastResponse(socket, lastResponse);
  }
}

/** Milliseconds that a client has to read a last response before its connection is cut. */
const LINGER_MS = 1_000;

/** Writes a response and closes the connection: for a request that could not be parsed, and for CONNECT. */
function writeLastResponse(socket: Socket, response: TextResponse): void {
  socket.end(responseText(response));
  // Closing at once, with input unread, could destroy the response before the client reads it (RFC 9112, section 9.6).
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

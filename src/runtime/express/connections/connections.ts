import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TextResponse } from '../../contract';
import { type Linked, LinkedSet } from '../../host';
import { lingerForBody, writeLastResponse } from './last-response';

/** A request that Node has parsed, with the response to it. */
export interface MessagePair {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Requests after which a connection closes, so none lasts forever: few enough for load to spread over instances, many
 * enough to cost nothing.
 */
const MAX_REQUESTS = 100_000;

/** The most requests waiting on all connections together. Each takes some 5 kB, 250 MB in total. */
const MAX_WAITING = 50_000;

/** The property of a socket that holds its connection, which is faster than a map of sockets. */
const CONNECTION = Symbol('connection');

type ConnectedSocket = Socket & { [CONNECTION]?: Connection };

export function connectionOf(socket: ConnectedSocket): Connection | undefined {
  return socket[CONNECTION];
}

/** The property of a server that holds its connections. */
const CONNECTIONS = Symbol('connections');

type KeptServer = Server & { [CONNECTIONS]?: Connections };

export function openConnections(server: KeptServer): Iterable<Connection> {
  return server[CONNECTIONS]?.open ?? [];
}

/** The connections of a server, within their limits. */
export class Connections {
  /** Requests that wait, on all of them together. */
  waiting = 0;
  /** Among those that serve no request, the longest idle first. */
  readonly open = new LinkedSet<Connection>();

  /**
   * @param maxConnections the most connections kept; another one replaces the longest idle one
   * @param serve serves a request when it is its turn
   */
  constructor(
    private readonly maxConnections: number,
    readonly serve: (pair: MessagePair, connection: Connection) => void,
  ) {}

  /** Called when a connection has had a response. */
  setLatest(connection: Connection): void {
    if (this.open.delete(connection)) this.open.add(connection);
  }

  /** Manages the connections of a server from now on, and serves the requests of all of its events. */
  keep(server: KeptServer): void {
    server[CONNECTIONS] = this;
    server.on('connection', (socket: ConnectedSocket) => {
      const connection = new Connection(socket, this);
      socket[CONNECTION] = connection;
      if (!this.hasRoom()) {
        socket.destroy();
        return;
      }
      this.open.add(connection);
      socket.once('close', () => this.open.delete(connection));
    });
    const take = (message: IncomingMessage, response: ServerResponse): void => {
      connectionOf(message.socket)?.take({ message, response });
    };
    server.on('request', take).on('checkContinue', take).on('checkExpectation', take);
  }

  /** Makes room for a connection, if need be by cutting the longest idle one. @returns false if none is idle */
  private hasRoom(): boolean {
    if (this.open.size < this.maxConnections) return true;
    for (const connection of this.open) {
      if (connection.isServing) continue;
      this.open.delete(connection);
      connection.socket.destroy();
      return true;
    }
    return false;
  }
}

/**
 * The exchanges of one connection: one at a time, in the order of their requests. While pipelined requests wait, the
 * socket is paused: no more wait than Node parses of one read.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
export class Connection implements Linked<Connection> {
  previous: Connection | undefined;
  next: Connection | undefined;
  private current: MessagePair | undefined;
  /** The oldest first. */
  private readonly waiting: MessagePair[] = [];
  private requests = 0;
  private lastResponse: TextResponse | undefined;
  private isClosing = false;
  private isPaused = false;
  /** The response to a request that does not arrive in time. */
  private overdue: (() => TextResponse) | undefined;

  constructor(
    readonly socket: Socket,
    private readonly connections: Connections,
  ) {
    // Without a listener, a socket error ends the process, and Node removes its own before 'connect'.
    socket.on('error', () => undefined);
    // Node resumes a connection on its own, such as at the end of a request.
    socket.on('resume', () => {
      if (this.isPaused) socket.pause();
    });
    socket.once('close', () => {
      this.dropWaiting(0);
    });
  }

  /** True while a request is served or waits. */
  get isServing(): boolean {
    const isBusy = this.current?.response.writableFinished === false;
    return isBusy || this.waiting.length > 0;
  }

  /** True when it has reached the maximum number of requests. */
  get isSpent(): boolean {
    return this.requests >= MAX_REQUESTS;
  }

  /** Serves a request now, or after those before it. After the last one, requests are ignored. */
  take(pair: MessagePair): void {
    this.overdue = undefined;
    const isOver = this.isClosing || this.lastResponse !== undefined || !this.socket.writable;
    if (isOver) this.pause();
    else if (this.isServing) this.wait(pair);
    else this.begin(pair);
  }

  /**
   * Sends a response outside of any exchange, after the responses to all complete requests, and closes: for malformed
   * HTTP, for CONNECT.
   */
  endWith(response: TextResponse): void {
    if (this.lastResponse !== undefined) return;
    this.lastResponse = response;
    // The fault is in the body of a request, whose response this is.
    const faulty = this.waiting.findIndex(({ message }) => !message.complete);
    if (faulty !== -1) this.dropWaiting(faulty);
    if (!this.isServing || this.current?.message.complete === false) this.end();
  }

  /** Does the same for a request that does not arrive in time, unless its rest has arrived and waits to be read. */
  endOverdue(respond: () => TextResponse): void {
    this.overdue = respond;
    if (!this.isPaused) this.decideOverdue();
  }

  /** Continues writing after Node has detached from the connection, as it does before 'connect'. */
  keepWriting(): void {
    this.socket.on('drain', () => this.current?.response.emit('drain'));
  }

  /** Lets no request follow the current one, whose response announces that. */
  close(): void {
    this.isClosing = true;
    this.dropWaiting(0);
  }

  private begin(pair: MessagePair): void {
    this.current = pair;
    this.requests++;
    // Node may close the connection with the response; what follows it comes before that.
    pair.response.prependListener('finish', this.onFinish);
    this.connections.serve(pair, this);
  }

  private wait(pair: MessagePair): void {
    this.pause();
    this.waiting.push(pair);
    // Only closing the connection frees the objects that Node has created for its requests.
    if (++this.connections.waiting > MAX_WAITING) this.socket.destroy();
  }

  private pause(): void {
    if (this.isPaused) return;
    this.isPaused = true;
    this.socket.pause();
  }

  private readonly onFinish = (): void => {
    this.connections.setLatest(this);
    if (this.current !== undefined) lingerForBody(this.current.message);
    // One request in a turn of the event loop, so that other connections are read in between.
    if (this.waiting.length > 0) setImmediate(this.serveNext);
    else if (this.lastResponse !== undefined) this.end();
  };

  private readonly serveNext = (): void => {
    const next = this.socket.writable ? this.waiting.shift() : undefined;
    if (next === undefined) return;
    this.connections.waiting--;
    this.begin(next);
    if (this.waiting.length === 0 && this.lastResponse === undefined) this.readOn();
  };

  private readOn(): void {
    this.isPaused = false;
    this.socket.resume();
    this.decideOverdue();
  }

  /** By the end of this turn of the event loop, what has arrived is read. */
  private decideOverdue(): void {
    if (this.overdue === undefined) return;
    const message = this.current?.message;
    const lacksBody = message?.complete === false;
    setImmediate(() => {
      const isComplete = lacksBody && message.complete;
      if (this.overdue !== undefined && !isComplete) this.endWith(this.overdue());
    });
  }

  private dropWaiting(index: number): void {
    this.connections.waiting -= this.waiting.splice(index).length;
  }

  private end(): void {
    const { current, isClosing, lastResponse, socket } = this;
    this.isPaused = false;
    // The client would take a second response to a request for the next request's.
    const isAnswered = current?.message.complete === false && current.response.headersSent;
    if (isClosing || isAnswered || lastResponse === undefined) socket.destroySoon();
    else writeLastResponse(socket, lastResponse);
  }
}

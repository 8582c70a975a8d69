import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Shedder } from '../shedder';
import type { UnsentResponses } from './unsent-responses';
import { Admission } from './admission';
import { Backlog } from './backlog';
import { Rounds } from './rounds';
import { TurnQueue } from './turn-queue';
import { Connection, type SharedByConnections } from './connection';
import type { MessagePair } from './message-pair';

/**
 * Requests that may wait for their turn on all connections together. Each costs some 5 kB, so that they
 * are 50 MB at most; what a client sends ahead on one connection is 64 kB, some 2,500 requests, at most.
 */
const MAX_WAITING = 10_000;

/** The share of all connections that closes when there is no room for another one. */
const CLOSED_AT_ONCE = 0.01;

/** Milliseconds until connections that may close are looked for again, after there were none. */
const SEARCH_PAUSE_MS = 100;

/** Milliseconds for which all connections are read in slices after a client has sent much ahead. */
const WARY_MS = 60_000;

/** Where a socket has its connection, which takes less time than a map of sockets. */
const CONNECTION = Symbol('connection');

type ConnectedSocket = Socket & { [CONNECTION]?: Connection };

/** The connection of a socket of a server with connections. */
export function connectionOf(socket: ConnectedSocket): Connection | undefined {
  return socket[CONNECTION];
}

/** True while a request of a socket is served, or waits for its turn, or may have arrived unread. */
export function isServing(socket: Socket): boolean {
  const connection = connectionOf(socket);
  if (connection === undefined) return false;
  return connection.isBusy || connection.isAhead || connection.isUnread;
}

/** The connections of a server, within their bounds. */
export class Connections implements SharedByConnections {
  waiting = 0;
  readonly maxWaiting = MAX_WAITING;
  /** The oldest first. */
  private readonly open = new Set<Connection>();
  private nextSearchAt = -Infinity;
  private waryUntil = -Infinity;
  readonly turns: TurnQueue;
  readonly rounds: Rounds;
  readonly admission: Admission;
  private readonly backlog: Backlog;

  /**
   * @param maxConnections as many as are kept; a further one takes the place of one that serves no request
   * @param serve serves a request whose turn it is
   * @param unsent what clients have not taken yet
   * @param shedder refuses requests that there is no room for; without it, none is
   */
  constructor(
    private readonly maxConnections: number,
    readonly serve: SharedByConnections['serve'],
    readonly unsent: UnsentResponses,
    private readonly shedder?: Shedder,
  ) {
    this.admission = new Admission(
      () => this.open.size,
      shedder !== undefined,
      () => {
        this.onShort();
      },
    );
    this.backlog = new Backlog(() => {
      this.admission.keptWaiting();
    });
    this.turns = new TurnQueue(this.backlog);
    this.rounds = new Rounds(this.admission, this.backlog);
  }

  refuse(pair: MessagePair, isTooMuch: boolean): boolean {
    return this.shedder?.refuse(pair, isTooMuch) === true;
  }

  isRefusable(target: string): boolean {
    return this.shedder?.isRefusable(target) === true;
  }

  refusals(count: number): Buffer {
    this.admission.refused();
    return this.shedder?.refusals(count) ?? Buffer.alloc(0);
  }

  /** Keeps the connections of a server from now on, and serves the requests of all of its events. */
  keep(server: Server): void {
    server.on('connection', (socket: ConnectedSocket) => {
      this.backlog.accept();
      const connection = new Connection(socket, this);
      socket[CONNECTION] = connection;
      this.add(connection, socket);
    });
    const take = (message: IncomingMessage, response: ServerResponse): void => {
      if (this.admission.areMany) this.admission.arrived();
      connectionOf(message.socket)?.take({ message, response });
    };
    server.on('request', take).on('checkContinue', take).on('checkExpectation', take);
  }

  /** Those that have not sent anything yet would otherwise all be parsed before anything else has its turn. */
  onFlood(): void {
    const now = performance.now();
    const isWary = now < this.waryUntil;
    this.waryUntil = now + WARY_MS;
    if (isWary) return;
    for (const connection of this.open) connection.slice();
  }

  /** There is less time than requests: from now on connections are read in rounds. */
  private onShort(): void {
    this.onFlood();
    const open = [...this.open];
    const ahead = open.filter((connection) => connection.isAhead).length;
    for (const connection of open) connection.awaitVisit(ahead);
  }

  private add(connection: Connection, socket: Socket): void {
    if (this.open.size >= this.maxConnections) this.makeRoom();
    if (this.open.size >= this.maxConnections) {
      connection.destroy();
      return;
    }
    this.open.add(connection);
    if (this.admission.isShort || performance.now() < this.waryUntil) connection.slice();
    // What it has sent by now is read in its turn, when others have been accepted.
    if (this.admission.isShort) connection.goOn();
    socket.once('close', () => this.open.delete(connection));
  }

  /** Those that never brought a request close first, then those that are between two, the oldest first. */
  private makeRoom(): void {
    const now = performance.now();
    if (now < this.nextSearchAt) return;
    const idle = [...this.open].filter((connection) => !connection.isBusy);
    const [unused, used] = [true, false].map((is) => idle.filter((each) => each.isUnused === is));
    const count = Math.ceil(this.maxConnections * CLOSED_AT_ONCE);
    for (const connection of [...(unused ?? []), ...(used ?? [])].slice(0, count)) {
      this.open.delete(connection);
      connection.destroy();
    }
    if (idle.length === 0) this.nextSearchAt = now + SEARCH_PAUSE_MS;
  }
}

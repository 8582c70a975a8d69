import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, type SharedByConnections } from './connection';
import { Turns } from './turns';

/** The most requests waiting on all connections together. Each takes some 3 kB, 60 MB in total. */
const MAX_WAITING = 20_000;

/** From this many waiting requests on, all connections are read in pieces. */
const MANY_WAITING = 5_000;

/** From this many on, connections with pipelined requests are not read. */
const ENOUGH_WAITING = 10_000;

/** The property of a socket that holds its connection, which is faster than a map of sockets. */
const CONNECTION = Symbol('connection');

type ConnectedSocket = Socket & { [CONNECTION]?: Connection };

/** The connection of a socket, if its server has connections. */
export function connectionOf(socket: ConnectedSocket): Connection | undefined {
  return socket[CONNECTION];
}

/** True while a request of a socket is served, or waits for its turn, or may have arrived unread. */
export function isServing(socket: Socket): boolean {
  const connection = connectionOf(socket);
  return connection !== undefined && (connection.isBusy || connection.isAhead);
}

/** The connections of a server, within their limits. */
export class Connections implements SharedByConnections {
  readonly turns = new Turns(() => this.waiting >= ENOUGH_WAITING);
  private waiting = 0;
  private readonly open = new Set<Connection>();
  /** Connections that serve no request, the longest idle first. */
  private readonly idle = new Set<Connection>();

  /**
   * @param maxConnections the most connections kept; another one replaces the longest idle one
   * @param serve serves a request when it is its turn
   */
  constructor(
    private readonly maxConnections: number,
    readonly serve: SharedByConnections['serve'],
  ) {}

  get isFull(): boolean {
    return this.waiting > MAX_WAITING;
  }

  countWaiting(requests: number): void {
    this.waiting += requests;
    if (requests < 0) this.turns.schedule();
    else if (this.waiting === MANY_WAITING) for (const each of this.open) each.readInPieces();
  }

  get areMany(): boolean {
    return this.waiting >= MANY_WAITING;
  }

  setIdle(connection: Connection, isIdle: boolean): void {
    if (isIdle) this.idle.add(connection);
    else this.idle.delete(connection);
  }

  /** Manages the connections of a server from now on, and serves the requests of all of its events. */
  keep(server: Server): void {
    server.on('connection', (socket: ConnectedSocket) => {
      const connection = new Connection(socket, this);
      socket[CONNECTION] = connection;
      if (this.hasRoom()) this.add(connection, socket);
      else connection.destroy();
    });
    const take = (message: IncomingMessage, response: ServerResponse): void => {
      connectionOf(message.socket)?.take({ message, response });
    };
    server.on('request', take).on('checkContinue', take).on('checkExpectation', take);
  }

  private add(connection: Connection, socket: Socket): void {
    this.open.add(connection);
    this.idle.add(connection);
    if (this.areMany) connection.readInPieces();
    socket.once('close', () => {
      this.remove(connection);
    });
  }

  private remove(connection: Connection): void {
    this.open.delete(connection);
    this.idle.delete(connection);
  }

  /** Makes room for a connection, if need be by cutting the longest idle one. @returns false if none is idle */
  private hasRoom(): boolean {
    if (this.open.size < this.maxConnections) return true;
    for (const longest of this.idle) {
      this.remove(longest);
      longest.destroy();
      return true;
    }
    return false;
  }
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Connection, type MessagePair } from './connection';

/** The property of a socket that holds its connection, which is faster than a map of sockets. */
const CONNECTION = Symbol('connection');

type ConnectedSocket = Socket & { [CONNECTION]?: Connection };

/** The connection of a socket, if its server has connections. */
export function connectionOf(socket: ConnectedSocket): Connection | undefined {
  return socket[CONNECTION];
}

/** The connections of a server, within their limits. */
export class Connections {
  /** Requests that wait, on all of them together. */
  waiting = 0;
  /** Among those that serve no request, the longest idle first. */
  private readonly open = new Set<Connection>();

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
  keep(server: Server): void {
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

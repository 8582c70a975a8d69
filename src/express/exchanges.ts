import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that Node has parsed, with the response to it. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/** The exchanges that are under way on each connection; pipelining makes several of them. */
export class Exchanges {
  private readonly bySocket = new WeakMap<Duplex, Set<Exchange>>();

  /** Remembers an exchange until its response has ended or its connection is gone. */
  begin(exchange: Exchange): void {
    const { socket } = exchange.message;
    const pending = this.bySocket.get(socket) ?? new Set();
    this.bySocket.set(socket, pending.add(exchange));
    exchange.response.once('close', () => pending.delete(exchange));
  }

  /** In the order of their requests. */
  pendingOn(socket: Duplex): readonly Exchange[] {
    return [...(this.bySocket.get(socket) ?? [])];
  }
}

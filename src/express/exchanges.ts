import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that Node has parsed, with the response to it. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/** The exchanges that are under way on each connection; pipelining makes several of them. */
export class Exchanges {
  private readonly bySocket = new WeakMap<Duplex, Exchange[]>();

  /** Remembers an exchange; those that have ended are forgotten with the next one. */
  begin(exchange: Exchange): void {
    const { socket } = exchange.message;
    const known = this.bySocket.get(socket);
    if (known === undefined) this.bySocket.set(socket, [exchange]);
    else {
      // They end in their order.
      while (known[0]?.response.closed === true) known.shift();
      known.push(exchange);
    }
  }

  /** Those whose response has not ended, in the order of their requests. */
  pendingOn(socket: Duplex): readonly Exchange[] {
    return (this.bySocket.get(socket) ?? []).filter(({ response }) => !response.closed);
  }
}

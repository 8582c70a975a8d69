import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that Node has parsed, with the response to it. */
export interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

/** Where a connection has its exchanges, which takes less time than a map of connections. */
const EXCHANGES = Symbol('exchanges');

type Connection = Duplex & { [EXCHANGES]?: Exchange[] };

/** Remembers an exchange on its connection; those that have ended are forgotten with the next one. */
export function beginExchange(exchange: Exchange): void {
  const connection: Connection = exchange.message.socket;
  const known = connection[EXCHANGES];
  if (known === undefined) {
    connection[EXCHANGES] = [exchange];
    return;
  }
  // They end in their order.
  while (known[0]?.response.closed === true) known.shift();
  known.push(exchange);
}

/** Those whose response has not ended, in the order of their requests; pipelining makes several of them. */
export function pendingExchanges(connection: Connection): readonly Exchange[] {
  return (connection[EXCHANGES] ?? []).filter(({ response }) => !response.closed);
}

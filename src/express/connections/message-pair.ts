import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that Node has parsed, with the response to it. */
export interface MessagePair {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
}

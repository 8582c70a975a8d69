import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Express, Request, Response } from './app';
import { gatheringMessageClass } from './bodies/gathering-message';
import { MAX_HEADER_FIELDS } from './message-fault';

/** Milliseconds for which an idle connection is kept at least: Node's default. */
const KEEP_ALIVE_MS = 5_000;

/**
 * An HTTP server whose requests and responses are Express's from birth. Express sets the prototype of
 * both on each request, which costs V8 its optimised access to them: 112 µs of CPU for a small POST
 * against 26 when the prototypes are right already and setting them changes nothing.
 */
export function createExpressServer(
  app: Express,
  options: { readonly requestTimeoutMs: number },
): Server {
  const checkEveryMs = Math.min(1_000, options.requestTimeoutMs);
  const server = createServer({
    ...messageClasses(app),
    requestTimeout: options.requestTimeoutMs,
    headersTimeout: options.requestTimeoutMs,
    connectionsCheckingInterval: checkEveryMs,
    // Node takes a connection for idle whose next request began to arrive before the response to the one
    // before, and would cut it without 408.
    keepAliveTimeout: Math.max(KEEP_ALIVE_MS, options.requestTimeoutMs + 2 * checkEveryMs),
    // Node's own response to a missing Host has no body; the host checks it instead (message-fault.ts).
    requireHostHeader: false,
  });
  // Node drops those beyond without a word; one more than are allowed is kept, and refused (message-fault.ts).
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1;
  // A client that closes its side after the request, as `nc` does, still gets the response. Node has the
  // property, its types do not.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/**
 * Classes whose prototypes are what the application sets. They are derived from Node's, so that V8 lays
 * their objects out as it does Node's own.
 */
function messageClasses(app: Express): {
  IncomingMessage: typeof IncomingMessage;
  ServerResponse: typeof ServerResponse;
} {
  const ExpressIncomingMessage = gatheringMessageClass();
  class ExpressServerResponse extends ServerResponse {}
  Object.setPrototypeOf(ExpressIncomingMessage.prototype, app.request);
  Object.setPrototypeOf(ExpressServerResponse.prototype, app.response);
  app.request = ExpressIncomingMessage.prototype as Request;
  app.response = ExpressServerResponse.prototype as Response;
  return {
    IncomingMessage: ExpressIncomingMessage,
    // The class takes what Node's does; only its type has not the parameter.
    ServerResponse: ExpressServerResponse as typeof ServerResponse,
  };
}

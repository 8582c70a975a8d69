import {
  createServer as createNodeServer,
  type IncomingMessage,
  type Server,
  ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import {
  BodyRefusedError,
  Failure,
  failureKinds,
  originForm,
  requestHeaders,
  responseHeaders,
  type TextResponse,
  defaultErrorResponse,
  InvalidItemError,
  nothingAt,
} from '../contract';
import { createServing, gatheringMessageClass, type Serving, type ServingOptions } from '../host';
import { type Express, type Request, type Response, createApp } from './app';
import {
  type Connection,
  connectionOf,
  Connections,
  type MessagePair,
} from './connections/connections';
import { expressAdapter } from './contract-handler';
import type { Responder } from './request';
import { headerValues, messageFault, parserFailure, MAX_HEADER_FIELDS } from './incoming-message';
import { withDefaults, send } from './send';
import { observationOf, observe, type RequestObserver } from './observation';

type Respond = (failure: Failure) => TextResponse;

/** The limits of a server, and its callbacks. */
export interface HttpServerOptions {
  /** Time for a request to arrive completely, in milliseconds; after it, 408. */
  readonly requestTimeoutMs: number;
  /**
   * The most connections, 1 or more; another one replaces the longest idle one. By default 10,000, some 200 MB of
   * memory when all of them are idle.
   */
  readonly maxConnections?: number;
  /** Shared with the handlers of the application. */
  readonly serving?: Serving;
  /** The response to a request that cannot be served; by default with the body `{ error, message }`. */
  readonly respond?: Respond;
  /** Observes the requests; by default none. */
  readonly observer?: RequestObserver;
  /** Called with errors that no Express error handler handled. */
  readonly onFault: (error: unknown, requestId?: string) => void;
}

const MAX_CONNECTIONS = 10_000;

/**
 * An HTTP server whose every request passes an Express application, one at a time on each connection. It responds
 * itself only to requests that cannot be served, such as malformed HTTP.
 *
 * @returns the server, which does not listen yet
 * @example
 * ```ts
 * import type { Service } from 'openapi-trellis/contract';
 * import { contractHandler, createApp, createHttpServer, createServing } from 'openapi-trellis/express';
 *
 * export function serve(service: Service, port: number): void {
 *   const serving = createServing();
 *   const app = createApp({ contract: [contractHandler(service, { serving })] });
 *   const server = createHttpServer(app, {
 *     serving,
 *     requestTimeoutMs: 30_000,
 *     respond: service.respond,
 *     onFault: (error) => {
 *       console.error(error);
 *     },
 *   });
 *   server.listen(port);
 * }
 * ```
 */
export function createHttpServer(app: Express, options: HttpServerOptions): Server {
  const { maxConnections = MAX_CONNECTIONS, serving = createServing(), onFault } = options;
  const { respond = defaultErrorResponse, observer } = options;
  const { defaultHeaders } = serving;
  const server = createExpressServer(app, options);
  const refuse = (pair: MessagePair, failure: Failure, mustClose: boolean): void => {
    if (mustClose) connectionOf(pair.message.socket)?.close();
    observationOf(pair.message)?.failed(failure);
    void send(pair, respond(failure), { mustClose, serving });
  };
  const serve = (pair: MessagePair, connection: Connection): void => {
    const { message, response } = pair;
    if (observer !== undefined) observe(observer, message, response);
    const fault = messageFault(message);
    if (fault !== undefined) {
      refuse(pair, fault, true);
      return;
    }
    if (isLast(pair, connection, serving)) {
      connection.close();
      response.setHeader(responseHeaders.connection, 'close');
    }
    // Express parses absolute form with `url.parse`, which finds other paths in it and logs a warning.
    message.url = originForm(message.url ?? '') ?? message.url;
    // Express sets its own prototypes on both, which gives them these types.
    app(message as Request, response as Response, (error: unknown) => {
      const failure = errorFailure(error, message);
      if (failure.kind.status >= 500) onFault(error, observationOf(message)?.requestId);
      if (response.headersSent) response.destroy();
      else if (error === undefined || error === null) refuse(pair, failure, false);
      else {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        // It is unknown how much of the body was read.
        refuse(pair, failure, true);
      }
    });
  };
  new Connections(maxConnections, serve).keep(server);
  refuseOutsideRequests(server, (failure) => {
    const response = withDefaults(respond(failure), defaultHeaders);
    if (observer === undefined) return response;
    const named = { [responseHeaders.requestId]: observer.refused(failure) };
    return { ...response, headers: { ...response.headers, ...named } };
  });
  return server;
}

function isLast({ message }: MessagePair, connection: Connection, serving: Serving): boolean {
  // It is served without the upgrade; Node's parser drops requests pipelined after it.
  const isUpgrade = headerValues(message, requestHeaders.upgrade).length > 0;
  return isUpgrade || connection.isSpent || serving.closing.hasBegun;
}

/** Answers requests that cannot be served, after the requests before them on their connection. */
function refuseOutsideRequests(server: Server, respond: Respond): void {
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    const headers = { [responseHeaders.allow]: '' };
    const failure = new Failure(failureKinds.methodNotAllowed, 'CONNECT is not served', {
      headers,
    });
    const connection = connectionOf(socket);
    connection?.keepWriting();
    connection?.endWith(respond(failure));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Data after the last request of a connection is ignored.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    const failure = parserFailure(error.code);
    const connection = connectionOf(socket);
    if (failure === undefined || !socket.writable) socket.destroy();
    else if (failure.kind === failureKinds.requestTimeout) {
      connection?.endOverdue(() => respond(failure));
    } else connection?.endWith(respond(failure));
  });
  // An idle connection has received nothing for its maximum time.
  server.on('timeout', (socket: Socket) => {
    if (connectionOf(socket)?.isServing !== true) socket.destroy();
  });
}

export type ServerOptions = ServingOptions & Omit<HttpServerOptions, 'serving'>;

/** A server whose application has one handler, which responds to every request. It does not listen yet. */
export function createServer(responder: Responder, options: ServerOptions): Server {
  const serving = createServing(options);
  const app = createApp({ contract: [expressAdapter(() => responder, { serving })] });
  return createHttpServer(app, { ...options, serving });
}

/** The minimum time that an idle connection is kept, in milliseconds: Node's default. */
const KEEP_ALIVE_MS = 5_000;

/**
 * An HTTP server whose requests and responses are created with Express's prototypes. Express sets the prototype of both
 * on each request, which deoptimizes their properties in V8: 112 µs of CPU for a small POST, against 26 when the
 * prototypes are right already and setting them changes nothing.
 */
function createExpressServer(app: Express, options: { readonly requestTimeoutMs: number }): Server {
  const checkEveryMs = Math.min(1_000, options.requestTimeoutMs);
  const server = createNodeServer({
    ...messageClasses(app),
    requestTimeout: options.requestTimeoutMs,
    headersTimeout: options.requestTimeoutMs,
    connectionsCheckingInterval: checkEveryMs,
    // Node considers a connection idle when its next request began to arrive before the previous response, and would
    // cut it without 408.
    keepAliveTimeout: Math.max(KEEP_ALIVE_MS, options.requestTimeoutMs + 2 * checkEveryMs),
    // Node's own response to a missing Host has no body; the host checks it instead (incoming-message.ts).
    requireHostHeader: false,
  });
  // Node silently drops further fields; one more than allowed is kept, and refused (incoming-message.ts).
  server.maxHeadersCount = MAX_HEADER_FIELDS + 1;
  // A client that closes its side after the request, as `nc` does, still gets the response. Node's types lack the
  // property.
  return Object.assign(server, { httpAllowHalfOpen: true });
}

/**
 * Classes with the prototypes that the application sets. They extend Node's, which makes V8 use the same object layout.
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
    // The class takes the same parameters as Node's; only its type lacks them.
    ServerResponse: ExpressServerResponse as typeof ServerResponse,
  };
}

/**
 * The failure for the outcome of a request in an application: undefined, when no handler answered it, or an error. With
 * `status` and `expose` of an error, middleware states that the client is at fault and may read the message; any other
 * error is a fault of the service.
 *
 * @see https://expressjs.com/en/guide/error-handling.html
 */
function errorFailure(error: unknown, message: IncomingMessage): Failure {
  if (error === undefined || error === null) {
    // Express skips its handlers for a target that it cannot parse.
    return nothingAt({ method: message.method ?? '', target: message.url ?? '' });
  }
  // Thrown to a handler that writes its response while it reads.
  if (error instanceof InvalidItemError || error instanceof BodyRefusedError) return error.failure;
  const { status, expose, message: text } = error as Partial<Record<string, unknown>>;
  const kind = expose === true ? clientKind(status) : undefined;
  if (kind !== undefined) return new Failure(kind, String(text));
  return new Failure(failureKinds.internal, 'The service failed; its log has the details');
}

function clientKind(status: unknown): Failure['kind'] | undefined {
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const kinds = Object.values(failureKinds);
  return kinds.find((kind) => kind.status === status) ?? failureKinds.malformedRequest;
}

import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import {
  Failure,
  failureKinds,
  originForm,
  requestHeaders,
  responseHeaders,
  type TextResponse,
  defaultErrorResponse,
} from '../contract';
import type { Express, Request, Response } from './app';
import type { Connection } from './connections/connection';
import { connectionOf, Connections, isServing } from './connections/connections';
import type { MessagePair } from './connections/message-pair';
import { withDefaults } from './default-headers';
import { createExpressServer } from './express-server';
import { errorFailure } from './error-failure';
import { headerValues } from './header-values';
import { messageFault } from './message-fault';
import { observationOf, observe, type RequestObserver } from './observation';
import { parserFailure } from './parser-failure';
import { send } from './send';
import { createServing, type Serving } from './serving';

type Respond = (failure: Failure) => TextResponse;

/** The bounds of a server, and who is told what. */
export interface HttpServerOptions {
  /** Time for a request to arrive completely, in milliseconds; after it, 408. */
  readonly requestTimeoutMs: number;
  /**
   * As many connections as are kept; a further one takes the place of the one that has been idle the
   * longest. By default 10,000, some 200 MB of memory when all of them are idle.
   */
  readonly maxConnections?: number;
  /** Shared with the handlers of the application. */
  readonly serving?: Serving;
  /** The response for what is no request that can be served; by default, that of `defaultErrorResponse`. */
  readonly respond?: Respond;
  /** Watches the requests; by default nobody does. */
  readonly observer?: RequestObserver;
  /** Told of what was thrown in the application and no error handler of it took. */
  readonly onFault: (error: unknown, requestId?: string) => void;
}

const MAX_CONNECTIONS = 10_000;

/**
 * An HTTP server whose every request passes an Express application, one at a time on each connection. It
 * answers by itself only what is no request that can be served. It does not listen yet.
 */
export function createHttpServer(app: Express, options: HttpServerOptions): Server {
  const { maxConnections = MAX_CONNECTIONS, serving = createServing(), onFault } = options;
  const { respond = defaultErrorResponse, observer } = options;
  const { defaultHeaders } = serving;
  const server = createExpressServer(app, options);
  const answer = (pair: MessagePair, failure: Failure, mustClose: boolean): void => {
    if (mustClose) connectionOf(pair.message.socket)?.close();
    observationOf(pair.message)?.failed(failure);
    void send(pair, respond(failure), { mustClose, serving });
  };
  const serve = (pair: MessagePair, connection: Connection): void => {
    const { message, response } = pair;
    if (observer !== undefined) observe(observer, message, response);
    const fault = messageFault(message);
    if (fault !== undefined) {
      answer(pair, fault, true);
      return;
    }
    if (isLast(pair, connection, serving)) {
      connection.close();
      response.setHeader(responseHeaders.connection, 'close');
    }
    // Express reads absolute form by `url.parse`, which sees other paths in it and warns in the log.
    message.url = originForm(message.url ?? '') ?? message.url;
    // Express gives its own prototypes to both, whose types say so.
    app(message as Request, response as Response, (error: unknown) => {
      const failure = errorFailure(error, message);
      if (failure.kind.status >= 500) onFault(error, observationOf(message)?.requestId);
      if (response.headersSent) response.destroy();
      else if (error === undefined || error === null) answer(pair, failure, false);
      else {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        // Nobody knows what of the body was read.
        answer(pair, failure, true);
      }
    });
  };
  const withDefaultFields: Respond = (failure) => withDefaults(respond(failure), defaultHeaders);
  const beside = observer === undefined ? withDefaultFields : observed(withDefaultFields, observer);
  new Connections(maxConnections, serve).keep(server);
  answerBesideRequests(server, beside);
  return server;
}

function isLast({ message }: MessagePair, connection: Connection, serving: Serving): boolean {
  // It is served without the upgrade; Node's parser drops what was sent ahead behind it.
  const isUpgrade = headerValues(message, requestHeaders.upgrade).length > 0;
  return isUpgrade || connection.isSpent || serving.closing.hasBegun;
}

/** Names in each response what logs call it. */
function observed(respond: Respond, observer: RequestObserver): Respond {
  return (failure) => {
    const response = respond(failure);
    const requestId = observer.refused(failure);
    return {
      ...response,
      headers: { ...response.headers, [responseHeaders.requestId]: requestId },
    };
  };
}

/** Answers what is no request that can be served, after the requests before it on its connection. */
function answerBesideRequests(server: Server, respond: Respond): void {
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    const connection = connectionOf(socket);
    connection?.keepWriting();
    connection?.endWith(respond(connectRefused()));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What follows the last request of a connection is of no interest.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    const failure = parserFailure(error.code);
    const connection = connectionOf(socket);
    if (failure === undefined || !socket.writable) socket.destroy();
    else if (failure.kind === failureKinds.requestTimeout) {
      connection?.endOverdue(() => respond(failure));
    } else connection?.endWith(respond(failure));
  });
  // Nothing has come for as long as an idle connection is kept.
  server.on('timeout', (socket: Socket) => {
    if (!isServing(socket)) socket.destroy();
  });
}

function connectRefused(): Failure {
  const headers = { [responseHeaders.allow]: '' };
  return new Failure(failureKinds.methodNotAllowed, 'CONNECT is not served', { headers });
}

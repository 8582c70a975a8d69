import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Express, Request, Response } from 'express';
import { Failure, failureKinds } from '../contract/failure';
import { undocumentedResponse } from '../contract/failure-response';
import { responseHeaders } from '../contract/header-names';
import type { HttpResponse, HttpRequest } from '../contract/http-message';
import type { Connection, MessagePair } from './connections/connection';
import { connectionOf, Connections } from './connections/connections';
import { createExpressApp, createExpressServer } from './express-server';
import { isGathering } from './bodies/gathering-message';
import { messageFault } from './message-fault';
import { parserFailure } from './parser-failure';
import { ExpressRequest } from './request';
import { send } from './send';
import { UnfinishedBodies } from './bodies/unfinished-bodies';
import { UnsentResponses } from './connections/unsent-responses';

/** Answers a request; undefined when nobody waits for the response any more. It never rejects. */
export type Answer = (request: HttpRequest) => Promise<HttpResponse | undefined>;

export interface HostOptions {
  readonly answer: Answer;
  /** Time for a request to arrive completely, in milliseconds; after it, 408. */
  readonly requestTimeoutMs: number;
  /** Time in which a client must take some of its response, in milliseconds; after it, the connection is cut. */
  readonly responseTimeoutMs?: number;
  /** As many connections as are kept; a further one takes the place of one that serves no request. */
  readonly maxConnections?: number;
  /** Bytes that bodies which have not arrived as a whole may take, of all connections together. */
  readonly maxUnfinishedBytes?: number;
  /** Told of what should not have been thrown. */
  readonly onFault: (error: unknown) => void;
  /** True once the server is closing: connections end with their response. */
  readonly isClosing: () => boolean;
  /** Mounts Express middleware that runs before the contract, such as that for CORS. */
  readonly mount?: (app: Express) => void;
}

const DEFAULTS = {
  /** 64 KiB in half a minute is less than any client takes that still waits. */
  responseTimeoutMs: 30_000,
  /** Some 200 MB of memory when all of them are idle. */
  maxConnections: 10_000,
  /** 4,000 requests, or 60 bodies of a megabyte, at the same time. */
  maxUnfinishedBytes: 64 * 1_048_576,
} as const;

/** Bytes of responses that are kept for clients which do not take them, of all connections together. */
const MAX_UNSENT_BYTES = 64 * 1_048_576;

/**
 * What is left of a body after its response is read and dropped up to this many bytes, so that the response
 * is not lost to a reset; then the connection is cut.
 */
const MAX_DISCARDED_BYTES = 16 * 1_048_576;

/** What all exchanges of a host share. */
interface HostState {
  readonly options: HostOptions;
  readonly unfinished: UnfinishedBodies;
  readonly unsent: UnsentResponses;
}

/**
 * Hosts an answer on Express: converts Node's requests for it and its responses for Node, and answers by
 * itself only what is not a request. It does not listen yet.
 */
export function createHost(options: HostOptions): Server {
  const { responseTimeoutMs, maxConnections, maxUnfinishedBytes } = { ...DEFAULTS, ...options };
  const app = createExpressApp();
  const server = createExpressServer(app, options);
  const state: HostState = {
    options,
    unfinished: new UnfinishedBodies(maxUnfinishedBytes),
    unsent: new UnsentResponses(responseTimeoutMs, MAX_UNSENT_BYTES),
  };
  options.mount?.(app);
  const connections = new Connections(maxConnections, (each, connection) => {
    // To look through no layers takes Express as long as the contract takes for the whole request.
    if (app.router.stack.length === 0) void serve(state, each, connection);
    else {
      app(each.message as Request, each.response as Response, () => {
        void serve(state, each, connection);
      });
    }
  });
  connections.keep(server);
  answerBesideRequests(server);
  return server;
}

/** Answers what is no request that can be served, after the requests before it on its connection. */
function answerBesideRequests(server: Server): void {
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    const connection = connectionOf(socket);
    connection?.keepWriting();
    connection?.endWith(undocumentedResponse(connectRefused()));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // What follows the last request of a connection is of no interest.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    const failure = parserFailure(error.code);
    if (failure === undefined || !socket.writable) socket.destroy();
    else connectionOf(socket)?.endWith(undocumentedResponse(failure));
  });
}

async function serve(
  { options, unfinished, unsent }: HostState,
  pair: MessagePair,
  connection: Connection,
): Promise<void> {
  const { message, response } = pair;
  const request = new ExpressRequest(message, response, unfinished);
  try {
    const fault = messageFault(message, request);
    const answer =
      fault === undefined ? await options.answer(request) : undocumentedResponse(fault);
    if (answer === undefined) response.destroy();
    else {
      const mustClose =
        fault !== undefined ||
        // It is served without the upgrade; Node's parser drops what was sent ahead behind it.
        message.headers.upgrade !== undefined ||
        // No body will follow for a client that still holds it back.
        request.isHoldingBody ||
        request.refusesBody ||
        connection.isSpent ||
        options.isClosing();
      if (mustClose) connection.close();
      const sending = send(pair, answer, { mustClose, unsent });
      if (sending !== undefined) await sending;
    }
  } catch (error) {
    // Nothing is expected here; what comes all the same ends this exchange, not the process.
    options.onFault(error);
    if (response.headersSent) response.destroy();
    else {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      connection.close();
      await send(pair, undocumentedResponse(internalFault()), { mustClose: true, unsent });
    }
  } finally {
    request.endBody();
    if (request.leavesBody(MAX_DISCARDED_BYTES)) discardRest(message);
  }
}

function discardRest(message: IncomingMessage): void {
  let discarded = 0;
  const cut = (): void => {
    message.socket.destroy();
  };
  message.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) cut();
  });
  message.on('error', () => undefined);
  if (isGathering(message)) message.onWasteful = cut;
  message.resume();
}

function internalFault(): Failure {
  return new Failure(failureKinds.internal, 'The service failed; its log has the details');
}

function connectRefused(): Failure {
  const headers = { [responseHeaders.allow]: '' };
  return new Failure(failureKinds.methodNotAllowed, 'CONNECT is not served', { headers });
}

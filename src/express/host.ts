import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import { Failure, failureKinds } from '../contract/failure';
import { undocumentedReply } from '../contract/failure-reply';
import { replyHeaders } from '../contract/header-names';
import type { HttpReply, HttpRequest } from '../contract/http-message';
import { createExpressApp, createExpressServer } from './express-server';
import { beginExchange } from './exchanges';
import { messageFault } from './message-fault';
import { answerParserFaults } from './parser-faults';
import { writeRawReply } from './raw-reply';
import { ExpressRequest } from './request';
import { send } from './send';

/** Answers a request; undefined when nobody waits for the reply any more. It never rejects. */
export type Answer = (request: HttpRequest) => Promise<HttpReply | undefined>;

export interface HostOptions {
  readonly answer: Answer;
  /** Time for a request to arrive completely, in milliseconds; after it, 408. */
  readonly requestTimeoutMs: number;
  /** Told of what should not have been thrown. */
  readonly onFault: (error: unknown) => void;
  /** True once the server is closing: connections end with their reply. */
  readonly isClosing: () => boolean;
  /** Mounts Express middleware that runs before the contract, such as that for CORS. */
  readonly mount?: (app: Express) => void;
}

/**
 * What is left of a body after its reply is read and dropped up to this many bytes, so that the reply
 * is not lost to a reset; then the connection is cut.
 */
const MAX_DISCARDED_BYTES = 16 * 1_048_576;

/**
 * Hosts an answer on Express: converts Node's requests for it and its replies for Node, and answers by
 * itself only what is not a request. It does not listen yet.
 */
export function createHost(options: HostOptions): Server {
  const app = createExpressApp();
  const server = createExpressServer(app, options);
  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    void exchange(options, message, response);
  };
  options.mount?.(app);
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    beginExchange({ message, response });
    // To look through no layers takes Express as long as the contract takes for the whole request.
    if (app.router.stack.length === 0) handle(message, response);
    else {
      app(message as Request, response as Response, () => {
        handle(message, response);
      });
    }
  };
  server.on('request', serve);
  server.on('checkContinue', serve);
  server.on('checkExpectation', (message: IncomingMessage, response: ServerResponse) => {
    beginExchange({ message, response });
    const refusal = undocumentedReply(expectationFailed());
    void send(message, response, refusal, true);
    discardRest(message);
  });
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    writeRawReply(socket, undocumentedReply(connectRefused()));
  });
  answerParserFaults(server, undocumentedReply);
  return server;
}

async function exchange(
  options: HostOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const request = new ExpressRequest(message, response);
  try {
    const fault = messageFault(message, request);
    const reply = fault === undefined ? await options.answer(request) : undocumentedReply(fault);
    if (reply === undefined) response.destroy();
    else {
      // No body will follow for a client that still holds it back.
      const mustClose = request.isHoldingBody || options.isClosing();
      const sending = send(message, response, reply, mustClose);
      if (sending !== undefined) await sending;
    }
  } catch (error) {
    // Nothing is expected here; what comes all the same ends this exchange, not the process.
    options.onFault(error);
    if (response.headersSent) response.destroy();
    else {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      await send(message, response, undocumentedReply(internalFault()), true);
    }
  } finally {
    request.endBody();
    if (request.leavesBody(MAX_DISCARDED_BYTES)) discardRest(message);
  }
}

function discardRest(message: IncomingMessage): void {
  let discarded = 0;
  message.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) message.socket.destroy();
  });
  message.on('error', () => undefined);
  message.resume();
}

function internalFault(): Failure {
  return new Failure(failureKinds.internal, 'The service failed; the fault is in its log');
}

function expectationFailed(): Failure {
  const message = 'The Expect header must be "100-continue" or absent';
  return new Failure(failureKinds.expectationFailed, message);
}

function connectRefused(): Failure {
  const headers = { [replyHeaders.allow]: '' };
  return new Failure(failureKinds.methodNotAllowed, 'CONNECT is not served', { headers });
}

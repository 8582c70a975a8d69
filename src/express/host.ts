import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Express, Request, Response } from 'express';
import { Failure, failureKinds } from '../contract/failure';
import { undocumentedReply } from '../contract/failure-reply';
import { replyHeaders, requestHeaders } from '../contract/header-names';
import type { HttpReply, HttpRequest } from '../contract/http-message';
import { cancelStream, isStream } from '../contract/reply/reply-stream';
import { forbidsContent } from '../contract/http-status';
import { createExpressApp, createExpressServer } from './express-server';
import { Exchanges } from './exchanges';
import { EVENT_STREAM } from '../contract/media-type';
import { answerParserFaults } from './parser-faults';
import { writeRawReply } from './raw-reply';
import { ExpressRequest } from './request';
import { writeStream } from './write-stream';

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
  const exchanges = new Exchanges();
  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    void exchange(options, message, response);
  };
  options.mount?.(app);
  const serve = (message: IncomingMessage, response: ServerResponse): void => {
    exchanges.begin({ message, response });
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
    exchanges.begin({ message, response });
    const refusal = undocumentedReply(expectationFailed());
    void send(options, message, response, refusal, true).then(() => {
      discardRest(message);
    });
  });
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    writeRawReply(socket, undocumentedReply(connectRefused()));
  });
  answerParserFaults(server, exchanges, undocumentedReply);
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
    else await send(options, message, response, reply, request.isHoldingBody);
  } catch (error) {
    // Nothing is expected here; what comes all the same ends this exchange, not the process.
    options.onFault(error);
    if (response.headersSent) response.destroy();
    else {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      await send(options, message, response, undocumentedReply(internalFault()), true);
    }
  } finally {
    request.endBody();
    if (!request.isDone) discardRest(message);
  }
}

/**
 * Resolves when the reply is handed to Node as a whole; rejects when its content fails half way.
 *
 * @param mustClose whether the connection cannot be used again, since no body will follow
 */
async function send(
  options: HostOptions,
  message: IncomingMessage,
  response: ServerResponse,
  { status, headers: given, body = '' }: HttpReply,
  mustClose: boolean,
): Promise<void> {
  const isUnwanted = response.destroyed || response.headersSent || message.method === 'HEAD';
  if (isStream(body) && isUnwanted) await cancelStream(body);
  if (response.destroyed || response.headersSent) return;
  // Node takes lists that it may not change as well; its types do not.
  const headers = { ...given } as OutgoingHttpHeaders;
  if (!isStream(body) && !forbidsContent(status)) {
    headers['Content-Length'] = Buffer.byteLength(body);
  }
  if (mustClose || options.isClosing()) headers.Connection = 'close';
  response.writeHead(status, headers);
  if (isStream(body)) {
    if (isEndless(given)) endWithClient(message, response);
    if (!isUnwanted) await writeStream(response, body);
    response.end();
  } else response.end(body);
}

/** Events have no last one, as other content that comes in pieces does. */
function isEndless(headers: HttpReply['headers']): boolean {
  return String(headers[replyHeaders.contentType]).startsWith(EVENT_STREAM);
}

/**
 * A client that closes its side of the connection still gets its reply. One that does not end is for
 * nobody then, and would be kept for as long as there is no event.
 */
function endWithClient({ socket }: IncomingMessage, response: ServerResponse): void {
  const end = (): void => {
    response.destroy();
  };
  socket.once('end', end);
  response.once('close', () => socket.off('end', end));
  if (socket.readableEnded) end();
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

/**
 * What Node's parser lets through and HTTP/1.1 does not.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-2.3
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.1
 */
function messageFault(message: IncomingMessage, request: HttpRequest): Failure | undefined {
  const { httpVersion } = message;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return malformed('The request must be of HTTP/1.1 or HTTP/1.0');
  }
  const hosts = request.headerValues(requestHeaders.host).length;
  const wanted = httpVersion === '1.1' ? hosts === 1 : hosts <= 1;
  if (!wanted) return malformed('The request must have one Host header');
  const codings = request.headerValues(requestHeaders.transferEncoding).join(', ');
  if (codings === '' || codings.toLowerCase() === 'chunked') return undefined;
  return malformed('The body must be sent without a transfer coding other than chunked');
}

function malformed(message: string): Failure {
  return new Failure(failureKinds.malformedRequest, message);
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

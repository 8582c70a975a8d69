import type { IncomingMessage } from 'node:http';
import type { HttpRequest, HttpResponse } from '../contract';
import type { NextFunction, Request, RequestHandler, Response } from './app';
import { isGathering } from './bodies/gathering-message';
import { connectionOf } from './connections/connections';
import { ExpressRequest } from './request';
import { send } from './send';
import { createServing, type Serving } from './serving';

/** Answers a request; undefined when nobody waits for the response any more. It never rejects. */
export type Answer = (request: HttpRequest) => Promise<HttpResponse | undefined>;

export interface AnswerHandlerOptions {
  /** False for a request that is left to the handlers after this one; without it, none is. */
  readonly applies?: (request: HttpRequest) => boolean;
  /** Shared with the other handlers of a server; by default, the handler has bounds of its own. */
  readonly serving?: Serving;
}

/**
 * What is left of a body after its response is read and dropped up to this many bytes, so that the
 * response is not lost to a reset; then the connection is cut.
 */
const MAX_DISCARDED_BYTES = 16 * 1_048_576;

/**
 * An Express handler that converts Express's request for an answer and its response for Express. What is
 * thrown on the way goes to Express's error handlers.
 */
export function answerHandler(
  answer: Answer,
  { applies, serving = createServing() }: AnswerHandlerOptions = {},
): RequestHandler {
  return (message, response, next) => {
    const request = new ExpressRequest(message, response, serving);
    if (applies === undefined || applies(request)) {
      void respond(answer, serving, { request, message, response, next });
    } else next();
  };
}

interface Exchange {
  readonly request: ExpressRequest;
  readonly message: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

async function respond(answer: Answer, serving: Serving, exchange: Exchange): Promise<void> {
  const { request, message, response, next } = exchange;
  try {
    const answered = await answer(request);
    if (answered === undefined) response.destroy();
    else {
      const mustClose = request.isHoldingBody || request.refusesBody || serving.closing.hasBegun;
      if (mustClose) connectionOf(message.socket)?.close();
      const options = { mustClose, serving };
      const sending = send(exchange, answered, options);
      if (sending !== undefined) await sending;
    }
  } catch (error) {
    next(error);
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

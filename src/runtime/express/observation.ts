import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExchangeObservation, type Failure, responseHeaders } from '../contract';
import type { RequestHandler } from './app';

/** Observes one request from its headers to the end of its response. Its methods must not throw. */
export interface RequestObservation extends ExchangeObservation {
  /** Called with the number of bytes of the response's content; not called for a stream. */
  sized(contentBytes: number): void;
  /**
   * Called once for each request, when the response was passed to the system, a stream with its last chunk, or when
   * nobody takes the rest.
   *
   * @param status the status sent; undefined when none was
   * @param isComplete false when the client disconnected, or was cut, before the end
   */
  ended(status: number | undefined, isComplete: boolean): void;
}

/**
 * Observes the requests of a server, for logs, metrics and traces.
 *
 * @example
 * ```ts
 * import { randomUUID } from 'node:crypto';
 * import type { RequestObserver } from 'openapi-trellis/express';
 *
 * export const observer: RequestObserver = {
 *   begin: ({ method }) => ({
 *     requestId: randomUUID(),
 *     found: () => undefined,
 *     admitted: () => undefined,
 *     handling: (run) => run(),
 *     failed: () => undefined,
 *     sized: () => undefined,
 *     ended: (status) => {
 *       console.log(method, status);
 *     },
 *   }),
 *   refused: () => randomUUID(),
 * };
 * ```
 */
export interface RequestObserver {
  /** Called when the headers of a request have arrived, and the requests before it on its connection have responses. */
  begin(message: IncomingMessage): RequestObservation;
  /**
   * Called with the failure of a request that cannot be served, such as malformed HTTP.
   *
   * @returns its ID in logs
   */
  refused(failure: Failure): string;
}

/** The property of a message that holds its observation, which is faster than a map of messages. */
const OBSERVATION = Symbol('observation');

type ObservedMessage = IncomingMessage & { [OBSERVATION]?: RequestObservation };

export function observationOf(message: ObservedMessage): RequestObservation | undefined {
  return message[OBSERVATION];
}

/** Observes a request until its response has ended. */
export function observe(
  observer: RequestObserver,
  message: ObservedMessage,
  response: ServerResponse,
): void {
  message[OBSERVATION] = observer.begin(message);
  // One function for all responses, which close only once.
  response.on('close', end);
}

function end(this: ServerResponse): void {
  const { headersSent, statusCode, writableFinished } = this;
  observationOf(this.req)?.ended(headersSent ? statusCode : undefined, writableFinished);
}

/**
 * Middleware that adds the request's ID to the responses of handlers after it. Responses of this folder have it anyway;
 * the middleware would cost them a microsecond.
 */
export const nameResponses: RequestHandler = (message, response, next) => {
  const observation = observationOf(message);
  if (observation !== undefined) {
    response.setHeader(responseHeaders.requestId, observation.requestId);
  }
  next();
};

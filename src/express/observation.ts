import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ExchangeObservation, type Failure, responseHeaders } from '../contract';
import type { RequestHandler } from './app';

/** What watches one request from its head to the end of its response. None of its methods may throw. */
export interface RequestObservation extends ExchangeObservation {
  /** The content of the response has that many bytes; not called where it comes in pieces. */
  sized(contentBytes: number): void;
  /**
   * The response was handed to the system, a stream with its last piece; or nobody takes the rest of it.
   * Called once for each request.
   *
   * @param status the one that was sent; undefined when none was
   * @param isComplete false when the client went away, or was cut, before
   */
  ended(status: number | undefined, isComplete: boolean): void;
}

/** What watches the requests of a server. */
export interface RequestObserver {
  /** The head of a request has arrived, and those before it on its connection have their responses. */
  begin(message: IncomingMessage): RequestObservation;
  /**
   * What is no request that can be served, such as HTTP that cannot be parsed, is answered with this failure.
   *
   * @returns the name of that in logs
   */
  refused(failure: Failure): string;
}

/** Where a message has its observation, which takes less time than a map of messages. */
const OBSERVATION = Symbol('observation');

type ObservedMessage = IncomingMessage & { [OBSERVATION]?: RequestObservation };

/** The observation of a request, if it is observed. */
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
 * Middleware that has the responses of those behind it name their request. Responses of this folder do so
 * without it, for which it would take a microsecond.
 */
export const nameResponses: RequestHandler = (message, response, next) => {
  const observation = observationOf(message);
  if (observation !== undefined) {
    response.setHeader(responseHeaders.requestId, observation.requestId);
  }
  next();
};

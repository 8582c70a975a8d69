import type { Service } from '../contract';
import { answerHandler } from './answer-handler';
import type { RequestHandler } from './app';
import type { Serving } from './serving';

/** How a service is mounted. */
export interface ContractHandlerOptions {
  /**
   * Leaves what the document does not cover, a path or a method of it, to the handlers after this one.
   * Without it, such requests get 404 or 405 here.
   */
  readonly fallThrough?: boolean;
  /** Shared with the other handlers of a server; by default, the handler has bounds of its own. */
  readonly serving?: Serving;
}

/**
 * A service as an ordinary Express handler, for `app.use()` of any Express 5 application, under a path
 * too. It reads bodies itself: middleware that parses them belongs behind it. A fault of the host goes to
 * the application's error handlers; what the contract answers, failures too, does not.
 *
 * @see https://expressjs.com/en/5x/api.html#app.use
 */
export function contractHandler(
  service: Service,
  { fallThrough = false, serving }: ContractHandlerOptions = {},
): RequestHandler {
  return answerHandler((request) => service.handle(request), {
    ...(fallThrough && { applies: (request) => service.covers(request) }),
    ...(serving && { serving }),
  });
}

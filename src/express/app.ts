import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';

/** Express itself: this is the one file that imports it. */

export type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';

/** What Express calls a handler with. */
export interface Exchange {
  readonly message: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

/** The handlers of an application, in the order in which a request meets them. */
export interface AppHandlers {
  /** Middleware that sees every request first, such as that for CORS or an access log. */
  readonly before?: readonly RequestHandler[];
  /** The handler of the contract, and those of other paths. */
  readonly contract: readonly RequestHandler[];
  /** Handlers of what the contract does not cover, and error handlers. */
  readonly after?: readonly (RequestHandler | ErrorRequestHandler)[];
  /**
   * Addresses and networks of proxies whose X-Forwarded-For says where a request comes from, as Express's
   * setting `trust proxy` takes them; by default none.
   */
  readonly trustedProxies?: readonly string[];
}

/**
 * Makes an Express application of handlers, without the header fields that Express adds by itself.
 *
 * @example
 * ```ts
 * import type { Service } from 'plant-store/contract';
 * import { contractHandler, createApp, type Express } from 'plant-store/express';
 *
 * export function appOf(service: Service): Express {
 *   return createApp({ contract: [contractHandler(service)], trustedProxies: ['10.0.0.0/8'] });
 * }
 * ```
 */
export function createApp({
  before = [],
  contract,
  after = [],
  trustedProxies = [],
}: AppHandlers): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  if (trustedProxies.length > 0) app.set('trust proxy', trustedProxies);
  for (const handler of [...before, ...contract, ...after]) app.use(handler);
  return app;
}

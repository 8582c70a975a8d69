import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';

/** Express itself, which only this file imports. */

export type { ErrorRequestHandler, Express, Request, RequestHandler, Response } from 'express';

/** The arguments of an Express handler. */
export interface Exchange {
  readonly message: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

/** The handlers of an application, in the order in which they run. */
export interface AppHandlers {
  /** Middleware that gets every request first, such as for CORS or an access log. */
  readonly before?: readonly RequestHandler[];
  /** The handler of the contract, and those of other paths. */
  readonly contract: readonly RequestHandler[];
  /** Handlers of requests that the contract does not cover, and error handlers. */
  readonly after?: readonly (RequestHandler | ErrorRequestHandler)[];
  /**
   * Addresses and networks of proxies whose X-Forwarded-For is trusted, in the syntax of Express's setting `trust
   * proxy`; by default none.
   */
  readonly trustedProxies?: readonly string[];
}

/**
 * Creates an Express application from handlers, without the header fields that Express adds by default.
 *
 * @example
 * ```ts
 * import type { Service } from 'openapi-trellis/contract';
 * import { contractHandler, createApp, type Express } from 'openapi-trellis/express';
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

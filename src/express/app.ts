import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';

/** Express itself: this is the one file that imports it. */

export type {
  ErrorRequestHandler,
  Express,
  NextFunction,
  Request,
  RequestHandler,
  Response,
} from 'express';

/** What an application is made of, in the order in which a request meets it. */
export interface AppHandlers {
  /** Middleware that sees every request first, such as that for CORS or an access log. */
  readonly before?: readonly RequestHandler[];
  /** The contract, and what else is answered beside it. */
  readonly contract: readonly RequestHandler[];
  /** Handlers of what the contract does not cover, and error handlers. */
  readonly after?: readonly (RequestHandler | ErrorRequestHandler)[];
  /**
   * Addresses and networks of proxies whose X-Forwarded-For says where a request comes from, as Express's
   * setting `trust proxy` takes them; by default none.
   */
  readonly trustedProxies?: readonly string[];
}

/** An Express application of these handlers, without the header fields that Express adds by itself. */
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

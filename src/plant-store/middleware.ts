import type { AppHandlers } from 'openapi-trellis/express';

/**
 * Express middleware of this service. Handlers in `before` get every request first, such as for CORS, security headers,
 * a session or an access log. Handlers in `after` get requests without an operation in the document, and errors of
 * other middleware, but neither responses of the contract nor its failures. Put no body parsers in `before`, since the
 * contract reads bodies itself.
 *
 * @see https://expressjs.com/en/guide/using-middleware.html
 */
export const middleware: Pick<AppHandlers, 'before' | 'after'> = {
  before: [],
  after: [],
};

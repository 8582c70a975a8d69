import type { AppHandlers } from '../express';

/**
 * Express middleware of this service. What stands in `before` sees every request first, such as CORS,
 * security headers, a session or an access log. What stands in `after` gets requests for which the
 * document has no operation, and errors of other middleware: neither responses of the contract nor its
 * failures. A parser of bodies has no place in `before`, since the contract reads them itself.
 *
 * @see https://expressjs.com/en/guide/using-middleware.html
 */
export const middleware: Pick<AppHandlers, 'before' | 'after'> = {
  before: [],
  after: [],
};

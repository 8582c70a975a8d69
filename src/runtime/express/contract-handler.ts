import { isStream, type Service } from '../contract';
import { createServing, discardRest, MAX_DISCARDED_BYTES, type Serving } from '../host';
import type { Exchange, Request, RequestHandler, Response } from './app';
import { connectionOf } from './connections/connections';
import { misreadTarget, refusing } from './readings';
import { ExpressRequest, type Responder } from './request';
import { send } from './send';

/**
 * The application's data about each request, such as the session found by its middleware. It becomes the `locals` of
 * handlers and authenticators. Errors thrown go to the application's error handlers.
 */
export interface LocalsOption<Locals> {
  /** Called once for each request that the service answers, before its credentials are checked. */
  readonly locals: (request: Request, response: Response) => Locals;
}

/** Options that are required if the service has locals, and optional otherwise. */
export type MountOptions<Locals, Options> = undefined extends Locals
  ? [options?: Options & Partial<LocalsOption<Locals>>]
  : [options: Options & LocalsOption<Locals>];

/** Options for mounting a service. */
export interface ContractHandlerOptions {
  /**
   * Passes requests that the document does not cover, by path or method, to the handlers after this one. Without it,
   * such requests get 404 or 405 here. In both cases the document's paths are refused in a spelling that only the
   * application's routers would take for them, such as `/PLANTS/`.
   */
  readonly fallThrough?: boolean;
  /** Shared with the other handlers of a server; by default, the handler has its own. */
  readonly serving?: Serving;
}

/**
 * A service as an ordinary Express handler, for `app.use()` of any Express 5 application, under a path too. It reads
 * bodies itself: mount middleware that parses them after it, or let that keep the bytes (`keepBody`). A fault of the
 * host goes to the application's error handlers; responses of the contract, including failures, do not.
 *
 * @see https://expressjs.com/en/5x/api.html#app.use
 * @example
 * ```ts
 * import type { Service } from 'openapi-trellis/contract';
 * import { contractHandler, type Express } from 'openapi-trellis/express';
 *
 * export function mount(app: Express, service: Service): void {
 *   app.use('/v1', contractHandler(service, { fallThrough: true }));
 * }
 *
 * export function mountFor(app: Express, service: Service<{ tenant: string }>): void {
 *   app.use(contractHandler(service, { locals: ({ hostname }) => ({ tenant: hostname }) }));
 * }
 * ```
 */
export function contractHandler<Locals = undefined>(
  service: Service<Locals>,
  ...[options = {}]: MountOptions<Locals, ContractHandlerOptions>
): RequestHandler {
  const { fallThrough = false, serving, locals } = options;
  const handle: Responder = (request) => service.handle(request);
  return expressAdapter(
    (request, message) => {
      if (!fallThrough) return handle;
      const failure = misreadTarget(message);
      if (failure !== undefined) return refusing(service, failure);
      return service.covers(request) ? handle : undefined;
    },
    { ...(serving && { serving }), ...(locals && { locals }) },
  );
}

/** What responds to a request; undefined for one that passes to the handlers after this one. */
type ResponderOf = (request: ExpressRequest, message: Request) => Responder | undefined;

interface ExpressAdapterOptions extends Partial<LocalsOption<unknown>> {
  /** True where routes after the handler may read the body, too. */
  readonly isGuard?: boolean;
  /** Shared with the other handlers of a server; by default, the handler has its own. */
  readonly serving?: Serving;
}

/** Converts between Express and a responder. Errors go to Express's error handlers. */
export function expressAdapter(
  responderOf: ResponderOf,
  { serving = createServing(), locals, isGuard }: ExpressAdapterOptions = {},
): RequestHandler {
  return (message, response, next) => {
    const exchange = { message, response, next };
    const request = new ExpressRequest(exchange, serving, isGuard);
    const responder = responderOf(request, message);
    if (responder === undefined) next();
    else void respond(responder, { serving, locals }, request, exchange);
  };
}

interface ReceivingOptions {
  readonly serving: Serving;
  readonly locals: LocalsOption<unknown>['locals'] | undefined;
}

async function respond(
  responder: Responder,
  { serving, locals }: ReceivingOptions,
  request: ExpressRequest,
  exchange: Exchange,
): Promise<void> {
  const { message, response, next } = exchange;
  try {
    if (locals !== undefined) request.locals = locals(message, response);
    const answer = await responder(request);
    if (answer === undefined) response.destroy();
    else {
      if (isStream(answer.body)) request.askBeforeHead();
      const mustClose = request.isHoldingBody || request.refusesBody || serving.closing.hasBegun;
      if (mustClose) connectionOf(message.socket)?.close();
      const sending = send(exchange, answer, { mustClose, serving });
      if (sending !== undefined) await sending;
    }
  } catch (error) {
    next(error);
  } finally {
    request.endBody();
    if (!request.refusesBody && request.leavesBody(MAX_DISCARDED_BYTES))
      discardRest(message, () => message.socket.destroy());
  }
}

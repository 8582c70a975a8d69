import type { IncomingMessage } from 'node:http';
import type { HttpRequest, HttpResponse, Service } from '../contract';
import type { Exchange, Request, RequestHandler, Response } from './app';
import { isGathering } from './bodies/gathering-message';
import { connectionOf } from './connections/connections';
import { ExpressRequest } from './request';
import { send } from './send';
import { createServing, type Serving } from './serving';

/** Responds to a request; undefined when no response is needed any more. Never rejects. */
export type Responder = (request: HttpRequest) => Promise<HttpResponse | undefined>;

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
   * such requests get 404 or 405 here.
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
 * import type { Service } from 'plant-store/contract';
 * import { contractHandler, type Express } from 'plant-store/express';
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
  return mounted(service, options);
}

/** A handler of a service, whatever type of locals it requires. */
export function mounted(
  service: Pick<Service, 'handle' | 'covers'>,
  { fallThrough = false, serving, locals }: ContractHandlerOptions & Partial<LocalsOption<unknown>>,
): RequestHandler {
  return expressAdapter((request) => service.handle(request), {
    ...(fallThrough && { applies: (request) => service.covers(request) }),
    ...(serving && { serving }),
    ...(locals && { locals }),
  });
}

interface ExpressAdapterOptions extends Partial<LocalsOption<unknown>> {
  /** False for a request that passes to the handlers after this one; without it, none does. */
  readonly applies?: (request: HttpRequest) => boolean;
  /** Shared with the other handlers of a server; by default, the handler has its own. */
  readonly serving?: Serving;
}

/** Converts between Express and a responder. Errors go to Express's error handlers. */
export function expressAdapter(
  responder: Responder,
  { applies, serving = createServing(), locals }: ExpressAdapterOptions = {},
): RequestHandler {
  return (message, response, next) => {
    const exchange = { message, response, next };
    const request = new ExpressRequest(exchange, serving);
    if (applies === undefined || applies(request)) {
      void respond(responder, { serving, locals }, request, exchange);
    } else next();
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
      const mustClose = request.isHoldingBody || request.refusesBody || serving.closing.hasBegun;
      if (mustClose) connectionOf(message.socket)?.close();
      const sending = send(exchange, answer, { mustClose, serving });
      if (sending !== undefined) await sending;
    }
  } catch (error) {
    next(error);
  } finally {
    request.endBody();
    if (request.leavesBody(MAX_DISCARDED_BYTES)) discardRest(message);
  }
}

/**
 * Up to this many bytes of a body left after the response are read and discarded, which keeps a reset from destroying
 * the response; then the connection is cut.
 */
const MAX_DISCARDED_BYTES = 16 * 1_048_576;

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

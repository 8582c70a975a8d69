import type { IncomingMessage } from 'node:http';
import type { HttpRequest, HttpResponse, Service } from '../contract';
import type { Exchange, Request, RequestHandler, Response } from './app';
import { isGathering } from './bodies/gathering-message';
import { connectionOf } from './connections/connections';
import { ExpressRequest } from './request';
import { send } from './send';
import { createServing, type Serving } from './serving';

/** Responds to a request; undefined when nobody waits for the response any more. It never rejects. */
export type Responder = (request: HttpRequest) => Promise<HttpResponse | undefined>;

/**
 * What an application says of each request, such as the session that its middleware has found. It becomes the
 * `locals` of handlers and authenticators. What is thrown goes to the application's error handlers.
 */
export interface LocalsOption<Locals> {
  /** Called once for each request that the service is to respond to, before its credentials are looked at. */
  readonly locals: (request: Request, response: Response) => Locals;
}

/** Options that are required if the service has locals, and optional otherwise. */
export type MountOptions<Locals, Options> = undefined extends Locals
  ? [options?: Options & Partial<LocalsOption<Locals>>]
  : [options: Options & LocalsOption<Locals>];

/** Options for mounting a service. */
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
 * too. It reads bodies itself: mount middleware that parses them after it, or have that keep the bytes
 * (`keepBody`). A fault of the host goes to the application's error handlers; what the contract answers,
 * failures too, does not.
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

/** A handler of a service, whatever it wants to know of the application. */
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
  /** False for a request that is left to the handlers after this one; without it, none is. */
  readonly applies?: (request: HttpRequest) => boolean;
  /** Shared with the other handlers of a server; by default, the handler has bounds of its own. */
  readonly serving?: Serving;
}

/** Converts Express's request for a responder, and its response for Express. What is thrown goes to error handlers. */
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
 * What is left of a body after its response is read and dropped up to this many bytes, so that the
 * response is not lost to a reset; then the connection is cut.
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

import { Failure, failureKinds, requestHeaders, type Service } from '../contract';
import { createServing, hostFieldFault, type Serving } from '../host';
import { FetchRequest } from './fetch-request';
import { responseOf } from './fetch-response';

/** Options for serving by web standards. */
export interface FetchHandlerOptions<Locals = undefined, Host extends readonly unknown[] = []> {
  /**
   * The IP address of the client, by which quotas and memory for bodies are shared; undefined where the host does not
   * know it. Take it from the host. A header field such as X-Forwarded-For is the client's own word, unless a proxy that
   * you trust sets it.
   */
  readonly address: (request: Request, ...host: Host) => string | undefined;
  /** The bounds of all requests, and whether the host is closing; by default, the handler has its own. */
  readonly serving?: Serving;
  /**
   * The application's data about a request, which becomes the `locals` of handlers and authenticators. Called once for
   * each request, before its credentials are checked; required where the service has locals.
   */
  readonly locals?: (request: Request, ...host: Host) => Locals;
}

/** Takes a request, and what else the host passes with each. */
export type FetchHandler<Host extends readonly unknown[] = []> = (
  request: Request,
  ...host: Host
) => Promise<Response>;

/**
 * A service for any host of web-standard requests, such as Hono, Next.js, Deno, Bun or a function in a cloud. Bodies and
 * responses are streamed. The path of a request is the document's, with or without its server's path.
 *
 * The handler rejects where `address` or `locals` throws. A stream that fails ends its response with that error, which
 * the host reports.
 *
 * @returns a function of a request and of what else the host passes with it, of which `address` and `locals` may take
 *   any
 * @see https://fetch.spec.whatwg.org/#request-class
 * @example
 * ```ts
 * import type { Service } from 'openapi-trellis/contract';
 * import { fetchHandler } from 'openapi-trellis/fetch';
 *
 * interface ServeInfo {
 *   readonly remoteAddr: { readonly hostname: string };
 * }
 *
 * // As in: Deno.serve(handlerOf(service));
 * export function handlerOf(service: Service) {
 *   return fetchHandler(service, {
 *     address: (_, { remoteAddr }: ServeInfo) => remoteAddr.hostname,
 *   });
 * }
 * ```
 */
export function fetchHandler<Locals = undefined, Host extends readonly unknown[] = []>(
  service: Service<Locals>,
  options: FetchHandlerOptions<Locals, Host> &
    (undefined extends Locals ? unknown : { readonly locals: unknown }),
): FetchHandler<Host> {
  const { address, locals, serving = createServing() } = options;
  return async (message, ...host) => {
    const found = { address: address(message, ...host), locals: locals?.(message, ...host) };
    const request = new FetchRequest(message, serving, found);
    const misread = hostFieldFault(message.headers.get(requestHeaders.host));
    const answer = misread ? service.respond(misread) : await service.handle(request);
    return responseOf(request, answer ?? service.respond(incomplete()), serving).catch(
      (error: unknown) => {
        request.end();
        throw error;
      },
    );
  };
}

/** Read only where the host failed to pass on the body, since otherwise the client has disconnected. */
function incomplete(): Failure {
  return new Failure(
    failureKinds.malformedRequest,
    'The body did not arrive completely; send the request again',
  );
}

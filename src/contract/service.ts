import { checkComposition } from './composition';
import type * as Dispatcher from './dispatcher';
import { newExchange, type Exchange } from './exchange';
import { Failure, failureKinds, unavailable, UnavailableError } from './failure';
import { failureResponse, outsideResponse } from './failure-response';
import { RequestAbortedError, type HttpRequest, type HttpResponse } from './http-message';
import { isImplemented } from './not-implemented';
import { withQuotaFields } from './quota-steps';
import { routeOperations } from './routing/operation-router';
import { pathInterfaces } from './routing/path-interface';
import { routeRequest } from './routing/route-request';
import { withLifecycle } from './response/lifecycle';
import { reportUndocumented, type ResponseRules } from './response/undocumented';
import type { Service } from './service-interface';
import type { ServiceOptions } from './service-options';
import { stepsOf } from './steps';

/**
 * Makes a service from its parts.
 *
 * @throws CompositionError naming each handler and authenticator that is missing or too many
 */
export async function createService<Dependencies>(
  options: ServiceOptions<Dependencies>,
): Promise<Service> {
  checkComposition(options);
  const { contract, handlers, pending } = options;
  const router = routeOperations(contract);
  const interfaceAt = pathInterfaces(contract, router);
  const hasHandler = (operationId: string): boolean => isImplemented(handlers, operationId);
  const { createDispatcher } = loadDispatcher();
  const rules: ResponseRules = { ...options, report: reportUndocumented(options) };
  const dispatch = await createDispatcher(contract, stepsOf(options, rules, router), hasHandler);
  const handle = async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    const exchange = newExchange(request);
    // Refused by the first step behind routing, so that the response is the operation's own.
    exchange.failure = pending?.enter();
    try {
      return withFields(exchange, await dispatch(exchange));
    } catch (error) {
      if (error instanceof RequestAbortedError) return undefined;
      options.onFault(error, exchange.operation?.operationId, request);
      return withFields(exchange, faultResponse(rules, exchange, error));
    } finally {
      pending?.leave();
    }
  };
  const service: Service = {
    handle,
    covers: (request) => typeof routeRequest(router, newExchange(request)) === 'object',
    interfaceAt: ({ target }) => interfaceAt(target),
    respond: (failure) => outsideResponse(rules, failure),
  };
  return options.around?.(service) ?? service;
}

/**
 * Loads openapi-backend with the first service: whoever needs no more of this layer than its failures or its
 * JSON, such as the thread of a store, is spared 9 MB.
 */
function loadDispatcher(): typeof Dispatcher {
  // An import() is of another kind of module, for which loaders of TypeScript look for other files.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./dispatcher') as typeof Dispatcher;
}

/** What every response to a request says, whatever step it comes from. */
function withFields(exchange: Exchange, response: HttpResponse): HttpResponse {
  return withQuotaFields(exchange, withLifecycle(exchange, response));
}

/** What was thrown becomes 503 if it says so, else 500; its cause goes to the log alone. */
function faultResponse(
  rules: ResponseRules,
  { operation, request }: Exchange,
  error: unknown,
): HttpResponse {
  const failure =
    error instanceof UnavailableError
      ? unavailable(
          'The service is unavailable for now; send the request again',
          error.retryAfterSeconds,
        )
      : new Failure(failureKinds.internal, 'The service failed; its log has the details');
  return operation === undefined
    ? outsideResponse(rules, failure, request.observation)
    : failureResponse(rules, operation, failure, request.observation);
}

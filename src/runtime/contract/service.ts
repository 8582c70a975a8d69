import { checkComposition, isImplemented } from './composition';
import type * as Dispatcher from './dispatcher';
import { FailureCache } from './failure-cache';
import { failureResponse } from './failure-response';
import { Failure, failureKinds, unavailable, UnavailableError } from './failure';
import { RequestAbortedError, type HttpRequest, type HttpResponse } from './http-message';
import { checkOneRuntime } from './one-runtime';
import type { RequestContext } from './request-context';
import { reportUndocumented, type ResponseRules } from './response/undocumented';
import { pathInterfaces } from './routing/path-interface';
import { readings } from './routing/readings';
import { type PathParameters, routeOperations } from './routing/router';
import type { Authenticators } from './security/security';
import type { Service, ServiceOptions } from './service-options';
import { stepsOf } from './steps';

/**
 * Creates the service of a document from its generated modules and its handlers.
 *
 * @returns a service without a host: pass it to `contractHandler` of `openapi-trellis/express` or `fetchHandler` of
 *   `openapi-trellis/fetch`, or call its `handle`
 * @throws CompositionError naming each handler and authenticator that is missing or superfluous; for generated code of
 *   another format; or where the process has loaded several copies of this package
 * @example
 * ```ts
 * import {
 *   createService,
 *   Failure,
 *   failureKinds,
 *   type CompiledContract,
 *   type Service,
 *   type Validators,
 * } from 'openapi-trellis/contract';
 *
 * const books = new Map([['1', { id: 1, title: 'Emma' }]]);
 *
 * export function createBookService(contract: CompiledContract, validators: Validators): Promise<Service> {
 *   return createService({
 *     contract,
 *     validators,
 *     dependencies: { books },
 *     handlers: {
 *       getBook: (input: { path: { id: string } }, { dependencies }) => {
 *         const body = dependencies.books.get(input.path.id);
 *         const missing = new Failure(failureKinds.notFound, 'There is no such book');
 *         return Promise.resolve(body === undefined ? missing : { status: 200, body });
 *       },
 *     },
 *     authenticators: {},
 *     maxBodyBytes: 1_048_576,
 *     validateResponses: false,
 *     onFault: (error) => {
 *       console.error(error);
 *     },
 *   });
 * }
 * ```
 */
export async function createService<
  Dependencies,
  Own extends object = Authenticators<Dependencies>,
  Locals = undefined,
>(options: ServiceOptions<Dependencies, Own, Locals>): Promise<Service<Locals>> {
  checkOneRuntime();
  checkComposition(options);
  const { contract, handlers, pending } = options;
  const router = routeOperations(contract);
  const interfaceAt = pathInterfaces(contract, router);
  const { createDispatcher } = loadDispatcher();
  const rules = {
    ...options,
    report: reportUndocumented(options),
    failureCache: FailureCache.of(options),
  };
  const dispatch = await createDispatcher(contract, stepsOf(rules, router), (operationId) =>
    isImplemented(handlers, operationId),
  );
  const handle = async (request: HttpRequest): Promise<HttpResponse | undefined> => {
    const context = newContext(request);
    // The first step after routing refuses it, which makes the response the operation's own.
    context.failure = pending?.enter();
    try {
      const response = await dispatch(context);
      return response && withServiceFields(context, response);
    } catch (error) {
      if (error instanceof RequestAbortedError) return undefined;
      options.onFault(error, context.operation?.operationId, request);
      return withServiceFields(context, faultResponse(rules, context, error));
    } finally {
      pending?.leave();
    }
  };
  let read: ReturnType<typeof readings> | undefined;
  const service: Service<Locals> = {
    handle,
    covers: (request) => {
      const reading = (read ??= readings(contract, router))(request);
      const isExcluded = reading.outcome === 'left-out' && reading.operation.reason === 'excluded';
      return reading.outcome !== 'outside' && !isExcluded;
    },
    interfaceAt: ({ target }) => interfaceAt(target),
    respond: (failure) => failureResponse(rules, undefined, failure),
  };
  return options.around?.(service) ?? service;
}

/** The initial context of a request. All have the same fields, which makes access fast. */
function newContext(request: HttpRequest): RequestContext {
  return {
    request,
    operation: undefined,
    plan: undefined,
    pathParameters: NO_PARAMETERS,
    query: '',
    allow: NO_METHODS,
    accepted: NONE,
    quotas: undefined,
    principals: NONE,
    caller: undefined,
    accept: undefined,
    rawBody: undefined,
    input: undefined,
    failure: undefined,
  };
}

const NONE = Object.freeze({});
const NO_METHODS: readonly string[] = [];
const NO_PARAMETERS: PathParameters = { names: [], values: [] };

/**
 * Loads openapi-backend with the first service. Without one, as in the thread of a store, this layer takes 9 MB less.
 */
function loadDispatcher(): typeof Dispatcher {
  // An import() would be an ES module import, for which loaders of TypeScript look for other files.
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('./dispatcher') as typeof Dispatcher;
}

/** Adds the fields of quotas and of the operation's lifecycle; a handler's lifecycle fields take precedence. */
function withServiceFields(
  { quotas, operation }: RequestContext,
  response: HttpResponse,
): HttpResponse {
  const lifecycle = operation?.lifecycle;
  if (quotas === undefined && lifecycle === undefined) return response;
  const given = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
  const added = Object.entries(lifecycle ?? {}).filter(([name]) => !given.has(name.toLowerCase()));
  const headers = { ...response.headers, ...Object.fromEntries(added), ...quotas?.headers() };
  return { ...response, headers };
}

/** An error becomes 503 if it is an UnavailableError, else 500; its cause goes only to the log. */
function faultResponse(
  rules: ResponseRules,
  { operation, request }: RequestContext,
  error: unknown,
): HttpResponse {
  const failure =
    error instanceof UnavailableError
      ? unavailable(
          'The service is unavailable for now; send the request again',
          error.retryAfterSeconds,
        )
      : new Failure(failureKinds.internal, 'The service failed; its log has the details');
  return failureResponse(rules, operation, failure, request.observation);
}

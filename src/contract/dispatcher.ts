import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';
import type { CompiledContract, CompiledOperation } from './compiled-contract';

/**
 * Dispatch by operationId, on openapi-backend: this is the one file that knows it.
 *
 * It is given a reduced document (methods, paths, operationIds), keeps the handlers and holds that each is
 * for an operation. The steps run in the order of its hooks (route, authenticate, read, validate, handle),
 * in one pass: its own way through them parses each request three times, which takes longer than all steps.
 *
 * @see https://openapistack.co/docs/openapi-backend/operation-handlers/
 */

/** The steps of a request, in order. Each works on the exchange; `Response` is what the caller sends. */
export interface DispatchSteps<Exchange, Authentication, Result, Response> {
  /** Finds the operation, or says whether the path is unknown or the method is. */
  route(exchange: Exchange): CompiledOperation | 'not-found' | 'method-not-allowed';
  /** Finds out who calls. */
  authenticate(exchange: Exchange): Promise<Authentication>;
  /** False when the caller is not allowed in. */
  admit(exchange: Exchange, authentication: Authentication): boolean;
  /** Reads the body of a request whose caller is allowed in. */
  read(exchange: Exchange): Promise<void> | void;
  /** Decodes and validates what was read; false when the request does not fit. */
  validate(exchange: Exchange): boolean;
  /** Runs the handler of the operation. */
  handle(exchange: Exchange): Promise<Result>;
  /** Encodes what the handler gave. */
  encode(exchange: Exchange, result: Result): Promise<Response> | Response;
  notFound(exchange: Exchange): Response;
  methodNotAllowed(exchange: Exchange): Response;
  /** The response for a routed request that a step refused. */
  fail(exchange: Exchange): Response;
  /** The response for what a step threw. */
  fault(exchange: Exchange, error: unknown): Response;
}

/** Sends an exchange through the steps. It rejects only if `fault` throws. */
export type Dispatch<Exchange, Response> = (exchange: Exchange) => Promise<Response>;

/** Makes the dispatcher of a contract. */
export async function createDispatcher<Exchange, Authentication, Result, Response>(
  contract: CompiledContract,
  steps: DispatchSteps<Exchange, Authentication, Result, Response>,
): Promise<Dispatch<Exchange, Response>> {
  const handlers = await registerHandlers(contract, steps);
  return async (exchange) => {
    try {
      const operation = steps.route(exchange);
      if (operation === 'not-found') return steps.notFound(exchange);
      if (operation === 'method-not-allowed') return steps.methodNotAllowed(exchange);
      if (operation.security.length > 0) {
        const authentication = await steps.authenticate(exchange);
        if (!steps.admit(exchange, authentication)) return steps.fail(exchange);
      }
      const reading = steps.read(exchange);
      if (reading !== undefined) await reading;
      if (!steps.validate(exchange)) return steps.fail(exchange);
      const result = (await handlers.get(operation)?.(CONTEXT, exchange)) as Result;
      const response = steps.encode(exchange, result);
      return response instanceof Promise ? await response : response;
    } catch (error) {
      return steps.fault(exchange, error);
    }
  };
}

/** Handlers get what they need from the exchange. */
const CONTEXT = {} as Context;

/** The handlers of operations, as openapi-backend holds them once it has checked them. */
async function registerHandlers<Exchange, Result>(
  contract: CompiledContract,
  steps: Pick<DispatchSteps<Exchange, never, Result, never>, 'handle'>,
): Promise<ReadonlyMap<CompiledOperation, OpenAPIBackend['handlers'][string]>> {
  const definition = reduceDocument(contract);
  const api = new OpenAPIBackend({ definition, quick: true, strict: true, validate: false });
  await api.init();
  const operations = new Map(contract.operations.map((each) => [dispatchKey(each), each]));
  // Its own router lists all operations each time that it looks for one.
  api.router.getOperation = (key) => operations.get(key) as never;
  for (const key of operations.keys()) {
    api.register(key, (_: Context, exchange: Exchange) => steps.handle(exchange));
  }
  return new Map(contract.operations.map((each) => [each, api.handlers[dispatchKey(each)]]));
}

/** An operationId may be the name of a hook, such as `notFound`; a key never is. */
function dispatchKey({ operationId }: CompiledOperation): string {
  return `operation ${operationId}`;
}

function reduceDocument(contract: CompiledContract): Document {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of contract.operations) {
    const reduced = { operationId: dispatchKey(operation), responses: {} };
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = reduced;
  }
  return { openapi: '3.1.0', info: { title: 'contract', version: '1' }, paths };
}

import { OpenAPIBackend, type Context, type Document } from 'openapi-backend';
import type { CompiledContract, CompiledOperation } from './compiled-contract';

/**
 * Dispatch by operationId, on openapi-backend: this is the one file that knows it.
 *
 * It is given a reduced document (methods, paths, operationIds, one security scheme) and runs its hooks
 * in its order: route, authenticate, read, validate, handle. Its own router, validator and security
 * handlers are replaced by the steps below, because they are made for OpenAPI 3.0 (see CONTRIBUTING).
 *
 * @see https://openapistack.co/docs/openapi-backend/operation-handlers/
 */

/** The steps of a request, in order. Each works on the exchange; `Reply` is what the caller sends. */
export interface DispatchSteps<Exchange, Reply> {
  /** Finds the operation, or says whether the path is unknown or the method is. */
  route(exchange: Exchange): CompiledOperation | 'not-found' | 'method-not-allowed';
  /** Resolves to false when the caller is not allowed in. */
  authenticate(exchange: Exchange): Promise<boolean>;
  /** Reads the body of a request whose caller is allowed in. */
  read(exchange: Exchange): Promise<void>;
  /** Decodes and validates what was read; false when the request does not fit. */
  validate(exchange: Exchange): boolean;
  /** Runs the handler of the operation and encodes its reply. */
  handle(exchange: Exchange): Promise<Reply>;
  notFound(exchange: Exchange): Reply;
  methodNotAllowed(exchange: Exchange): Reply;
  /** The reply for a routed request that a step refused. */
  fail(exchange: Exchange): Reply;
}

/** Sends an exchange through the steps. */
export type Dispatch<Exchange, Reply> = (exchange: Exchange) => Promise<Reply>;

/** The one security scheme of the reduced document: the contract's own requirements decide behind it. */
const SCHEME = 'contract';

/** openapi-backend recognises these two by the beginning of the message. */
const NOT_FOUND = new Error('404-notFound');
const METHOD_NOT_ALLOWED = new Error('405-methodNotAllowed');

/** Makes the dispatcher of a contract. */
export async function createDispatcher<Exchange, Reply>(
  contract: CompiledContract,
  steps: DispatchSteps<Exchange, Reply>,
): Promise<Dispatch<Exchange, Reply>> {
  const api = new OpenAPIBackend({
    definition: reduceDocument(contract),
    quick: true,
    strict: true,
    ignoreTrailingSlashes: false,
  });
  await api.init();
  replaceRouter(api, contract, steps);
  replaceValidator(api, steps);
  registerHooks(api, steps);
  for (const { operationId } of contract.operations) {
    api.register(dispatchKey(operationId), (_: Context, exchange: Exchange) =>
      steps.handle(exchange),
    );
  }
  return (exchange) => {
    // The replaced router reads the exchange in place of the request that openapi-backend describes.
    const request = exchange as unknown as Parameters<typeof api.handleRequest>[0];
    return api.handleRequest(request, exchange) as Promise<Reply>;
  };
}

function registerHooks<Exchange, Reply>(
  api: OpenAPIBackend,
  steps: DispatchSteps<Exchange, Reply>,
): void {
  const fail = (_: Context, exchange: Exchange): Reply => steps.fail(exchange);
  api.registerSecurityHandler(SCHEME, (_: Context, exchange: Exchange) =>
    steps.authenticate(exchange),
  );
  api.register({
    notFound: (_: Context, exchange: Exchange) => steps.notFound(exchange),
    methodNotAllowed: (_: Context, exchange: Exchange) => steps.methodNotAllowed(exchange),
    unauthorizedHandler: fail,
    postSecurityHandler: async ({ operation, security }: Context, exchange: Exchange) => {
      rethrow(security[SCHEME]);
      const open = operation.security?.length === 0;
      if (open || security.authorized === true) await steps.read(exchange);
    },
    validationFail: fail,
  });
}

/** openapi-backend takes what a security handler throws for a refusal; here it is a fault of the service. */
function rethrow(result: unknown): void {
  if (typeof result === 'object' && result !== null && 'error' in result) throw result.error;
}

/** An operationId may be the name of a hook, such as `notFound`; a key never is. */
function dispatchKey(operationId: string): string {
  return `operation ${operationId}`;
}

function reduceDocument(contract: CompiledContract): Document {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operationId } of contract.operations) {
    const operation = { operationId: dispatchKey(operationId), responses: {} };
    (paths[path] ??= {})[method.toLowerCase()] = operation;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'contract', version: '1' },
    paths,
    components: { securitySchemes: { [SCHEME]: { type: 'http', scheme: 'contract' } } },
  };
}

/** The dispatcher's view of an operation. */
function reducedOperation({ operationId, security }: CompiledOperation): object {
  return {
    operationId: dispatchKey(operationId),
    security: security.length > 0 ? [{ [SCHEME]: [] }] : [],
  };
}

function replaceRouter<Exchange>(
  api: OpenAPIBackend,
  contract: CompiledContract,
  steps: Pick<DispatchSteps<Exchange, never>, 'route'>,
): void {
  const reduced = new Map(
    contract.operations.map((operation) => [operation, reducedOperation(operation)]),
  );
  const keys = new Set(contract.operations.map(({ operationId }) => dispatchKey(operationId)));
  api.router = {
    parseRequest: (exchange: Exchange) => exchange,
    matchOperation: (exchange: Exchange) => {
      const found = steps.route(exchange);
      if (found === 'not-found') throw NOT_FOUND;
      if (found === 'method-not-allowed') throw METHOD_NOT_ALLOWED;
      return reduced.get(found);
    },
    getOperation: (key: string) => (keys.has(key) ? { operationId: key } : undefined),
  } as never;
}

function replaceValidator<Exchange>(
  api: OpenAPIBackend,
  steps: Pick<DispatchSteps<Exchange, never>, 'validate'>,
): void {
  api.validator = {
    validateRequest: (exchange: Exchange) => ({
      errors: steps.validate(exchange) ? null : [{ keyword: 'contract' }],
    }),
    coerceTypes: false,
  } as never;
}

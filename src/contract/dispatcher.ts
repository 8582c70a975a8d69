import {
  OpenAPIBackend,
  OpenAPIRouter,
  OpenAPIValidator,
  type Context,
  type Document,
  type HandlerMap,
  type Operation,
  type ParsedRequest,
  type ValidationResult,
} from 'openapi-backend';
import type { CompiledContract, CompiledOperation } from './compiled-contract';
import type { Exchange } from './exchange';
import type { Failure } from './failure';
import type { HandlerResponse } from './handler';
import type { HttpResponse } from './http-message';

/**
 * Dispatch by operationId, on openapi-backend: this is the one file that knows it. Every request goes
 * through its `handleRequest`, which calls the steps below from its hooks, in its documented order. Its
 * public fields get a router and a validator of the contract's own, since those that it brings read
 * neither OpenAPI 3.1 nor JSON Schema 2020-12.
 *
 * @see https://openapistack.co/docs/openapi-backend/operation-handlers/
 */

/** What a step answers with; `encode` makes a response of it. */
export type Answer = HandlerResponse | Failure;

/** The steps of a request, in order, each with what openapi-backend calls it from. */
export interface DispatchSteps {
  /** The router's `matchOperation`. */
  route(exchange: Exchange): CompiledOperation | 'not-found' | 'method-not-allowed';
  notFound(exchange: Exchange): HttpResponse;
  methodNotAllowed(exchange: Exchange): HttpResponse;
  /**
   * `postRoutingHandler`, first and for every request, where the service has quotas.
   *
   * @returns false to refuse the client
   */
  readonly enter: ((exchange: Exchange) => Promise<boolean>) | undefined;
  /** `postRoutingHandler`, for an operation with security requirements. @returns false to refuse the caller */
  authenticate(exchange: Exchange): Promise<boolean>;
  /** `postSecurityHandler`. Not called for a caller who is refused. */
  readBody(exchange: Exchange): Promise<void> | void;
  /** The validator's `validateRequest`, which decodes too. @returns false to refuse the request */
  validate(exchange: Exchange): boolean;
  /** `unauthorizedHandler` and `validationFail`: why a step refused. */
  refuse(exchange: Exchange): Failure;
  /** The operation handler. */
  handle(exchange: Exchange): Promise<Answer>;
  /** `notImplemented`: for an operation without a handler. */
  notImplemented(exchange: Exchange): Failure;
  /** `postResponseHandler`. */
  encode(exchange: Exchange, answer: Answer): Promise<HttpResponse> | HttpResponse;
}

/** Sends an exchange through the steps. It rejects with what a step throws. */
export type Dispatch = (exchange: Exchange) => Promise<HttpResponse>;

/**
 * Makes the dispatcher of a contract.
 *
 * @param hasHandler false for an operation that is not implemented yet
 */
export async function createDispatcher(
  contract: CompiledContract,
  steps: DispatchSteps,
  hasHandler: (operationId: string) => boolean,
): Promise<Dispatch> {
  const api = new ContractBackend({ definition: DEFINITION, quick: true, strict: true });
  await api.init();
  api.router = new ContractRouter(contract, steps);
  api.validator = new ContractValidator(steps);
  api.register(hooks(steps));
  for (const operation of contract.operations.filter((each) => hasHandler(each.operationId))) {
    api.register(dispatchKey(operation), (_, exchange: Exchange) => steps.handle(exchange));
  }
  return (exchange) =>
    api.handleRequest(new DispatchedRequest(exchange), exchange) as Promise<HttpResponse>;
}

const DEFINITION: Document = {
  openapi: '3.1.0',
  info: { title: 'contract', version: '1' },
  paths: {},
};

/** The definition is here already: to parse it once more would load a parser of YAML and its 57 modules. */
class ContractBackend extends OpenAPIBackend {
  override loadDocument(): Promise<Document> {
    this.document = DEFINITION;
    return Promise.resolve(DEFINITION);
  }
}

function hooks(steps: DispatchSteps): HandlerMap {
  return {
    notFound: (_, exchange: Exchange) => steps.notFound(exchange),
    methodNotAllowed: (_, exchange: Exchange) => steps.methodNotAllowed(exchange),
    postRoutingHandler: (context, exchange: Exchange) => {
      if (exchange.failure !== undefined) {
        refuse(context);
        return undefined;
      }
      if (steps.enter !== undefined) return enter(steps, steps.enter, context, exchange);
      return isOpen(exchange) ? undefined : admit(steps, context, exchange);
    },
    unauthorizedHandler: (_, exchange: Exchange) => steps.refuse(exchange),
    postSecurityHandler: (_, exchange: Exchange) =>
      exchange.failure === undefined ? steps.readBody(exchange) : undefined,
    validationFail: (_, exchange: Exchange) => steps.refuse(exchange),
    notImplemented: (_, exchange: Exchange) => steps.notImplemented(exchange),
    postResponseHandler: ({ response }, exchange: Exchange) =>
      // What no operation covers is answered with a response already.
      exchange.operation === undefined
        ? (response as HttpResponse)
        : steps.encode(exchange, response as Answer),
  };
}

function isOpen({ operation }: Exchange): boolean {
  return operation === undefined || operation.security.length === 0;
}

/**
 * Decides on the credentials in a hook, and has openapi-backend refuse by a requirement that nothing
 * meets. Its own security handlers get no scopes, are called for all alternatives at once, turn a fault
 * into a refusal, and take 2 µs more for each request.
 */
async function admit(steps: DispatchSteps, context: Context, exchange: Exchange): Promise<void> {
  if (!(await steps.authenticate(exchange))) refuse(context);
}

/** Who is refused here is told so even where there is no operation: `notFound` finds the failure. */
async function enter(
  steps: DispatchSteps,
  isAdmitted: (exchange: Exchange) => Promise<boolean>,
  context: Context,
  exchange: Exchange,
): Promise<void> {
  if (!(await isAdmitted(exchange))) refuse(context);
  else if (!isOpen(exchange)) await admit(steps, context, exchange);
}

function refuse(context: Context): void {
  context.operation = { ...context.operation, security: [{ refused: [] }] };
}

/** A request as openapi-backend hands it about. Its hooks get the exchange beside it, and read that. */
class DispatchedRequest implements ParsedRequest {
  readonly headers = NONE;
  readonly params = NONE;
  readonly query = NONE;
  readonly cookies = NONE;
  readonly requestBody = undefined;

  constructor(readonly exchange: Exchange) {}

  get method(): string {
    return this.exchange.request.method;
  }

  get path(): string {
    return this.exchange.request.target;
  }
}

const NONE = Object.freeze({});

class ContractRouter extends OpenAPIRouter {
  private readonly operations: ReadonlyMap<CompiledOperation, Operation>;
  private readonly byKey: ReadonlyMap<string | undefined, Operation>;

  constructor(
    contract: CompiledContract,
    private readonly steps: Pick<DispatchSteps, 'route'>,
  ) {
    super({ definition: DEFINITION });
    this.operations = new Map(contract.operations.map((each) => [each, dispatchOperation(each)]));
    this.byKey = new Map(this.getOperations().map((each) => [each.operationId, each]));
  }

  /** @throws Error with the messages by which openapi-backend tells the two faults apart */
  override matchOperation(request: DispatchedRequest): Operation {
    const found = this.steps.route(request.exchange);
    if (found === 'not-found') throw NOT_FOUND;
    const operation = found === 'method-not-allowed' ? undefined : this.operations.get(found);
    if (operation === undefined) throw METHOD_NOT_ALLOWED;
    return operation;
  }

  override parseRequest(request: DispatchedRequest): ParsedRequest {
    return request;
  }

  override getOperations(): Operation[] {
    return [...this.operations.values()];
  }

  override getOperation(operationId: string): Operation | undefined {
    return this.byKey.get(operationId);
  }
}

/** Made once: the stack of an error takes longer to write down than the whole of routing. */
const NOT_FOUND = new Error('404-notFound');
const METHOD_NOT_ALLOWED = new Error('405-methodNotAllowed');

class ContractValidator extends OpenAPIValidator {
  constructor(private readonly steps: Pick<DispatchSteps, 'validate'>) {
    super({ definition: DEFINITION, lazyCompileValidators: true });
  }

  /** What is wrong is kept in the exchange, as a failure. */
  override validateRequest(request: DispatchedRequest): ValidationResult {
    return this.steps.validate(request.exchange) ? VALID : INVALID;
  }
}

const VALID: ValidationResult = { valid: true };
const INVALID: ValidationResult = { valid: false, errors: [] };

function dispatchOperation(operation: CompiledOperation): Operation {
  const { method, path } = operation;
  return {
    operationId: dispatchKey(operation),
    method: method.toLowerCase(),
    path,
    security: [],
    responses: {},
  };
}

/** An operationId may be the name of a hook, such as `notFound`; a key never is. */
function dispatchKey({ operationId }: CompiledOperation): string {
  return `operation ${operationId}`;
}

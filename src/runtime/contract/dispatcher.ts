import {
  OpenAPIBackend,
  OpenAPIRouter,
  OpenAPIValidator,
  type Document,
  type HandlerMap,
  type Operation,
  type ParsedRequest,
  type ValidationResult,
} from 'openapi-backend';
import type { CompiledContract, CompiledOperation } from './compiled-contract';
import type { Failure } from './failure';
import type { HandlerResult } from './handler';
import type { HttpResponse } from './http-message';
import type { RequestContext } from './request-context';

/**
 * Dispatch by operationId, on openapi-backend, which only this file imports. Every request goes through its
 * `handleRequest`, which calls the steps below from its hooks, in its documented order. Its public fields get the
 * contract's own router and validator, since the built-in ones read neither OpenAPI 3.1 nor JSON Schema 2020-12.
 *
 * @see https://openapistack.co/docs/openapi-backend/operation-handlers/
 */

/** The steps of a request, in order, each with the hook of openapi-backend that calls it; then the alternatives. */
export interface DispatchSteps {
  /** The router's `matchOperation`. */
  route(context: RequestContext): CompiledOperation | 'not-found' | 'method-not-allowed';
  /** `postRoutingHandler`, also for a request that no operation covers. */
  admit(context: RequestContext): Promise<void> | void;
  /** `postSecurityHandler`. Not called for a refused request. */
  readBody(context: RequestContext): Promise<void> | void;
  /** The validator's `validateRequest`, which also decodes. @returns false for a refused request */
  validate(context: RequestContext): boolean;
  handle(context: RequestContext): Promise<HandlerResult>;
  /** `postResponseHandler`. @returns undefined for a response that has been sent */
  encode(
    context: RequestContext,
    result: HandlerResult,
  ): Promise<HttpResponse> | HttpResponse | undefined;
  /** `validationFail`: the reason why this step, or an earlier one, refused. */
  refuse(context: RequestContext): Failure;
  notFound(context: RequestContext): HttpResponse;
  methodNotAllowed(context: RequestContext): HttpResponse;
  /** For an operation without a handler. */
  notImplemented(context: RequestContext): Failure;
}

/** Sends a request through the steps. Rejects with the error that a step throws. */
export type Dispatch = (context: RequestContext) => Promise<HttpResponse | undefined>;

/** @param hasHandler false for an operation that is not implemented yet */
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
    api.register(dispatchKey(operation), (_, context: RequestContext) => steps.handle(context));
  }
  return (context) =>
    api.handleRequest(new DispatchedRequest(context), context) as ReturnType<Dispatch>;
}

const DEFINITION: Document = {
  openapi: '3.1.0',
  info: { title: 'contract', version: '1' },
  paths: {},
};

/** Skips parsing the definition again, which would load a YAML parser and its 57 modules. */
class ContractBackend extends OpenAPIBackend {
  override loadDocument(): Promise<Document> {
    this.document = DEFINITION;
    return Promise.resolve(DEFINITION);
  }
}

function hooks(steps: DispatchSteps): HandlerMap {
  return {
    notFound: (_, context: RequestContext) => steps.notFound(context),
    methodNotAllowed: (_, context: RequestContext) => steps.methodNotAllowed(context),
    postRoutingHandler: (_, context: RequestContext) =>
      context.failure === undefined ? steps.admit(context) : undefined,
    postSecurityHandler: (_, context: RequestContext) =>
      context.failure === undefined ? steps.readBody(context) : undefined,
    validationFail: (_, context: RequestContext) => steps.refuse(context),
    notImplemented: (_, context: RequestContext) => steps.notImplemented(context),
    postResponseHandler: ({ response }, context: RequestContext) =>
      // A request without an operation has its response already.
      context.operation === undefined
        ? (response as HttpResponse)
        : steps.encode(context, response as HandlerResult),
  };
}

/** A request as openapi-backend passes it around. The hooks receive our context with it and read only that. */
class DispatchedRequest implements ParsedRequest {
  readonly headers = NONE;
  readonly params = NONE;
  readonly query = NONE;
  readonly cookies = NONE;
  readonly requestBody = undefined;

  constructor(readonly context: RequestContext) {}

  get method(): string {
    return this.context.request.method;
  }

  get path(): string {
    return this.context.request.target;
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

  /** @throws Error with the messages by which openapi-backend distinguishes the two faults */
  override matchOperation(request: DispatchedRequest): Operation {
    const found = this.steps.route(request.context);
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

/** Created once: capturing the stack of an error takes longer than all of routing. */
const NOT_FOUND = new Error('404-notFound');
const METHOD_NOT_ALLOWED = new Error('405-methodNotAllowed');

class ContractValidator extends OpenAPIValidator {
  constructor(private readonly steps: Pick<DispatchSteps, 'validate'>) {
    super({ definition: DEFINITION, lazyCompileValidators: true });
  }

  /** The context keeps the failure. */
  override validateRequest(request: DispatchedRequest): ValidationResult {
    return this.steps.validate(request.context) ? VALID : INVALID;
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

import {
  type AnyHandler,
  type Authenticators,
  checkFormat,
  checkSent,
  type CompiledOperation,
  createService,
  DEFAULT_MAX_BODY_BYTES,
  type HandlerContext,
  isStream,
  type OperationTypes,
  type NamedPrincipals,
  type PrincipalsFor,
  RESPONDED,
  responseHeaders,
  type SchemaContext,
  type ServiceOptions,
} from '../contract';
import { cutWhenWasteful } from '../host';
import type { Exchange, Request, RequestHandler, Response } from './app';
import { type ContractHandlerOptions, expressAdapter, type LocalsOption } from './contract-handler';
import { guardReadings, isInRoute, reportLeftOut } from './readings';
import { ExpressRequest } from './request';
import { formGone } from './taken-body';

/**
 * A request that a guard accepted: the input that a handler of the operation would get (`path`, `query`, `headers`,
 * `cookies`, `body`, as far as the document states them), and its caller.
 */
export interface GuardedRequest {
  readonly operationId: string;
  readonly principals: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

declare global {
  // Express's way to extend its requests.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** Set by `contractGuard`; `contractInputs` returns it with the types of its operation. */
      contract?: GuardedRequest;
    }
  }
}

/** The options of `createService`, except its handlers and those that a guard takes differently. */
type ServiceParts<Dependencies, Locals> = Omit<
  ServiceOptions<Dependencies, Authenticators<Dependencies, unknown, Locals>, Locals>,
  | 'handlers'
  | 'allowMissingHandlers'
  | 'authenticators'
  | 'pending'
  | 'dependencies'
  | 'maxBodyBytes'
  | 'validateResponses'
>;

interface GuardParts {
  /** The largest request body, in bytes; by default 1,048,576. */
  readonly maxBodyBytes?: number;
  /**
   * The operations whose bodies the parser of the route reads, such as multer for uploads of any size. The guard
   * authenticates, checks parameters, the Content-Type and that a required body is there; `req.contract` has no `body`,
   * and the limits are those of the parser.
   */
  readonly ownBodies?: readonly string[];
  /**
   * Check the responses of the routes: an undocumented one is reported to `onFault`, and 500 is sent instead. The check
   * covers the status, the media type, and complete JSON, as sent by `res.json`, `res.send` and `res.end`; not header
   * fields, other content, or content written in chunks. Off by default.
   */
  readonly validateResponses?: boolean;
  /**
   * Whether requests that the document does not cover pass unchanged to the next handler. By default, they do in front
   * of routes; a guard within a route refuses them with 404 or 405.
   */
  readonly fallThrough?: boolean;
}

/**
 * Options for guarding routes: those of `createService` without its handlers, and those of `contractHandler`.
 *
 * @typeParam Locals the application's data about a request, for authenticators
 */
export type ContractGuardOptions<Dependencies, Locals = undefined> = ServiceParts<
  Dependencies,
  Locals
> &
  ContractHandlerOptions &
  // Of this one, the compiler infers the locals; the other requires it.
  Partial<LocalsOption<Locals>> &
  (undefined extends Locals ? unknown : LocalsOption<Locals>) &
  GuardParts & {
    /** Authenticators by security scheme. */
    readonly authenticators: Authenticators<Dependencies, unknown, Locals>;
  } /** The dependencies of authenticators; omitted where they have none. */ & (undefined extends Dependencies
    ? { readonly dependencies?: Dependencies }
    : { readonly dependencies: Dependencies });

/**
 * Middleware for existing routes of an application of Express 5 or 4. A documented request is authenticated, decoded and
 * validated as by a service; then `req.contract` has the input of a handler, `req.body` the decoded body unless it
 * is a form or a parser has set it, and the next handler is called. A refused request gets the document's response.
 *
 * Express matches paths more loosely than the document. A request that its routers may take for another operation than
 * the document does gets 404, and one whose target they read differently 400. One for an operation that generation left
 * out gets 404 if it was not selected, and 500 if it is faulty. What rewrites `req.url` or the method belongs in front of
 * the guard. Parsers of multipart bodies, such as multer, belong behind it, and read what it has validated.
 *
 * @returns a handler for `app.use()`, under a path too, or for a single route
 * @throws CompositionError naming each missing authenticator and unknown operation, or for generated code of another
 *   format
 * @example
 * ```ts
 * import type { Express } from 'express';
 * import { contractGuard, contractInputs } from 'openapi-trellis/express';
 * import { contract } from '../generated/contract';
 * import type { Operations } from '../generated/operations';
 * import { validators } from '../generated/validators';
 *
 * const inputOf = contractInputs<Operations>();
 *
 * export async function addRoutes(app: Express): Promise<void> {
 *   const guard = await contractGuard({
 *     contract,
 *     validators,
 *     authenticators: {
 *       bearerAuth: (token) =>
 *         token === 'secret'
 *           ? { outcome: 'accepted', principal: { name: 'a client' } }
 *           : { outcome: 'rejected' },
 *     },
 *     onFault: (error) => {
 *       console.error(error);
 *     },
 *   });
 *   app.post('/plants', guard, (req, res) => {
 *     const { body } = inputOf(req, 'createPlant');
 *     res.json(body);
 *   });
 * }
 * ```
 */
export async function contractGuard<Dependencies = unknown, Locals = undefined>(
  options: ContractGuardOptions<Dependencies, Locals>,
): Promise<RequestHandler> {
  const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, validateResponses = false } = options;
  const { dependencies, contract, serving, locals, fallThrough } = options;
  checkFormat(contract);
  const service = await createService({
    ...options,
    // Omitted only where the type allows undefined.
    dependencies: dependencies as Dependencies,
    maxBodyBytes,
    validateResponses,
    handlers: Object.fromEntries(
      contract.operations.map((operation) => [
        operation.operationId,
        passing<Dependencies, Locals>(options, operation),
      ]),
    ),
  });
  reportLeftOut(contract, options.onFault);
  const responderTo = guardReadings(contract, service);
  const guard = expressAdapter(
    (request, message) => responderTo(request, message, fallThrough ?? !isInRoute(message, guard)),
    { isGuard: true, ...(serving && { serving }), ...(locals && { locals }) },
  );
  return guard;
}

/** A handler that lets the routes after the guard respond. */
function passing<Dependencies, Locals>(
  options: ContractGuardOptions<Dependencies, Locals>,
  operation: CompiledOperation,
): AnyHandler<Dependencies, never, Locals> {
  const { operationId, lifecycle = {} } = operation;
  const { validateResponses: isChecked = false, onFault } = options;
  const isOwn = options.ownBodies?.includes(operationId) === true;
  return async (
    input: { readonly body?: unknown },
    context: Pick<HandlerContext<Dependencies>, 'request' | 'principals'>,
  ) => {
    const request = ExpressRequest.of(context.request);
    const { exchange } = request;
    const { message, response, next } = exchange;
    message.contract = { ...input, operationId, principals: context.principals };
    if (isOwn) request.leaveBody();
    if (isOwn || isStream(input.body)) cutWhenWasteful(message);
    else {
      // Without reading, parsers of Express 4 set an empty body. Those of forms add to it, so it is no validated one.
      const isParsed = request.isBodyTaken && message.body !== undefined;
      if (!isParsed && !request.hasForm && input.body !== undefined) message.body = input.body;
      if (!request.isPutBack) await readToEnd(message);
    }
    if (message.readableEnded) {
      // The mark of a parsed body for parsers of Express 4; those of Express 5 look at its end.
      Object.assign(message, { _body: true });
      message.on('newListener', (event) => {
        if (event === 'data' && request.hasForm)
          onFault(formGone(message, operationId), operationId);
      });
    }
    for (const [name, value] of Object.entries(lifecycle)) response.setHeader(name, value);
    const hasEnded = isChecked ? checkedEnd(options, operation, exchange) : closed(response);
    next();
    await hasEnded;
    return RESPONDED;
  };
}

/** Body parsers after the guard read a message unless it has ended. */
async function readToEnd(message: Request): Promise<void> {
  if (!message.readableDidRead || message.readableEnded || message.destroyed) return;
  await new Promise((resolve) => message.once('end', resolve).once('close', resolve).resume());
}

function closed(response: Response): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.once('close', resolve);
  });
}

/**
 * Checks a response when it ends, before anything is sent, and waits for it to close.
 *
 * @throws UndocumentedResponseError for an undocumented response, which is not sent
 */
function checkedEnd(
  options: SchemaContext,
  operation: CompiledOperation,
  { message, response }: Exchange,
): Promise<void> {
  const end = response.end.bind(response);
  const names = new Set(response.getHeaderNames());
  return new Promise((resolve, reject) => {
    void closed(response).then(resolve);
    const checkAndEnd = (...args: readonly unknown[]): unknown => {
      response.end = end;
      try {
        if (!response.headersSent && response.statusCode !== NOT_MODIFIED) {
          const content = message.method === 'HEAD' ? undefined : bytesOf(args);
          checkSent(options, operation, {
            status: response.statusCode,
            mediaType: response.get(responseHeaders.contentType),
            content,
          });
        }
      } catch (error) {
        // The route's header fields belong to the response that is not sent.
        const added = response.getHeaderNames().filter((name) => !names.has(name));
        for (const name of added) response.removeHeader(name);
        reject(error instanceof Error ? error : new Error(String(error)));
        return response;
      }
      return Reflect.apply(end, undefined, args);
    };
    response.end = checkAndEnd as typeof end;
  });
}

/** Part of HTTP, by a client's condition: no document needs to state it. */
const NOT_MODIFIED = 304;

/** The content passed to `end`. */
function bytesOf([chunk, encoding]: readonly unknown[]): Buffer {
  if (typeof chunk === 'string') {
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  }
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
}

/** The input of an operation, and its caller. */
type ContractInput<
  Operation extends Pick<OperationTypes, 'input' | 'principals'>,
  Principals,
> = Operation['input'] & {
  readonly principals: PrincipalsFor<Operation['principals'], Principals>;
};

/**
 * Makes the function that returns a guard's input to routes, with the types of the document.
 *
 * @typeParam Operations those of `generated/operations.ts`
 * @typeParam Principals the principals of the authenticators, as by `PrincipalsOf`
 * @returns a function of a request and the operationId of the route. It throws an Error for a request that passed no
 *   guard, or one of another operation
 * @example
 * ```ts
 * import type { Router } from 'express';
 * import { contractInputs } from 'openapi-trellis/express';
 * import type { Operations } from '../generated/operations';
 *
 * const inputOf = contractInputs<Operations>();
 *
 * export function addRoutes(router: Router): void {
 *   router.post('/plants', (req, res) => {
 *     const { body, principals } = inputOf(req, 'createPlant');
 *     res.json({ ...body, by: principals.bearerAuth.name });
 *   });
 * }
 * ```
 */
export function contractInputs<
  Operations extends Record<keyof Operations, Pick<OperationTypes, 'input' | 'principals'>>,
  Principals = NamedPrincipals,
>(): <Id extends keyof Operations & string>(
  request: Pick<Express.Request, 'contract'>,
  operationId: Id,
) => ContractInput<Operations[Id], Principals> {
  return ({ contract }, operationId) => {
    if (contract?.operationId === operationId) {
      // The guard has set it for the operation that it names.
      const passed: unknown = contract;
      return passed as ContractInput<Operations[typeof operationId], Principals>;
    }
    const is =
      contract === undefined
        ? 'has passed no contractGuard, or none whose document covers it'
        : `is one of "${contract.operationId}" by the document`;
    throw new Error(`The request ${is}, and its route takes the input of "${operationId}"`);
  };
}

import {
  type AnyHandler,
  type Authenticators,
  checkSent,
  type CompiledOperation,
  createService,
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
import type { Exchange, Request, RequestHandler, Response } from './app';
import { type ContractHandlerOptions, mounted, type MountOptions } from './contract-handler';
import { ExpressRequest } from './request';

/**
 * A request that a guard let pass: what a handler of the operation gets (`path`, `query`, `headers`, `cookies`,
 * `body`, as far as the document states them), and who calls.
 */
export interface GuardedRequest {
  readonly operationId: string;
  readonly principals: Readonly<Record<string, unknown>>;
  readonly [part: string]: unknown;
}

declare global {
  // Express has its requests extended so.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** Set by `contractGuard`; `contractInputs` gives it with the types of its operation. */
      contract?: GuardedRequest;
    }
  }
}

/** What `createService` takes, but for its handlers and for what a guard takes otherwise. */
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
   * Check the responses of the routes: one that the document does not state is reported to `onFault`, and 500 is
   * sent in its place. Looked at are the status, the media type and JSON that is sent as a whole, as by `res.json`,
   * `res.send` and `res.end`; not header fields, other content, nor what is written piece by piece. By default none is.
   */
  readonly validateResponses?: boolean;
  /**
   * False to refuse what the document does not cover with 404 or 405; by default it goes on to the next handler, as
   * it came.
   */
  readonly fallThrough?: boolean;
}

/**
 * How routes are guarded: what `createService` takes without its handlers, and what `contractHandler` takes.
 *
 * @typeParam Locals what the application says of a request to authenticators
 */
export type ContractGuardOptions<Dependencies, Locals = undefined> = ServiceParts<
  Dependencies,
  Locals
> &
  NonNullable<MountOptions<Locals, ContractHandlerOptions>[0]> &
  GuardParts & {
    /** Authenticators by security scheme. */
    readonly authenticators: Authenticators<Dependencies, unknown, Locals>;
  } /** What authenticators get; left out where they take nothing. */ & (undefined extends Dependencies
    ? { readonly dependencies?: Dependencies }
    : { readonly dependencies: Dependencies });

const MAX_BODY_BYTES = 1_048_576;

/**
 * Middleware for the routes of an Express 5 application as they are. A request of the document is authenticated,
 * decoded and validated as by a service; then `req.contract` has what a handler would get, `req.body` the decoded
 * body where no parser has set it, and the next handler is called. What is refused gets the response of the document.
 *
 * @returns a handler for `app.use()`, under a path too, or for a single route
 * @throws CompositionError naming each authenticator that is missing
 * @example
 * ```ts
 * import type { Express } from 'express';
 * import { contractGuard, contractInputs } from 'plant-store/express';
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
  const { maxBodyBytes = MAX_BODY_BYTES, validateResponses = false } = options;
  const { dependencies, contract, fallThrough = true } = options;
  const service = await createService({
    ...options,
    // Left out only where undefined is one of them.
    dependencies: dependencies as Dependencies,
    maxBodyBytes,
    validateResponses,
    handlers: Object.fromEntries(
      contract.operations.map((operation) => [
        operation.operationId,
        passing<Dependencies, Locals>(options, operation, validateResponses),
      ]),
    ),
  });
  return mounted(service, { ...options, fallThrough });
}

/** A handler that has the routes after the guard respond. */
function passing<Dependencies, Locals>(
  options: SchemaContext,
  operation: CompiledOperation,
  isChecked: boolean,
): AnyHandler<Dependencies, never, Locals> {
  const { operationId, lifecycle = {} } = operation;
  return async (
    input: { readonly body?: unknown },
    context: Pick<HandlerContext<Dependencies>, 'request' | 'principals'>,
  ) => {
    const exchange = ExpressRequest.exchangeOf(context.request);
    const { message, response, next } = exchange;
    message.contract = { ...input, operationId, principals: context.principals };
    if (!isStream(input.body)) {
      message.body ??= input.body;
      await readToEnd(message);
    }
    for (const [name, value] of Object.entries(lifecycle)) response.setHeader(name, value);
    const hasEnded = isChecked ? checkedEnd(options, operation, exchange) : closed(response);
    next();
    await hasEnded;
    return RESPONDED;
  };
}

/** Parsers of bodies after the guard read one that they do not find ended. */
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
 * Checks a response when it is ended, before anything of it is sent, and waits for it to close.
 *
 * @throws UndocumentedResponseError for one that is not sent, since the document does not state it
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
        // What the route has set says something of the response that is not sent.
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

/** HTTP's own, by the condition of a client: no document need state it. */
const NOT_MODIFIED = 304;

/** The content that is given to `end`. */
function bytesOf([chunk, encoding]: readonly unknown[]): Buffer {
  if (typeof chunk === 'string') {
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
  }
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : Buffer.alloc(0);
}

/** The input of an operation, and who sent it. */
type ContractInput<
  Operation extends Pick<OperationTypes, 'input' | 'principals'>,
  Principals,
> = Operation['input'] & {
  readonly principals: PrincipalsFor<Operation['principals'], Principals>;
};

/**
 * Makes the function that gives routes the input of a guard, with the types of the document.
 *
 * @typeParam Operations those of `generated/operations.ts`
 * @typeParam Principals what authenticators accept with, `PrincipalsOf` theirs
 * @returns a function of a request and the operationId of the route. It throws an Error for a request that passed
 *   no guard, or one of another operation
 * @example
 * ```ts
 * import type { Router } from 'express';
 * import { contractInputs } from 'plant-store/express';
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
      // A guard has made it of the operation that it names.
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

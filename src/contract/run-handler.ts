import type { CompiledOperation } from './compiled-contract';
import type { Exchange } from './exchange';
import { Failure } from './failure';
import type { HandlerContext, HandlerResponse } from './handler';
import { RequestAbortedError, type HttpRequest } from './http-message';
import { cancelStream, isStream } from './response/response-stream';
import { BoundedBody } from './request/bounded-body';
import { InvalidItemError } from './request/items/invalid-item-error';
import type { Principal } from './security/principal';

/**
 * A handler whose operation is not known to the compiler: the layer calls it only with the input that
 * its own operation's validators let through, and with who its security requirements let in.
 */
export type AnyHandler<Dependencies> = (
  input: never,
  context: HandlerContext<Dependencies, never>,
) => Promise<HandlerResponse | Failure>;

/** What runs the handlers of a service. */
export interface HandlerOptions<Dependencies> {
  /** By operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler<Dependencies>>>;
  readonly dependencies: Dependencies;
}

/** Who calls, by security scheme. */
type Callers = Readonly<Record<string, Principal>>;

/** A handler as it is called, with the input and the callers of its own operation. */
type CalledHandler<Dependencies> = (
  input: Exchange['input'],
  context: HandlerContext<Dependencies, Callers>,
) => Promise<HandlerResponse | Failure>;

/** A class, since each object with a getter of its own would get a hidden class of its own, which stays. */
class RequestContext<Dependencies> implements HandlerContext<Dependencies, Callers> {
  constructor(
    readonly dependencies: Dependencies,
    readonly principals: Callers,
    readonly request: HttpRequest,
  ) {}

  get requestId(): string | undefined {
    return this.request.observation?.requestId;
  }

  /** Made only for handlers that ask for it. */
  get signal(): AbortSignal {
    return this.request.signal;
  }

  /** Likewise. */
  get closing(): AbortSignal {
    return this.request.closing;
  }
}

/**
 * Runs the handler of an operation.
 *
 * @throws what the handler throws; RequestAbortedError when the client went away while it sent the body
 */
export function runHandler<Dependencies>(
  { handlers, dependencies }: HandlerOptions<Dependencies>,
  { operationId }: CompiledOperation,
  { input, principals, rawBody, request }: Exchange,
): Promise<HandlerResponse | Failure> {
  // Which of the handlers they are for is not known to the compiler.
  const handler = handlers[operationId] as CalledHandler<Dependencies> | undefined;
  if (handler === undefined) throw new Error(`The operation "${operationId}" has no handler`);
  const context = new RequestContext(dependencies, principals, request);
  const body = rawBody?.content instanceof BoundedBody ? rawBody.content : undefined;
  const run = (): Promise<HandlerResponse | Failure> => handler(input, context);
  const { observation } = request;
  const response = observation === undefined ? run() : observation.handling(run);
  return body === undefined ? response : boundedResponse(body, response);
}

/**
 * What went wrong with a body while the handler read it decides, whatever the handler made of it. An item
 * that does not fit is refused where the handler lets that through.
 */
async function boundedResponse(
  body: BoundedBody,
  responding: Promise<HandlerResponse | Failure>,
): Promise<HandlerResponse | Failure> {
  try {
    const response = await responding;
    if (body.fault !== undefined && !(response instanceof Failure)) await letGo(response);
    return orBodyFault(body, response);
  } catch (error) {
    const fault = body.fault ?? (error instanceof InvalidItemError ? error.failure : undefined);
    if (fault === undefined) throw error;
    return orBodyFault(body, fault);
  }
}

/** @throws RequestAbortedError when the client went away while it sent the body */
function orBodyFault(
  body: BoundedBody,
  response: HandlerResponse | Failure | 'aborted',
): HandlerResponse | Failure {
  const result = body.fault ?? response;
  if (result === 'aborted') throw new RequestAbortedError();
  return result;
}

/** Nobody will read the stream of a response that is not sent. */
async function letGo({ body }: HandlerResponse): Promise<void> {
  if (isStream(body)) await cancelStream(body);
}

import { emitWarning } from 'node:process';
import {
  type CompiledContract,
  cut,
  Failure,
  failureKinds,
  type LeftOutOperation,
  nothingAt,
  originForm,
  readings,
  routeOperations,
  type Service,
} from '../contract';
import type { Request, RequestHandler } from './app';
import type { ExpressRequest, Responder } from './request';

/**
 * Where a contract stands in front of Express's own routes, two routers read each request. Only a request that both
 * read in one way may pass.
 */

/**
 * The failure of a target that Express reads in another way than HTTP: it cuts off a fragment, ignores user information
 * and schemes, takes backslashes for slashes, and compares bytes as characters.
 */
export function misreadTarget({ url, originalUrl, path }: Request): Failure | undefined {
  if (url === '*') return undefined;
  const [own] = originForm(originalUrl) === undefined ? [] : (originForm(url)?.split('?') ?? []);
  if (own !== undefined && own === path && IS_ASCII.test(own)) return undefined;
  const message =
    'The request target must be a path or an http URI, percent-encoded, without user information and fragment';
  return new Failure(failureKinds.malformedRequest, message);
}

const IS_ASCII = /^[!-~]*$/;

export function refusing(service: Pick<Service, 'respond'>, failure: Failure): Responder {
  return (request) => {
    request.observation?.failed(failure);
    return Promise.resolve(service.respond(failure));
  };
}

/** @returns undefined for a request that passes; `passes` says whether those outside the document do */
type GuardReading = (
  request: ExpressRequest,
  message: Request,
  passes: boolean,
) => Responder | undefined;

/** Makes the function that chooses what responds to a request in front of Express's routes. */
export function guardReadings(
  contract: CompiledContract,
  service: Pick<Service, 'handle' | 'respond'>,
): GuardReading {
  const read = readings(contract, routeOperations(contract));
  const handle: Responder = (request) => service.handle(request);
  return (request, message, passes) => {
    const failure = misreadTarget(message);
    if (failure !== undefined) return refusing(service, failure);
    const reading = read(request);
    switch (reading.outcome) {
      case 'outside':
        return passes ? undefined : handle;
      case 'operation':
        request.target = reading.target;
        return handle;
      case 'ambiguous':
        return refusing(service, new Failure(failureKinds.notFound, AMBIGUOUS));
      case 'left-out':
        return refusing(
          service,
          reading.operation.reason === 'excluded'
            ? nothingAt(request)
            : new Failure(failureKinds.internal, LEFT_OUT),
        );
    }
  };
}

const AMBIGUOUS = 'There is nothing at this path; write it as the document does';
const LEFT_OUT = 'The service failed; its log has the details';

/** True where Express runs the handler as one of a route's, not in front of it. */
export function isInRoute(
  { route }: { readonly route?: { readonly stack: readonly { readonly handle: unknown }[] } },
  handler: RequestHandler,
): boolean {
  return route?.stack.some(({ handle }) => handle === handler) ?? false;
}

/** Reports the operations that a guard cannot check, and warns of those that it was not generated for. */
export function reportLeftOut(
  { leftOut = [] }: CompiledContract,
  onFault: (error: unknown, operationId: string | undefined) => void,
): void {
  const isExcluded = ({ reason }: LeftOutOperation): boolean => reason === 'excluded';
  const excluded = placesOf(leftOut.filter(isExcluded));
  if (excluded !== '') {
    const shown = cut(excluded, 1_000).replace(/\p{C}/gu, '?');
    const message = `The guard answers 404 for operations that were not selected for generation: ${shown}`;
    emitWarning(message, { code: 'EXCLUDED_OPERATIONS' });
  }
  const faulty = placesOf(leftOut.filter((each) => !isExcluded(each)));
  if (faulty === '') return;
  const message = `The guard answers 500 for operations that generation left out; correct the document and generate again: ${faulty}`;
  onFault(new Error(message), undefined);
}

function placesOf(operations: readonly LeftOutOperation[]): string {
  const methods = new Map<string, string[]>();
  for (const { method, path, reason } of operations) {
    const place = reason === 'excluded' ? path : `${path}, ${reason}`;
    methods.set(place, [...(methods.get(place) ?? []), method]);
  }
  return [...methods].map(([place, names]) => `${names.join(', ')} ${place}`).join('; ');
}

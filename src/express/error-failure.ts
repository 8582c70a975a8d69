import type { IncomingMessage } from 'node:http';
import { Failure, failureKinds, InvalidItemError, nothingAt } from '../contract';

/**
 * The failure for what a request came out of an application with: nothing, when no handler answered it;
 * or an error. Middleware says with `status` and `expose` of an error that the client is at fault, and
 * may read the message; any other is a fault of the service.
 *
 * @see https://expressjs.com/en/guide/error-handling.html
 */
export function errorFailure(error: unknown, message: IncomingMessage): Failure {
  if (error === undefined || error === null) {
    // Express passes its handlers by for a target that it cannot parse.
    return nothingAt({ method: message.method ?? '', target: message.url ?? '' });
  }
  // Thrown to a handler that gives its response while it reads.
  if (error instanceof InvalidItemError) return error.failure;
  const { status, expose, message: text } = error as Partial<Record<string, unknown>>;
  const kind = expose === true ? clientKind(status) : undefined;
  if (kind !== undefined) return new Failure(kind, String(text));
  return new Failure(failureKinds.internal, 'The service failed; its log has the details');
}

function clientKind(status: unknown): Failure['kind'] | undefined {
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  const kinds = Object.values(failureKinds);
  return kinds.find((kind) => kind.status === status) ?? failureKinds.malformedRequest;
}

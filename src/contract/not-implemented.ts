import { Failure, failureKinds } from './failure';

/**
 * Stands in for the handler of an operation until somebody writes it: `npm run scaffold` gives it to each new
 * handler. A service takes an operation that has it for one without a handler.
 *
 * @returns a Failure that becomes 501, with the body that the document states for failures of the service
 */
export function notImplemented(): Promise<Failure> {
  return Promise.resolve(notImplementedFailure());
}

/** The failure of an operation that nobody has written yet. */
export function notImplementedFailure(operationId?: string): Failure {
  const operation = operationId === undefined ? 'The operation' : `The operation "${operationId}"`;
  return new Failure(failureKinds.notImplemented, `${operation} is not implemented yet`);
}

/** True where an operation has a handler that somebody wrote. */
export function isImplemented(
  handlers: Readonly<Record<string, unknown>>,
  operationId: string,
): boolean {
  const handler = Object.hasOwn(handlers, operationId) ? handlers[operationId] : undefined;
  return handler !== undefined && handler !== notImplemented;
}

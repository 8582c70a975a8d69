import type { Failure } from '../failure';
import type { OperationTypes } from '../handler';
import type { StatusInRange } from '../http-semantics';

/** The response for which an error body is made. */
export interface ErrorContext<OperationId extends string = string> {
  /** Absent for a request without an operation, where all operations share one error body. */
  readonly operationId?: OperationId;
  /** The status that is sent. */
  readonly status: number;
  readonly mediaType: string;
}

/**
 * Makes the body of an error response; undefined selects the body derived from the document. The type is that of a
 * method, since a service calls the ErrorMapper of its operations with no other operationId.
 */
export type AnyErrorMapper = { map(failure: Failure, context: ErrorContext): unknown }['map'];

/**
 * Makes the bodies of error responses, each one that the document states for some error; undefined selects the body
 * derived from the document. A body that does not match the response is reported and not sent.
 *
 * @example
 * ```ts
 * import type { ErrorMapper } from 'openapi-trellis/contract';
 * import type { Operations } from '../generated/operations';
 *
 * export const errorBody: ErrorMapper<Operations> = ({ message }, { status }) =>
 *   status === 409 ? { error: 40901, message } : undefined;
 * ```
 */
export type ErrorMapper<Operations> = (
  failure: Failure,
  context: ErrorContext<Extract<keyof Operations, string>>,
) => ErrorBodyOf<Operations[keyof Operations]> | undefined;

/** The bodies that an operation documents for errors. */
type ErrorBodyOf<Operation> = Operation extends OperationTypes
  ? BodyOfError<Operation['response']>
  : never;

type BodyOfError<Response> = Response extends { readonly status: infer Status; body?: infer Body }
  ? Extract<Status, StatusInRange<'4' | '5'>> extends never
    ? never
    : Body
  : never;

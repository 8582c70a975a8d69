import type { CompiledOperation } from '../compiled-contract';
import type { AnyErrorMapper } from '../error-body/error-mapper';
import type { Failure } from '../failure';
import type { FailureCache } from '../failure-cache';
import { oncePer } from '../memoize';
import type { SchemaContext } from '../schema/validation';

/**
 * Passed to `onFault` for a response that its document does not state: a fault of the service, or a gap in the
 * document.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 * @example
 * ```ts
 * import { UndocumentedResponseError } from 'openapi-trellis/contract';
 *
 * export function onFault(error: unknown): void {
 *   console.error(error instanceof UndocumentedResponseError ? error.message : error);
 * }
 * ```
 */
export class UndocumentedResponseError extends Error {
  override readonly name = 'UndocumentedResponseError';

  /** @param keyword the violated keyword of the schema; absent where no schema applies */
  constructor(
    message: string,
    readonly keyword?: string,
  ) {
    super(message);
  }
}

/** Reports a response that is sent although the document does not state it, or without an undocumented part. */
type ReportUndocumented = (
  /** Absent for a request without an operation. */
  operation: CompiledOperation | undefined,
  /** The undocumented part: a header's name or a kind of failure. */
  subject: string,
  message: string,
) => void;

/** Called with each failure that becomes a response. @param operationId absent where no operation covers the request */
export type OnFailure = (failure: Failure, operationId: string | undefined) => void;

/** Makes the error for a fault of a response; `what` is the end of a sentence. */
export type FaultOf = (what: string, keyword?: string) => Error;

export interface ResponseRules extends SchemaContext {
  /** Whether a response part that is invalid or would be dropped is a fault. */
  readonly validateResponses: boolean;
  readonly report: ReportUndocumented;
  /** Makes the bodies of error responses; replaces those derived from the document. */
  readonly errorBody?: AnyErrorMapper;
  readonly onFailure?: OnFailure;
  /** Absent where the response for a failure is not always the same. */
  readonly failureCache?: FailureCache | undefined;
  /** A hint added to the 404 of the root path. */
  readonly rootHint?: string;
}

/** The key for requests without an operation. */
const OUTSIDE = {};

/**
 * Makes the report function of one service. Where responses are validated, as in development and tests, each response
 * is reported; else each subject of an operation once, which keeps clients from filling the log.
 */
export function reportUndocumented(options: {
  readonly validateResponses: boolean;
  readonly onFault: (error: unknown, operationId: string | undefined) => void;
}): ReportUndocumented {
  const isFirst = oncePer();
  return (operation, subject, message) => {
    if (!options.validateResponses && !isFirst(operation ?? OUTSIDE, subject)) return;
    options.onFault(new UndocumentedResponseError(message), operation?.operationId);
  };
}

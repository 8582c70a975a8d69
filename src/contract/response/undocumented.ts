import type { CompiledOperation } from '../compiled-contract';
import type { AnyErrorMapper } from '../error-body/error-mapper';
import type { Failure } from '../failure';
import type { FailureCache } from '../failure-cache';
import { oncePer } from '../memoize';
import type { SchemaContext } from '../schema/validation';

/**
 * Given to `onFault` for a response that its document does not state: a fault of the service, or a gap in the
 * document.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#responses-object
 * @example
 * ```ts
 * import { UndocumentedResponseError } from 'plant-store/contract';
 *
 * export function onFault(error: unknown): void {
 *   console.error(error instanceof UndocumentedResponseError ? error.message : error);
 * }
 * ```
 */
export class UndocumentedResponseError extends Error {
  override readonly name = 'UndocumentedResponseError';

  /** @param keyword the keyword of the schema that a value breaks; absent for what no schema speaks of */
  constructor(
    message: string,
    readonly keyword?: string,
  ) {
    super(message);
  }
}

/** Tells of a response that is sent although the document does not state it, or of what it is sent without. */
type ReportUndocumented = (
  /** Absent for a request that no operation covers. */
  operation: CompiledOperation | undefined,
  /** What is undocumented: a header's name or a kind of failure. */
  subject: string,
  message: string,
) => void;

/** Called with each failure that becomes a response. @param operationId absent where no operation covers the request */
export type OnFailure = (failure: Failure, operationId: string | undefined) => void;

/** Makes the error for what is wrong with a response, given as the end of a sentence. */
export type FaultOf = (what: string, keyword?: string) => Error;

/** What responses are encoded by and held to. */
export interface ResponseRules extends SchemaContext {
  /** Whether what is not valid by its schema, or vanishes, is a fault. */
  readonly validateResponses: boolean;
  readonly report: ReportUndocumented;
  /** Makes the bodies of error responses in place of what is derived from the document. */
  readonly errorBody?: AnyErrorMapper;
  readonly onFailure?: OnFailure;
  /** Absent where the response for a failure is not always the same. */
  readonly failureCache?: FailureCache | undefined;
  /** What a 404 says more at the root. */
  readonly rootHint?: string;
}

/** Stands for the operation of requests that none covers. */
const OUTSIDE = {};

/**
 * Makes the reports of one service. Where responses are validated, as in development and tests, each response is
 * reported; else each subject of an operation once, so that clients cannot fill the log.
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

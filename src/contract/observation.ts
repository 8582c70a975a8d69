import type { CompiledOperation } from './compiled-contract';
import type { Failure } from './failure';
import type { Principal } from './security/principal';

/**
 * What watches a request on its way, for logs, metrics and traces. A host gives it with the request, the
 * contract layer tells it what it finds out; where nobody watches, nothing is done. None of its methods
 * may throw.
 */
export interface ExchangeObservation {
  /** Names the request in logs. */
  readonly requestId: string;
  /** The request is for this operation; not called where no operation covers it. */
  found(operation: CompiledOperation): void;
  /** Who calls, by security scheme; empty for an operation that is open to everybody. */
  admitted(principals: Readonly<Record<string, Principal>>): void;
  /** Runs the handler, within whatever is to be active meanwhile, and returns what it returns. */
  handling<Result>(run: () => Result): Result;
  /** The response says this failure, whatever its status and body are in the document. */
  failed(failure: Failure): void;
}

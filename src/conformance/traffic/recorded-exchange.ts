import type { OperationRequest } from '../../samples/requests/operation-request';
import type { ReceivedResponse } from '../exchange';

/** A request that others sent, and what came of it. */
export interface RecordedExchange {
  /** Where it stands: the file with a line, or with the index of an entry. */
  readonly place: string;
  readonly request: OperationRequest;
  /** Absent where none came. */
  readonly response?: ReceivedResponse;
  /** Bodies that the recording does not have as they were sent; nothing can be said of them. */
  readonly withoutBody: readonly ('request' | 'response')[];
}

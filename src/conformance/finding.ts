import type { FaultSide } from './checks/check';
import type { Exchange } from './exchange';

/** A rule that the service broke, with the least that shows it. */
export interface Finding {
  /** The id of the check. */
  readonly check: string;
  readonly fault: FaultSide;
  /** Absent for a request that no operation covers. */
  readonly operationId: string | undefined;
  /** What is wrong, with the place and what was expected. */
  readonly message: string;
  /** JSON Pointer into the document of what says so. */
  readonly pointer: string;
  /** What tells it from others of the same check, operation and place; the same in each run. */
  readonly cause?: string | undefined;
  /** In their order; the last one shows it. */
  readonly exchanges: readonly Exchange[];
  /** The operationIds of what it takes to find it again, in the order of the document. */
  readonly needs?: readonly string[];
  /** How many times the same was seen. */
  readonly times: number;
}

import type { FaultSide, Exchange } from '../judge';

/** A rule that the service broke, with the fewest exchanges that show it. */
export interface Finding {
  readonly check: string;
  readonly fault: FaultSide;
  /** Absent for a request that no operation covers. */
  readonly operationId: string | undefined;
  /** Describes the fault: the place and the expected value. */
  readonly message: string;
  /** JSON Pointer to the part of the document that states the rule. */
  readonly pointer: string;
  /** Distinguishes findings of the same check, operation and place; the same in each run. */
  readonly cause?: string | undefined;
  /** The exchanges in order; the last one shows the fault. */
  readonly exchanges: readonly Exchange[];
  /** The operationIds needed to find it again, in the order of the document. */
  readonly needs?: readonly string[];
  /** Titles of some other cases that show it, for a rule that several inputs break. */
  readonly others?: readonly string[];
  /** How often the same fault was seen. */
  readonly times: number;
}

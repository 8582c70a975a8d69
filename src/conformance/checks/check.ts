import type { Cause } from '../cause';
import type { Exchange } from '../exchange';
import type { JudgedDocument } from '../judge/second-validator';

/**
 * A rule that a service keeps. Its id never changes, since known failures, reports and scripts of users
 * name it.
 */
export interface Check {
  /** Such as `status-documented`. */
  readonly id: string;
  /** One sentence in the words of RFC 2119. */
  readonly rule: string;
  /** The section of the standard that says so. */
  readonly see: string;
  /**
   * How a violation is made sure of before it counts: by the same request once more, or by the same case
   * with other values (TestCase.again), since what is refused may be so for the state of the service.
   */
  readonly confirm?: 'same request' | 'other values';
  /**
   * What of an exchange breaks the rule; none when it is kept or does not apply. Absent for a rule that
   * only several exchanges show.
   */
  examine?(
    exchange: Exchange,
    document: JudgedDocument,
  ): readonly Violation[] | Promise<readonly Violation[]>;
}

export interface Violation {
  /** What is wrong, with the place and what was expected. */
  readonly message: string;
  /** JSON Pointer into the document of what says so. */
  readonly pointer: string;
  /**
   * `document` where the service does what others do as well and only the document does not say it, such
   * as a status of its framework's. By default `service`.
   */
  readonly fault?: FaultSide;
  /** Why it may be no violation, so that nothing is found: one of those of no-verdicts.ts. */
  readonly noVerdict?: string;
  /** What tells it from others of the same check, operation, place and status, where they may be several faults. */
  readonly cause?: Cause;
  /** It is not of the operation of its last exchange. */
  readonly ofAll?: true;
}

export type FaultSide = 'service' | 'document';

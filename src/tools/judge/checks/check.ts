import type { Cause } from '../cause';
import type { Exchange } from '../exchange';
import type { JudgedDocument } from '../second-validator';

/** A rule for services. Its id never changes: users' reports, scripts and lists of known findings contain it. */
export interface Check {
  /** Stable identifier, such as `status-documented`. */
  readonly id: string;
  /** One sentence in the words of RFC 2119. */
  readonly rule: string;
  /** URL of the section of the standard that states the rule. */
  readonly see: string;
  /**
   * How a violation is confirmed before it counts: by the same request once more, or by the same case with other
   * values (TestCase.again), since the state of the service may be the reason for a refusal.
   */
  readonly confirm?: 'same request' | 'other values';
  /**
   * Returns the violations of an exchange; none if the rule is kept or does not apply. Absent for a rule whose
   * violation only several exchanges show.
   */
  examine?(
    exchange: Exchange,
    document: JudgedDocument,
  ): readonly Violation[] | Promise<readonly Violation[]>;
}

export interface Violation {
  /** Describes the fault: the place and the expected value. */
  readonly message: string;
  /** JSON Pointer to the part of the document that states the rule. */
  readonly pointer: string;
  /**
   * `document` if the service behaves as other services do and the document fails to mention it, such as a status
   * sent by its framework. `service` by default.
   */
  readonly fault?: FaultSide;
  /** Why the exchange may be no violation, one of the reasons in no-verdicts.ts; there is no finding then. */
  readonly noVerdict?: string;
  /** Distinguishes faults of the same check, operation, place and status, if there may be several. */
  readonly cause?: Cause;
  /** The part of the response that is wrong, in a list of one; absent if no part is known. */
  readonly wrong?: readonly [value: unknown];
  /** True if the fault does not belong to the operation of its last exchange. */
  readonly ofAll?: true;
}

export type FaultSide = 'service' | 'document';

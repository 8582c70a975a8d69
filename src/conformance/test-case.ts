import type { Operation } from '../generate/index';
import type { OperationRequest, OperationValues } from '../samples/requests/operation-request';

/** How requests come about: `recorded` ones were sent by others. */
export type Phase = 'coverage' | 'random' | 'stateful' | 'recorded';

/** A request that is sent to see what the service does with it. */
export interface TestCase {
  readonly phase: Phase;
  /** Absent for a request that no operation covers. */
  readonly operation: Operation | undefined;
  /** What it tries, for a reader: `title (body): one character more than maxLength (40)`. */
  readonly title: string;
  readonly request: OperationRequest;
  /** Whatever its path may be taken for, the operation took it. */
  readonly isRouted?: true;
  /** What was written as the request; absent where it was written by hand or recorded. */
  readonly values?: OperationValues;
  /** What of the document the request is to exercise. */
  readonly covers: readonly Covered[];
  /**
   * The same case with other values beside what it is about, such as another id; undefined where there are
   * none. What a service refuses each time, it refuses for what the case is about.
   *
   * @param vary any text; other texts give other values
   */
  readonly again?: (vary: string) => TestCase | undefined;
  /**
   * The same case, with values beside what it is about that the operation accepted; undefined where they do
   * not fit.
   */
  readonly among?: (accepted: OperationValues) => TestCase | undefined;
}

/** A part of the document that a request exercises. */
export interface Covered {
  /** JSON Pointer of a schema keyword, a parameter, a media type or a security requirement. */
  readonly pointer: string;
  /** The keyword, or what the part is: `parameter`, `media type`, `security`. */
  readonly keyword: string;
  /** False when the request is made to break it. */
  readonly valid: boolean;
}

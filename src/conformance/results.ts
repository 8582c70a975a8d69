import type { Check } from './checks/check';
import type { Finding } from './finding';
import type { Phase } from './test-case';

/** What testing a service showed. */
export interface Results {
  /** Of the document: `info.title` and `info.version`. */
  readonly title: string;
  readonly version: string;
  /** The document's file, as it was named. */
  readonly spec: string;
  /** Where a part of the document stands. @param pointer JSON Pointer; @returns a line from 1 on */
  readonly placeOf: (pointer: string) => {
    readonly file: string;
    readonly line: number | undefined;
  };
  /** Of the service. */
  readonly url: string;
  /** The checks that were made. */
  readonly checks: readonly Pick<Check, 'id' | 'rule' | 'see'>[];
  readonly seed: number;
  /** In milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly phases: readonly PhaseResult[];
  readonly operations: readonly OperationResult[];
  /** Faults of the service first, then those of the document. */
  readonly findings: readonly Finding[];
  /** Requests by the judgement of them. */
  readonly judged: { readonly acceptance: number; readonly refusal: number; readonly open: number };
  readonly coverage: readonly CoveredPart[];
  /** What a reader should know beside: operations that no valid input reached, hooks that failed. */
  readonly notices: readonly string[];
}

export interface PhaseResult {
  readonly phase: Phase;
  readonly requests: number;
  readonly durationMs: number;
  /** Why it ended. */
  readonly ended: 'complete' | 'time' | 'requests' | Interruption;
}

/** Why a run ended before all was tested, though it had time and requests left. */
export type Interruption = 'interrupted' | 'service gone' | 'credentials ended';

export interface OperationResult {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** JSON Pointer of the operation. */
  readonly pointer: string;
  readonly requests: number;
  /** How often each status came, by its number; `none` where no response came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** False when a valid request never got a successful response. */
  readonly exercised: boolean;
}

/** A part of the document, and how often requests or responses exercised it. */
export interface CoveredPart {
  readonly operationId: string;
  readonly kind: 'status' | 'media type' | 'parameter' | 'keyword' | 'security' | 'header';
  /** JSON Pointer into the document. */
  readonly pointer: string;
  /** For a reader: `201`, `application/json`, `query limit`, `maxLength`. */
  readonly name: string;
  /** Requests, or responses, that keep it. */
  readonly valid: number;
  /** Requests that break it; 0 where nothing can. */
  readonly invalid: number;
  /** Nothing can break it, such as a status or what only responses have. */
  readonly unbreakable?: true;
}

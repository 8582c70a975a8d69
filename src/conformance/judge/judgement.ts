import type { FailureKind, RequestFault } from '../../contract';

/**
 * What the document has a service do with a request as it is sent: accept it, refuse it, or neither for
 * certain. The last is where the standards leave the answer open, or where two validators disagree; no
 * check follows from it.
 */
export type Judgement =
  | { readonly expected: 'acceptance'; readonly input: Readonly<Record<string, unknown>> }
  | {
      readonly expected: 'refusal';
      readonly kind: FailureKind;
      /** What is wrong with the request, for a reader. */
      readonly message: string;
      readonly faults: readonly RequestFault[];
    }
  | { readonly expected: 'open'; readonly reason: string };

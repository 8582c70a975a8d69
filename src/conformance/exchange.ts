import type { Judgement } from './judge/judgement';
import type { TestCase } from './test-case';

/** A test case that was sent, and what came of it. */
export interface Exchange {
  readonly testCase: TestCase;
  /** What the document has the service do with the request as it was sent. */
  readonly judgement: Judgement;
  /** A response, or why there is none. */
  readonly outcome: Outcome;
  /** When it was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly durationMs: number;
}

export type Outcome =
  | { readonly kind: 'response'; readonly response: ReceivedResponse }
  /** `timeout`: no complete response in time; `closed`: the connection ended before; `malformed`: no HTTP. */
  | { readonly kind: 'timeout' | 'closed' | 'malformed'; readonly message: string }
  /**
   * No connection could be made, of which there were some before; the request went out on an older one, or
   * not.
   */
  | { readonly kind: 'away'; readonly message: string; readonly mayBeSent: boolean };

/** A response as it came. */
export interface ReceivedResponse {
  readonly status: number;
  /** In the order and the case in which they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** All values of a header, in order. @param name in lower case */
export function headerValues({ headers }: ReceivedResponse, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

/** The response of an exchange; undefined where none came. */
export function responseOf({ outcome }: Exchange): ReceivedResponse | undefined {
  return outcome.kind === 'response' ? outcome.response : undefined;
}

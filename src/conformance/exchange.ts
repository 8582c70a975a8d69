import {
  type ExactNumbers,
  type FailureKind,
  isJson,
  parseJson,
  parseMediaType,
  type RequestFault,
} from '../contract';
import type { Operation } from '../generate/index';
import type { OperationRequest, OperationValues } from '../samples/requests/operation-request';

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
      readonly message: string;
      readonly faults: readonly RequestFault[];
    }
  | { readonly expected: 'open'; readonly reason: string };

/** How requests come about: `recorded` ones were sent by others. */
export type Phase = 'coverage' | 'random' | 'stateful' | 'recorded';

/** A request that is sent to see what the service does with it. */
export interface TestCase {
  readonly phase: Phase;
  /** Absent for a request that no operation covers. */
  readonly operation: Operation | undefined;
  /** Of a stateful one, the name of the sequence that it belongs to. */
  readonly sequence?: string;
  /** What it tries, for a reader: `title (body): one character more than maxLength (40)`. */
  readonly title: string;
  readonly request: OperationRequest;
  /** Whatever its path may be taken for, the operation took it. */
  readonly isRouted?: true;
  /** What was written as the request; absent where it was written by hand or recorded. */
  readonly values?: OperationValues;
  /** What of the input it is about, where `covers` does not say that. */
  readonly about?: string;
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
  readonly among?: (accepted: OperationValues, how?: Among) => TestCase | undefined;
  /** What the case is about may be the id of what is made, which may be in use, or of something that is not there. */
  readonly names?: 'itself' | 'another';
}

/** How a case is put among values that were accepted. */
export interface Among {
  /** Any text, by which members that are ids get new values. */
  readonly vary?: string;
  /** With other values for all that is no id, so that a service cannot take it for a retry. */
  readonly isOther?: true;
  /** What replaces the value that the case is about: an ordinary one, or a new one of the same form. */
  readonly value?: 'ordinary' | 'alike';
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

/** A test case that was sent, and its outcome. */
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
  | {
      readonly kind: 'timeout' | 'closed' | 'malformed';
      readonly message: string;
      /** Its status and its headers came in time. */
      readonly isBegun?: true;
    }
  /**
   * No connection could be made, of which there were some before; the request went out on an older one, or
   * not.
   */
  | { readonly kind: 'away'; readonly message: string; readonly mayBeSent: boolean };

export interface ReceivedResponse {
  readonly status: number;
  /** In the order and the case in which they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The connection was cut while items still came: the body is what had come until then. */
  readonly isCut?: true;
}

/** All values of a header of a message, in order. @param name in lower case */
export function headerValues(
  { headers }: Pick<ReceivedResponse, 'headers'>,
  name: string,
): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

export function responseOf({ outcome }: Exchange): ReceivedResponse | undefined {
  return outcome.kind === 'response' ? outcome.response : undefined;
}

/** The status; in place of one that did not come, why. */
export function statusOrReason(exchange: Exchange): number | string {
  return responseOf(exchange)?.status ?? exchange.outcome.kind;
}

export function hasSuccess(exchange: Exchange): boolean {
  const status = responseOf(exchange)?.status ?? 0;
  return status >= 200 && status < 300;
}

/** True for a valid request that got a success. */
export function isAccepted(exchange: Exchange): boolean {
  return exchange.judgement.expected === 'acceptance' && hasSuccess(exchange);
}

/**
 * The JSON of a response, its integers beyond 2^53 as bigints, as makers of values have them.
 *
 * @returns undefined where the response has no JSON
 */
export function jsonOf(response: ReceivedResponse): unknown {
  const [contentType = ''] = headerValues(response, 'content-type');
  if (!isJson(parseMediaType(contentType)?.essence ?? '')) return undefined;
  return exactJson(response.body);
}

/** @returns undefined for what is not JSON */
export function exactJson(bytes: Buffer): unknown {
  const json = parseJson(bytes);
  return 'fault' in json ? undefined : withIntegers(json.value, json.exact);
}

function withIntegers(value: unknown, exact: ExactNumbers): unknown {
  if (exact.isEmpty || typeof value !== 'object' || value === null) return value;
  const part = (key: string | number, member: unknown): unknown => {
    const number = exact.get(value, key);
    return typeof number === 'bigint' ? number : withIntegers(member, exact);
  };
  if (Array.isArray(value)) return value.map((item: unknown, index) => part(index, item));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, part(key, member)]));
}

/** A request that others sent, and its outcome. */
export interface RecordedExchange {
  /** Where it stands: the file with a line, or with the index of an entry. */
  readonly place: string;
  readonly request: OperationRequest;
  readonly response?: ReceivedResponse;
  /** Bodies that the recording does not have as they were sent; nothing can be said of them. */
  readonly withoutBody: readonly ('request' | 'response')[];
}

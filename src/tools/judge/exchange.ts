import {
  type ExactNumbers,
  type FailureKind,
  isJson,
  parseJson,
  parseMediaType,
  type RequestFault,
} from 'openapi-trellis/tools';
import type { Operation } from '../document';
import type { OperationRequest, OperationValues, HeaderField } from '../samples';

/**
 * The answer that the document requires to a request as it is sent: acceptance, refusal, or neither for certain.
 * The last is for answers that the standards leave open and requests about which two validators disagree; no
 * check depends on it.
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

/** The part of a run that a request belongs to; `recorded` requests were sent by others. */
export type Phase = 'coverage' | 'random' | 'stateful' | 'recorded';

/** A request to send, and its purpose. */
export interface TestCase {
  readonly phase: Phase;
  /** Absent for a request that no operation covers. */
  readonly operation: Operation | undefined;
  /** Name of the sequence that a stateful request belongs to. */
  readonly sequence?: string;
  /** Description of the request's purpose: `title (body): one character more than maxLength (40)`. */
  readonly title: string;
  readonly request: OperationRequest;
  /** The operation has certainly handled the request, even if its path matches others. */
  readonly isRouted?: true;
  /** The values that the request was written from; absent if it was written by hand or recorded. */
  readonly values?: OperationValues;
  /** The exchange whose request it repeats with a condition or a range. */
  readonly repeats?: Exchange;
  /** The part of the input that it is about, if `covers` does not say that. */
  readonly about?: string;
  /** The parts of the document that the request exercises. */
  readonly covers: readonly Covered[];
  /**
   * The same case with other values, such as another id, except for the part it is about; undefined if there are
   * no others. If the service refuses all of these, the part that the case is about is the reason.
   *
   * @param vary any text; another text gives other values
   */
  readonly again?: (vary: string) => TestCase | undefined;
  /** The same case, with accepted values for all parts but the one it is about; undefined if they do not fit. */
  readonly among?: (accepted: OperationValues, how?: Among) => TestCase | undefined;
  /** The same case with parts that are equal, rise and fall, for services that demand an order among parts. */
  readonly inOrder?: () => readonly TestCase[];
  /** The value under test may be an id: of the resource to create, or of another one, which may not exist. */
  readonly names?: 'itself' | 'another';
}

/** How a case is combined with accepted values. */
export interface Among {
  /** Any text, from which members that are ids get new values. */
  readonly vary?: string;
  /** Changes all values that are not ids, so the service cannot take the request for a retry. */
  readonly isOther?: true;
  /** Replaces the value under test: by an ordinary one, or by a new one of the same form. */
  readonly value?: 'ordinary' | 'alike';
}

/** A part of the document that a request exercises. */
export interface Covered {
  /** JSON Pointer of a schema keyword, a parameter, a media type or a security requirement. */
  readonly pointer: string;
  /** The keyword, or the kind of the part: `parameter`, `media type`, `security`. */
  readonly keyword: string;
  /** False if the request is made to break it. */
  readonly valid: boolean;
}

/** A test case that was sent, and its outcome. */
export interface Exchange {
  readonly testCase: TestCase;
  /** The answer that the document requires to the request as it was sent. */
  readonly judgement: Judgement;
  /** The response, or the reason why there is none. */
  readonly outcome: ExchangeOutcome;
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly durationMs: number;
}

export type ExchangeOutcome =
  | { readonly kind: 'response'; readonly response: ReceivedResponse }
  /** `timeout`: no complete response in time; `closed`: the connection ended before; `malformed`: not HTTP. */
  | {
      readonly kind: 'timeout' | 'closed' | 'malformed';
      readonly message: string;
      /** True if the status and the headers came in time. */
      readonly isBegun?: true;
    }
  /** No connection could be made any more. The request may have been sent on an older one. */
  | { readonly kind: 'away'; readonly message: string; readonly mayBeSent: boolean };

export interface ReceivedResponse {
  readonly status: number;
  /** Headers in the order and the case in which they came. */
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
  /** The connection was cut while items were still coming: `body` is incomplete. */
  readonly isCut?: true;
}

/** All values of a header of a message, in order. @param name in lower case */
export function headerValues(
  { headers }: Pick<ReceivedResponse, 'headers'>,
  name: string,
): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);
}

/** The media type of a message; undefined if it has none, or an invalid one. */
export function mediaTypeOf(
  message: Pick<ReceivedResponse, 'headers'>,
): ReturnType<typeof parseMediaType> {
  return parseMediaType(headerValues(message, 'content-type')[0] ?? '');
}

export function responseOf({ outcome }: Exchange): ReceivedResponse | undefined {
  return outcome.kind === 'response' ? outcome.response : undefined;
}

/** The status, or why none came. */
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
 * Parses the JSON body of a response. Integers beyond 2^53 are bigints, as in generated values.
 *
 * @returns undefined if the body is not JSON
 */
export function jsonOf(response: ReceivedResponse): unknown {
  if (!isJson(mediaTypeOf(response)?.essence ?? '')) return undefined;
  return exactJson(response.body);
}

/** @returns undefined for bytes that are not JSON */
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

/** A request that others sent, and its response. */
export interface RecordedExchange {
  /** Place in the recording: the file with a line, or with the index of an entry. */
  readonly place: string;
  readonly request: OperationRequest;
  readonly response?: ReceivedResponse;
  /** Bodies that the recording lacks or holds in another form than was sent; they cannot be judged. */
  readonly withoutBody: readonly ('request' | 'response')[];
}

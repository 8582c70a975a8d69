import type { Exchange } from './exchange';
import { getOrMake } from '../document';

/**
 * All reasons why a response is not judged, in addition to the questions that the standards leave open
 * (judge/open-questions.ts).
 */
export const reasons = {
  // Reasons in the document.
  undescribed: 'The document does not say what a service does with such a request',
  leftOut: 'The operation is left out for a fault of the document',
  inUse: 'The document does not say what a creation with an id that is in use gets',
  disagreement: 'Two validators disagree about the request, or it can be read in several ways',
  ambiguous: 'A parameter can be read as values of several types, of which one is not valid',
  readOnly: 'A service may ignore or refuse properties that are read-only',
  /** @see https://spec.openapis.org/oas/v3.1.1#discriminator-object */
  unlisted:
    'A service may refuse a value of a discriminator that names none of the schemas of the document',
  unusualBearer:
    'The standards do not say whether a service takes a bearer token of other characters than those of RFC 6750',
  // Reasons in the response.
  failuresAlone: 'The document states failures alone, so it leaves out what a valid request gets',
  formatEdge: 'Validators read the format of a value differently at its edges',
  ofState: 'The refusal says that something is not there, or is there already',
  otherCredentials: 'The refusal may be of other credentials than those of the security schemes',
  filesOfOtherTypes: 'The media type that is refused may be that of a file within the content',
  unprovenCredentials: 'No request with the credentials was taken, so they may not be valid',
  /** @see https://www.rfc-editor.org/rfc/rfc6750#section-3.1 */
  otherForm: 'Authorization of another form than the operation asks for may be a malformed request',
  itemsToCome: 'A service may send the status of items with the first of them, whenever that is',
  acceptedInvalid:
    'What comes back was accepted although the document forbids it, which is a failure itself',
  changed: 'A response has another value than was sent, which the document does not rule out',
  // Reasons found by further requests.
  refers: 'The value may have to name something that is there',
  taken: 'An id that is in use is refused in the same way, and this one may be',
  untried: 'The id may be in use, and no other was accepted in its place',
  acceptedOtherwise: 'With other values beside it, it is accepted',
  refusedOtherwise: 'With other values beside it, it is refused for another reason',
  notAgain: 'The same request again gets a complete response',
  noOthers: 'It cannot be tried again with other values',
  unavailable: 'The service answers 503 to what it accepted before, too',
  endedCredentials: 'The credentials have ended',
  runOver: 'The run was over before it was tried again',
} as const;

/** Requests of one operation that got no verdict for one reason. */
export interface NoVerdict {
  /** Absent for requests that no operation covers. */
  readonly operationId: string | undefined;
  readonly reason: string;
  readonly count: number;
  /** The first of them. */
  readonly cases: readonly NoVerdictCase[];
}

export interface NoVerdictCase {
  /** Description of the request's purpose. */
  readonly title: string;
  readonly method: string;
  readonly target: string;
  /** Absent if there was no response. */
  readonly status?: number;
}

/** Cases kept for each reason. */
const MOST_CASES = 20;

/** Counts requests without a verdict, by operation and reason. */
export class NoVerdicts {
  private readonly found = new Map<string, NoVerdict & { count: number; cases: NoVerdictCase[] }>();

  note({ testCase, outcome }: Exchange, reason: string): void {
    const { operation, title, request } = testCase;
    const operationId = operation?.operationId;
    const key = `${operationId ?? ''} ${reason}`;
    const known = getOrMake(this.found, key, () => ({ operationId, reason, count: 0, cases: [] }));
    known.count++;
    if (known.cases.length === MOST_CASES) return;
    const { method, target } = request;
    const status = outcome.kind === 'response' ? { status: outcome.response.status } : {};
    known.cases.push({ title, method, target, ...status });
  }

  get all(): readonly NoVerdict[] {
    return [...this.found.values()].sort((one, other) => other.count - one.count);
  }
}

/** Totals of all operations by reason, the most frequent first. */
export function byReason(noVerdicts: readonly NoVerdict[]) {
  const all = [...new Set(noVerdicts.map(({ reason }) => reason))].map((reason) => {
    const own = noVerdicts.filter((each) => each.reason === reason);
    const operations = own.map(({ operationId = 'no operation' }) => operationId);
    return { reason, count: own.reduce((sum, { count }) => sum + count, 0), operations };
  });
  return all.sort((one, other) => other.count - one.count);
}

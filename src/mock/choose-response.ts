import { type CompiledOperation, responseKeyFor } from '../contract';

/** A response of an operation, and the status to send it with. */
export interface ChosenResponse {
  readonly status: number;
  /** The key among the operation's responses; absent where it has none. */
  readonly key?: string;
}

/** Statuses that ranges and `default` are sent with. */
const RANGES: readonly (readonly [key: string, status: number])[] = [
  ['2XX', 200],
  ['default', 200],
  ['3XX', 300],
  ['4XX', 400],
  ['5XX', 500],
];

/**
 * The response for a status, if the document has one for it; undefined when it has none.
 *
 * @param code 200 to 599
 */
export function responseForCode(
  { responses }: CompiledOperation,
  code: number,
): ChosenResponse | undefined {
  const key = responseKeyFor(responses, code);
  return key === undefined ? undefined : { status: code, key };
}

/**
 * The lowest success, then `2XX`, then `default`, then the lowest that there is; 204 where the document
 * states none, and undefined where none of them is final.
 */
export function usualResponse({ responses }: CompiledOperation): ChosenResponse | undefined {
  if (Object.keys(responses).length === 0) return { status: 204 };
  const exact = Object.keys(responses)
    .filter((key) => /^[2-5]\d\d$/.test(key))
    .sort();
  const [success] = exact.filter((key) => key.startsWith('2'));
  if (success !== undefined) return { status: Number(success), key: success };
  const ranges = RANGES.filter(([key]) => Object.hasOwn(responses, key));
  const covering = ranges.find(([, status]) => status === 200);
  if (covering !== undefined) return { status: covering[1], key: covering[0] };
  const [lowest] = exact;
  if (lowest !== undefined) return { status: Number(lowest), key: lowest };
  const [first] = ranges;
  return first && { status: first[1], key: first[0] };
}

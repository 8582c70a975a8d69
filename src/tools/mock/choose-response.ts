import {
  acceptable,
  type CompiledOperation,
  responseKeyFor,
  isRange,
  matchMediaRange,
  parseAccept,
} from 'openapi-trellis/tools';
import { concreteMediaType, QUOTED, TOKEN, isJsonType } from '../samples';

/**
 * The client's preferences for a mocked response.
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-2
 */
export interface Preferences {
  /** `code=404`, or `status=404`: the status of the response, and the name that the client used. */
  readonly code?: { readonly name: 'code' | 'status'; readonly status: number };
  /** `example=name`: one of the document's named examples. */
  readonly example?: string;
  /** `dynamic=true`: a different generated value for each response. */
  readonly dynamic?: true;
}

const PREFERENCE = new RegExp(`^(${TOKEN})(?:[ \\t]*=[ \\t]*(${TOKEN}|${QUOTED})?)?`);
const LIST_ITEM = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/**
 * Reads Prefer headers. The first of repeated preferences counts, and unknown ones are ignored, as the standard
 * requires.
 */
export function parsePreferences(values: readonly string[]): Preferences {
  const given = new Map<string, string>();
  for (const item of values.join(',').match(LIST_ITEM) ?? []) {
    const [, name, value = ''] = PREFERENCE.exec(item.trim()) ?? [];
    if (name === undefined || given.has(name.toLowerCase())) continue;
    given.set(name.toLowerCase(), unquote(value));
  }
  const name = given.has('code') ? 'code' : 'status';
  const code = given.get(name) ?? '';
  const example = given.get('example');
  return {
    ...(/^[2-5]\d\d$/.test(code) && { code: { name, status: Number(code) } }),
    ...(example !== undefined && { example }),
    ...(given.get('dynamic') === 'true' && { dynamic: true as const }),
  };
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
}

export interface ChosenResponse {
  readonly status: number;
  /** The key among the operation's responses; absent if it has none. */
  readonly key?: string;
}

/** Statuses for ranges and `default`. */
const RANGES: readonly (readonly [key: string, status: number])[] = [
  ['2XX', 200],
  ['default', 200],
  ['3XX', 300],
  ['4XX', 400],
  ['5XX', 500],
];

/**
 * The documented response for a status; undefined if there is none.
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
 * The lowest success, then `2XX`, then `default`, then the lowest response; 204 if the document has no responses,
 * and undefined if none of them is final.
 */
export function defaultResponse(operation: CompiledOperation): ChosenResponse | undefined {
  const { responses } = operation;
  if (Object.keys(responses).length === 0) return { status: 204 };
  const exact = Object.keys(responses)
    .filter((key) => /^[2-5]\d\d$/.test(key))
    .sort();
  const [success] = successesOf(operation);
  if (success !== undefined) return success;
  const ranges = RANGES.filter(([key]) => Object.hasOwn(responses, key));
  const covering = ranges.find(([, status]) => status === 200);
  if (covering !== undefined) return { status: covering[1], key: covering[0] };
  const [lowest] = exact;
  if (lowest !== undefined) return { status: Number(lowest), key: lowest };
  const [first] = ranges;
  return first && { status: first[1], key: first[0] };
}

/** The successes with statuses of their own, the lowest first. */
export function successesOf({ responses }: CompiledOperation): ChosenResponse[] {
  const keys = Object.keys(responses).filter((key) => /^2\d\d$/.test(key));
  return keys.sort().map((key) => ({ status: Number(key), key }));
}

/**
 * The media type of a response that the client prefers; among equals JSON, the usual type of examples. If the client
 * accepts none of them, Accept is ignored.
 * @param offers the keys of the response's content
 * @param accept the values of Accept headers
 * @param isWritable false for those that are chosen only if the client accepts no other
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function chooseMediaType(
  offers: readonly string[],
  accept: readonly string[],
  isWritable: (offer: string) => boolean = () => true,
): string | undefined {
  const rank = (offer: string): number => Number(!isJsonType(memberOf(offer, accept)));
  const ranked = offers.toSorted((one, other) => rank(one) - rank(other));
  const accepted = acceptable(parseAccept(accept), ranked);
  return accepted.find(isWritable) ?? accepted[0] ?? ranked[0];
}

/** A media type of a range: the client's preferred one, else a usual one. */
export function memberOf(range: string, accept: readonly string[]): string {
  if (!range.includes('*')) return range;
  const [asked] = (parseAccept(accept) ?? [])
    .filter(({ range: each, weight }) => weight > 0 && !isRange(each.essence))
    .filter(({ range: each }) => matchMediaRange([range], each) !== undefined)
    .toSorted((one, other) => other.weight - one.weight);
  return asked?.range.essence ?? concreteMediaType(range);
}

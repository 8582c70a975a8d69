import type { CompiledOperation } from '../compiled-contract';
import { codingNamed, type SentCoding, sentCodings } from '../content-codings';
import { Failure, failureKinds } from '../failure';
import { memoize, memoizeByText } from '../memoize';
import {
  isRange,
  parseMediaType,
  specificity,
  type MediaType,
  parseParameters,
} from '../media-type';

/**
 * Content negotiation by media type.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */

/** The media ranges of an Accept header with their weights, 0 to 1. */
export type Accept = readonly { readonly range: MediaType; readonly weight: number }[];

/**
 * Parses the values of Accept headers.
 *
 * @returns undefined when the client accepts anything: the header is absent, empty or malformed
 */
export function parseAccept(values: readonly string[]): Accept | undefined {
  const [only] = values;
  if (only === undefined || (values.length === 1 && only === '*/*')) return undefined;
  const accept = acceptOf(values.length === 1 ? only : values.join(','));
  return accept.length === 0 ? undefined : accept;
}

/** Clients repeat a few values. A malformed one yields an empty list. */
const acceptOf = memoizeByText((text): Accept => {
  const accept = splitList([text]).map(parseItem);
  return accept.includes(undefined) ? [] : accept.filter((item) => item !== undefined);
});

function parseItem(text: string): Accept[number] | undefined {
  const parsed = parseMediaType(text);
  if (parsed === undefined) return undefined;
  const { q, ...parameters } = parsed.parameters;
  const weight = parseWeight(q);
  return weight === undefined
    ? undefined
    : { range: { essence: parsed.essence, parameters }, weight };
}

/**
 * The media types that a client accepts, best first; equal ones keep their order.
 *
 * @param offers media types, or ranges of which any type might be sent
 */
export function acceptable(accept: Accept | undefined, offers: readonly string[]): string[] {
  if (accept === undefined) return [...offers];
  return offers
    .map((offer) => ({ offer, weight: weightOf(accept, offer) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ offer }) => offer);
}

/** The weight of the most specific range that covers the offer. */
function weightOf(accept: Accept, offer: string): number {
  const offered = parseMediaType(offer);
  if (offered === undefined) return 0;
  let best = { specificity: 0, weight: 0 };
  for (const { range, weight } of accept) {
    const value = specificity(range, offered);
    if (value > best.specificity) best = { specificity: value, weight };
  }
  if (best.specificity > 0 || !isRange(offered.essence)) return best.weight;
  // Within an offered range, any type that the client names may be sent.
  const within = accept.filter(({ range }) => specificity(offered, range) > 0);
  return within.reduce((most, { weight }) => Math.max(most, weight), 0);
}

/**
 * Lists of weighted items, such as the value of Accept.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2
 */

/** The items of all values of a header, without empty ones; commas inside quotes do not separate. */
function splitList(values: readonly string[]): string[] {
  const items = values.join(',').match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** A weight of 0 to 1 from the value of `q`; undefined when it is malformed. */
function parseWeight(q = '1'): number | undefined {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : undefined;
}

/** The refusal of a client that accepts only these media types; undefined where it is served. */
export type Negotiate = (accept: Accept | undefined) => Failure | undefined;

/**
 * Makes the function that refuses a request whose client accepts no media type of the operation, before the operation
 * starts. Where success may have no content, every client is served.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.5.7
 */
export function negotiateFor({ responses }: CompiledOperation): Negotiate {
  const keys = Object.keys(responses);
  const successes = keys.filter((key) => key.startsWith('2'));
  const offers = (successes.length > 0 ? successes : keys.filter((key) => key === 'default')).map(
    (key) => Object.keys(responses[key]?.content ?? {}),
  );
  const hasEmpty = offers.length === 0 || offers.some((mediaTypes) => mediaTypes.length === 0);
  if (hasEmpty) return () => undefined;
  const all = [...new Set(offers.flat())];
  const refused = new Failure(
    failureKinds.notAcceptable,
    `The operation offers ${all.join(' or ')}, which the Accept header does not allow`,
  );
  const isAcceptable = memoize((accept: Accept) => acceptable(accept, all).length > 0);
  return (accept) => (accept === undefined || isAcceptable(accept) ? undefined : refused);
}

/**
 * Negotiation of content codings.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */

const ANY = '*';

/** Below any weight that can be sent: content without a coding is acceptable, but not requested. */
const UNASKED = 0.0001;

/**
 * The content coding that a client prefers; of equal weights, the first wins.
 *
 * @param values the values of its Accept-Encoding headers; a malformed one is ignored
 * @returns undefined when the client accepts none of them
 */
export function chooseContentCoding(values: readonly string[]): SentCoding | undefined {
  const weights = parseAcceptEncoding(values) ?? new Map<string, number>();
  let best: SentCoding | undefined;
  let bestWeight = 0;
  for (const offer of sentCodings) {
    const unnamed = offer.name === 'identity' ? UNASKED : 0;
    const weight = weights.get(offer.name) ?? weights.get(ANY) ?? unnamed;
    if (weight > bestWeight) [best, bestWeight] = [offer, weight];
  }
  return best;
}

/** Weights by coding in lower case; undefined when the header is malformed. */
function parseAcceptEncoding(values: readonly string[]): ReadonlyMap<string, number> | undefined {
  const weights = new Map<string, number>();
  for (const item of splitList(values)) {
    const [start = '', name = ''] = /^([^\s;]+)[ \t]*/.exec(item) ?? [];
    const parameters = parseParameters(item, start.length);
    const weight = parameters && parseWeight(parameters.q);
    if (name === '' || weight === undefined) return undefined;
    const coding = name.toLowerCase();
    weights.set(codingNamed(coding, sentCodings)?.name ?? coding, weight);
  }
  return weights;
}

/**
 * Adds a request field to Vary: caches learn that the response depends on it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.5
 */
export function addVary(headers: Record<string, string | readonly string[]>, field: string): void {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'vary') ?? 'Vary';
  const fields = [headers[name] ?? []].flat().flatMap((value) => value.split(','));
  const said = fields.map((each) => each.trim().toLowerCase());
  if (said.includes('*') || said.includes(field.toLowerCase())) return;
  headers[name] = [...fields.map((each) => each.trim()), field].join(', ');
}

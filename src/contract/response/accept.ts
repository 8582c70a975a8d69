import { isRange, parseMediaType, specificity, type MediaType } from '../media-type';
import { parseWeight, splitList } from './weighted-list';

/**
 * What a client wants to get.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */

/** The media ranges of an Accept header with their weights, 0 to 1. */
export type Accept = readonly { readonly range: MediaType; readonly weight: number }[];

/**
 * Reads the values of Accept headers.
 *
 * @returns undefined when the client takes anything: the header is absent, empty or not well-formed
 */
export function parseAccept(values: readonly string[]): Accept | undefined {
  if (values.length === 0 || (values.length === 1 && values[0] === '*/*')) return undefined;
  const items = splitList(values);
  if (items.length === 0) return undefined;
  const accept = items.map(parseItem);
  return accept.includes(undefined) ? undefined : accept.filter((item) => item !== undefined);
}

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
 * The media types that a client takes, the best first; equal ones keep their order.
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
  // Of a range that is offered, a type that the client names may be sent.
  const within = accept.filter(({ range }) => specificity(offered, range) > 0);
  return Math.max(0, ...within.map(({ weight }) => weight));
}

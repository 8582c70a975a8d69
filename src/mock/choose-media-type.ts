import { isJson, matchMediaRange, parseMediaType } from '../contract';
import { concreteMediaType } from '../samples/requests/serialize-body';

/**
 * The media type of a response that the client likes best; of equal ones JSON, which examples are
 * mostly written for. When it takes none of them, as if it had not said anything.
 *
 * @param offers the keys of the response's content
 * @param accept the values of Accept headers
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function chooseMediaType(
  offers: readonly string[],
  accept: readonly string[],
): string | undefined {
  const weights = weightsOf(accept);
  const ranked = offers
    .map((offer) => ({ offer, worth: worthOf(offer, weights) }))
    .sort((a, b) => b.worth - a.worth);
  return ranked[0]?.offer;
}

/** A media type of a range: the one that the client likes best, else a usual one. */
export function memberOf(range: string, accept: readonly string[]): string {
  return member(range, weightsOf(accept));
}

function member(range: string, weights: ReadonlyMap<string, number>): string {
  if (!range.includes('*')) return range;
  const [asked] = [...weights]
    .filter(([essence, weight]) => weight > 0 && isWithin(essence, range))
    .sort(([, a], [, b]) => b - a);
  return asked?.[0] ?? concreteMediaType(range);
}

function isWithin(essence: string, range: string): boolean {
  const mediaType = essence.includes('*') ? undefined : parseMediaType(essence);
  return mediaType !== undefined && matchMediaRange([range], mediaType) !== undefined;
}

function weightsOf(accept: readonly string[]): ReadonlyMap<string, number> {
  const items = accept.join(',').split(',');
  const parsed = items.map((item) => parseMediaType(item)).filter((item) => item !== undefined);
  return new Map(parsed.map(({ essence, parameters }) => [essence, Number(parameters.q ?? 1)]));
}

function worthOf(offer: string, weights: ReadonlyMap<string, number>): number {
  const mediaType = parseMediaType(member(offer, weights));
  if (mediaType === undefined) return 0;
  const range = matchMediaRange([...weights.keys()], mediaType);
  const weight = range === undefined ? 0 : (weights.get(range) ?? 0);
  return weight + (isJson(mediaType.essence) ? 0.0001 : 0);
}

import { parseParameters } from '../media-type';
import { parseWeight, splitList } from './weighted-list';

/**
 * Content codings, and what a client says of them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */

export const contentCodings = { brotli: 'br', gzip: 'gzip', identity: 'identity' } as const;

export type ContentCoding = (typeof contentCodings)[keyof typeof contentCodings];

const ANY = '*';

/** Names that mean the same (section 8.4.1.3). */
const ALIASES: ReadonlyMap<string, string> = new Map([['x-gzip', contentCodings.gzip]]);

/** Less than any weight that can be sent: content without a coding is taken, but was not asked for. */
const UNASKED = 0.0001;

/**
 * The content coding that a client wants most.
 *
 * @param values those of its Accept-Encoding headers; one that is not well-formed counts as none
 * @param offers codings, `identity` among them if content can be sent as it is; of equal ones, the first
 * @returns undefined when the client takes none of them
 */
export function chooseContentCoding(
  values: readonly string[],
  offers: readonly ContentCoding[],
): ContentCoding | undefined {
  const weights = parseAcceptEncoding(values) ?? new Map<string, number>();
  let best: ContentCoding | undefined;
  let bestWeight = 0;
  for (const offer of offers) {
    const unnamed = offer === contentCodings.identity ? UNASKED : 0;
    const weight = weights.get(offer) ?? weights.get(ANY) ?? unnamed;
    if (weight > bestWeight) [best, bestWeight] = [offer, weight];
  }
  return best;
}

/** Weights by coding in lower case; undefined when the header is not well-formed. */
function parseAcceptEncoding(values: readonly string[]): ReadonlyMap<string, number> | undefined {
  const weights = new Map<string, number>();
  for (const item of splitList(values)) {
    const [start = '', name = ''] = /^([^\s;]+)[ \t]*/.exec(item) ?? [];
    const parameters = parseParameters(item, start.length);
    const weight = parameters && parseWeight(parameters.q);
    if (name === '' || weight === undefined) return undefined;
    const coding = name.toLowerCase();
    weights.set(ALIASES.get(coding) ?? coding, weight);
  }
  return weights;
}

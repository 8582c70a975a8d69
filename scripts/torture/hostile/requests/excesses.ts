import { chunkedDraft, withHeaders, type Header } from '../../../bench/request-text';
import type { Random } from '../../../random';
import { inBytes } from './bodies';
import { createRecipe } from './request';

/** Requests that cost a server more than they are worth. */

/** More than a server takes, however it counts. */
const MANY_HEADERS = { least: 1_001, most: 2_000 };
const LARGE_HEADER = { least: 20_000, most: 60_000 };

/** More one-byte chunks than are a mistake of an honest client. */
const WASTED_CHUNKS = { least: 10_000, most: 20_000 };

/** Too many headers, or one that is too large. */
export const excessiveHeaders = createRecipe('', [431], 'either', (draft, random) => {
  const { kind, headers } = random.pick([many, repeated, large])(random);
  return { kind, ...withHeaders(draft, ...headers) };
});

/** One thousand Hosts and more are too many headers and no Host at all. */
export const excessiveHosts = createRecipe(
  'Host a thousand times',
  [400, 431],
  'either',
  (draft, random) =>
    withHeaders(draft, ...times(random.integer(1_000, MANY_HEADERS.most), ['Host', 'a'])),
);

/** A target that no header limit allows. */
export const excessiveTarget = createRecipe(
  'too large a target',
  [414, 431],
  'either',
  (draft, random) => ({ ...draft, target: `/${'a'.repeat(within(random, LARGE_HEADER))}` }),
);

/** A good body in a wasteful coding, which a server may refuse to take to its end. */
export const wastefulChunks = createRecipe(
  'thousands of one-byte chunks',
  [200, 400, 413],
  'either',
  ({ body }, random) => chunkedDraft(inBytes(body + ' '.repeat(within(random, WASTED_CHUNKS)))),
);

interface Excess {
  readonly kind: string;
  readonly headers: readonly Header[];
}

function many(random: Random): Excess {
  return { kind: 'too many headers', headers: times(within(random, MANY_HEADERS), ['a', 'b']) };
}

function repeated(random: Random): Excess {
  const name = random.pick(['Accept', 'Cookie', 'X-Forwarded-For']);
  const value = name === 'Accept' ? 'a/b' : 'a=b';
  const count = random.integer(1_000, MANY_HEADERS.most);
  return { kind: `${name} thousands of times`, headers: times(count, [name, value]) };
}

function large(random: Random): Excess {
  const length = within(random, LARGE_HEADER);
  const name = random.pick(['X', 'Cookie', 'Accept', 'x'.repeat(length)]);
  return { kind: 'too large a header', headers: [[name, 'y'.repeat(length)]] };
}

function within(random: Random, { least, most }: { least: number; most: number }): number {
  return random.integer(least, most);
}

function times(count: number, header: Header): Header[] {
  return Array.from({ length: count }, () => header);
}

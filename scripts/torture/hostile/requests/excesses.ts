import type { Random } from '../../../examples/random';
import { chunkedDraft, createDraft, inBytes, textOf, type Draft, type Header } from './http-text';
import { bodyOf } from './plants';
import type { Recipe } from './request';

/** Requests that cost a server more than they are worth. */

/** More than a server takes, however it counts. */
const MANY_HEADERS = { least: 1_001, most: 2_000 };
const LARGE_HEADER = { least: 20_000, most: 60_000 };

/** More one-byte chunks than are a mistake of an honest client. */
const WASTED_CHUNKS = { least: 10_000, most: 20_000 };

/** Too many headers, or one that is too large. */
export const excessiveHeaders: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const { kind, headers } = random.pick([many, repeated, large])(random);
  const draft = createDraft(bodyOf(random, plant));
  const bytes = textOf({ ...draft, headers: [...draft.headers, ...headers] });
  return { kind, bytes, expected: { statuses: [431], connection: 'either', plant } };
};

/** One thousand Hosts and more are too many headers and no Host at all. */
export const excessiveHosts: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = createDraft(bodyOf(random, plant));
  const hosts = times(random.integer(1_000, 2_000), ['Host', 'a']);
  const bytes = textOf({ ...draft, headers: [...draft.headers, ...hosts] });
  const expected = { statuses: [400, 431], connection: 'either', plant } as const;
  return { kind: 'Host a thousand times', bytes, expected };
};

/** A target that no header limit allows. */
export const excessiveTarget: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const target = `/${'a'.repeat(random.integer(LARGE_HEADER.least, LARGE_HEADER.most))}`;
  const bytes = textOf({ ...createDraft(bodyOf(random, plant)), target });
  const expected = { statuses: [414, 431], connection: 'either', plant } as const;
  return { kind: 'too large a target', bytes, expected };
};

/** A good body in a wasteful coding, which a server may refuse to take to its end. */
export const wastefulChunks: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const padding = ' '.repeat(random.integer(WASTED_CHUNKS.least, WASTED_CHUNKS.most));
  const draft: Draft = chunkedDraft(inBytes(bodyOf(random, plant) + padding));
  const expected = { statuses: [200, 400, 413], connection: 'either', plant } as const;
  return { kind: 'thousands of one-byte chunks', bytes: textOf(draft), expected };
};

interface Excess {
  readonly kind: string;
  readonly headers: readonly Header[];
}

function many(random: Random): Excess {
  const count = random.integer(MANY_HEADERS.least, MANY_HEADERS.most);
  return { kind: 'too many headers', headers: times(count, ['a', 'b']) };
}

function repeated(random: Random): Excess {
  const name = random.pick(['Accept', 'Cookie', 'X-Forwarded-For']);
  const value = name === 'Accept' ? 'a/b' : 'a=b';
  const count = random.integer(1_000, MANY_HEADERS.most);
  return { kind: `${name} thousands of times`, headers: times(count, [name, value]) };
}

function large(random: Random): Excess {
  const length = random.integer(LARGE_HEADER.least, LARGE_HEADER.most);
  const name = random.pick(['X', 'Cookie', 'Accept', 'x'.repeat(length)]);
  return { kind: 'too large a header', headers: [[name, 'y'.repeat(length)]] };
}

function times(count: number, header: Header): Header[] {
  return Array.from({ length: count }, () => header);
}

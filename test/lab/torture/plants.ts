import type { Plant } from '../../../src/plant-store/plants/plant-store';
import type { Random } from '../../../src/tools/cli/random';

/** Plants of any int64 and any string, with more than their share of what stores get wrong. */

const EDGE_IDS = [
  ...[-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) - 1n],
  ...[0n, 1n, -1n, 2n ** 31n, 2n ** 32n],
];

/** Texts that a name or tag is made of. */
const PIECES = [
  ...['Monstera', 'deliciosa', 'Ginkgo', ' ', 'a', 'Z', '7', '-', 'é', 'ß', '漢字', '🌱', '👩‍🌾'],
  ...['\0', '\ud83c', '\udf31', '\\', '\\\\', '\\0', '\\uD83C', '"', "'", '\n', '\r', '\t'],
  ...['\u2028', '\ufeff', '\uffff', '\u007f', 'NULL', '%s', '$1', ',', ';', '{', '}'],
];

const LONG_TEXT_PIECES = 1_500;

/** An id that may be one that was given before. */
export function randomId(random: Random): bigint {
  const kind = random.integer(0, 99);
  if (kind === 0) return random.pick(EDGE_IDS);
  const low = BigInt(random.integer(0, 2 ** 32 - 1));
  if (kind < 10) return low;
  return BigInt.asIntN(64, (BigInt(random.integer(0, 2 ** 32 - 1)) << 32n) | low);
}

/** Name and tag; the tag is absent, empty or a text. */
export function randomPlant(random: Random, id: bigint): Plant {
  const name = randomText(random);
  if (random.chance(0.3)) return { id, name };
  return { id, name, tag: random.chance(0.2) ? '' : randomText(random) };
}

/** The same plant but for its name, its tag or the absence of its tag. */
export function alteredPlant(random: Random, { id, name, tag }: Plant): Plant {
  if (random.chance(0.5)) return { id, name: `${name}${random.pick(PIECES)}`, ...withTag(tag) };
  return tag === undefined ? { id, name, tag: '' } : { id, name };
}

export function isSamePlant(one: Plant, other: Plant): boolean {
  return one.id === other.id && one.name === other.name && one.tag === other.tag;
}

function withTag(tag: string | undefined): { tag?: string } {
  return tag === undefined ? {} : { tag };
}

function randomText(random: Random): string {
  const length = random.chance(0.002) ? LONG_TEXT_PIECES : random.integer(0, 8);
  return Array.from({ length }, () => random.pick(PIECES)).join('');
}

import type { Plant } from '../../../src/plant-store/plants/plant-store';
import type { Random } from '../../../src/cli/random';

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

/** More plants than a connection sends. */
const PLANTS_PER_CONNECTION = 2n ** 24n;

/** Odd, so that a product with it is another id for each number, anywhere among the 64-bit integers. */
const SPREAD = 0x9e3779b97f4a7c15n;

/**
 * In the name of a plant whose request may arrive changed, so many of them that a few changes leave two
 * beside each other. Other names have none.
 */
const MARK = '~'.repeat(32);
const MARKED = '~~';

/** True for a plant of a request that may have been changed on its way: it may be kept, in any form. */
export function isMarked({ name, tag }: Plant): boolean {
  return name.includes(MARKED) || tag?.includes(MARKED) === true;
}

/** The plants of one connection. */
export class PlantSource {
  private made = 0;

  /** @param connection a number that no other source of the run has */
  constructor(
    private readonly random: Random,
    private readonly connection: number,
  ) {}

  /** The next one; its id and its name are its own in the whole run. */
  next(): Plant {
    const { random, connection } = this;
    const number = BigInt(connection) * PLANTS_PER_CONNECTION + BigInt(++this.made);
    const plant = randomPlant(random, idOf(random, number));
    return { ...plant, name: `${plant.name} ${connection}.${this.made}` };
  }

  /** One for a request that may arrive changed. */
  nextMarked(): Plant {
    const { name } = this.next();
    // So many digits that no few changes make an id of another plant of it.
    const id = BigInt(this.random.integer(2 ** 31, 2 ** 32 - 1)) * 2n ** 30n;
    return { id: id + BigInt(this.random.integer(0, 2 ** 30 - 1)), name: `${MARK}${name}` };
  }
}

/** Small ones, negative ones, and ones of all 64 bits. */
function idOf(random: Random, number: bigint): bigint {
  const kind = random.integer(0, 9);
  if (kind === 0) return number;
  if (kind === 1) return -number;
  return BigInt.asIntN(64, number * SPREAD);
}

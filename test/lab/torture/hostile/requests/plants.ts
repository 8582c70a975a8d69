import type { Plant } from '../../../../../src/plant-store/plants/plant';
import type { Random } from '../../../../../src/cli/random';
import { randomPlant } from '../../plants';

/** Plants that tell by their names which request they are of. */

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

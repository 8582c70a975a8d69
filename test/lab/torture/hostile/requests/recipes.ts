import type { Random } from '../../../../../src/cli/random';
import * as creates from './creates';
import { framingFault } from './framing-faults';
import * as reads from './reads';
import * as refused from './refused';
import type { Recipe } from './request';

/** Recipes with how often each is taken, among the ones of its list. */
export type Menu = readonly (readonly [weight: number, recipe: Recipe])[];

/** After each of these the connection goes on. */
export const LASTING: Menu = [
  [500, creates.plainCreate],
  [80, creates.chunkedCreate],
  [20, creates.bytewiseCreate],
  [30, creates.expectingCreate],
  [30, creates.absoluteCreate],
  [120, reads.anyRead],
  [8, reads.readDocument],
  [12, reads.readWithBody],
  [50, refused.unauthorizedCreate],
  [25, refused.mistypedCreate],
  [50, refused.misshapenCreate],
  [15, refused.emptyCreate],
];

/** After each of these the connection ends, as HTTP has it. */
export const LAST: Menu = [
  [4, creates.lastCreate],
  [2, reads.lastRead],
  [2, creates.oldCreate],
];

/** After each of these the connection ends, since the framing cannot be trusted. */
export const FATAL: Menu = [[1, framingFault]];

/** Whether the connection goes on after one of these is for the server to say. */
export const DOUBTFUL: Menu = [
  [12, refused.excessiveHeaders],
  [3, refused.excessiveHosts],
  [3, refused.excessiveTarget],
  [2, refused.wastefulChunks],
  [1, refused.oversizedCreate],
  [12, refused.unexpectedCreate],
  [8, refused.unauthorizedExpectation],
  [8, creates.upgradingCreate],
  [4, creates.oldLastingCreate],
  [4, reads.upgradingRead],
  [6, refused.hostless],
];

export const TUNNELS: Menu = [[1, refused.connect]];

/** An item of a list that has one, by the weights there. */
export function pickWeighted<Item>(
  random: Random,
  items: readonly (readonly [weight: number, item: Item])[],
): Item {
  const total = items.reduce((sum, [weight]) => sum + weight, 0);
  let left = random.integer(0, total - 1);
  for (const [weight, item] of items) {
    if (left < weight) return item;
    left -= weight;
  }
  throw new Error('The list has no item');
}

import { Random } from '../../cli';

/** The choices that made a value, and separately those of its parts. */
export interface ChoiceTree {
  /** The distance of each choice from the lowest one. */
  readonly own: readonly number[];
  readonly parts: readonly ChoiceTree[];
}

interface OpenTree extends ChoiceTree {
  readonly own: number[];
  readonly parts: OpenTree[];
}

export const SIMPLEST: ChoiceTree = { own: [], parts: [] };

/**
 * Decides between alternatives for the generators of values, at random or by recorded choices, and records the
 * outcome. The lowest choice is always the simplest.
 */
export class Choices {
  private kept: OpenTree = { own: [], parts: [] };
  private given: ChoiceTree = SIMPLEST;
  private readonly random: Random | undefined;

  /** @param source a tree is followed as far as it fits; all further choices are the simplest */
  constructor(source: Random | ChoiceTree) {
    if (source instanceof Random) this.random = source;
    else this.given = source;
  }

  /** The choices so far. */
  get tree(): ChoiceTree {
    return this.kept;
  }

  /**
   * An integer from `least` to `most`, both included.
   *
   * @param likely values to return often; low ones are then frequent too
   */
  integer(least: number, most: number, likely: readonly number[] = []): number {
    return (
      least + this.choose(most - least, (random) => drawn(random, least, most, likely) - least)
    );
  }

  /** False is simpler. */
  chance(probability: number): boolean {
    return this.choose(1, (random) => Number(random.chance(probability))) === 1;
  }

  /** @param items at least one, the simplest first */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.integer(0, items.length - 1)] as Item;
  }

  /**
   * Makes a part of the value, with choices separate from those around it.
   *
   * @param takes returns false for an unused part, whose choices are dropped
   */
  part<Result>(make: () => Result, takes?: (result: Result) => boolean): Result {
    const { kept, given } = this;
    this.kept = { own: [], parts: [] };
    this.given = given.parts[kept.parts.length] ?? SIMPLEST;
    const result = make();
    if (takes?.(result) !== false) kept.parts.push(this.kept);
    this.kept = kept;
    this.given = given;
    return result;
  }

  /**
   * Makes parts one by one, from `least` to `most`, until one cannot be made.
   *
   * @param make returns false when there is no part at the index, which ends the parts
   */
  repeat(least: number, most: number, make: (index: number) => boolean): void {
    const wanted = this.random === undefined ? most : countFrom(this.random, least, most);
    for (let index = 0; index < most; index++) {
      // Each part records its own presence, which lets any of them be removed.
      const isThere = (): boolean => this.choose(1, () => Number(index < wanted)) === 1;
      if (!this.part(() => (isThere() || index < least) && make(index))) return;
    }
  }

  private choose(most: number, draw: (random: Random) => number): number {
    const { own } = this.kept;
    const choice = this.random
      ? draw(this.random)
      : Math.min(most, this.given.own[own.length] ?? 0);
    own.push(choice);
    return choice;
  }
}

/** Integers up to this distance from the lowest count as small. */
const SMALL = 16;

function drawn(random: Random, least: number, most: number, likely: readonly number[]): number {
  if (likely.length === 0) return random.integer(least, most);
  const way = random.integer(0, 5);
  if (way <= 1) return random.pick(likely);
  return random.integer(least, way <= 4 ? Math.min(most, least + SMALL) : most);
}

/** The usual number of parts beyond the required ones. */
const DEFAULT_PARTS = 3;

/** Upper bounds on the number of parts that are often reached. */
const NEAR = 20;

function countFrom(random: Random, least: number, most: number): number {
  if (most <= least) return least;
  const way = random.integer(0, 5);
  if (way === 0) return least;
  if (way === 1 && most - least <= NEAR) return most;
  return Math.min(most, least + random.integer(0, DEFAULT_PARTS));
}

/** True when the first makes a simpler value: with fewer or lower choices. */
export function isSimpler(one: ChoiceTree, other: ChoiceTree): boolean {
  const [count, otherCount] = [countOf(one), countOf(other)];
  if (count !== otherCount) return count < otherCount;
  const [first, second] = [flat(one), flat(other)];
  const at = first.findIndex((choice, index) => choice !== second[index]);
  return at >= 0 && (first[at] ?? 0) < (second[at] ?? 0);
}

function countOf({ own, parts }: ChoiceTree): number {
  let count = own.length;
  for (const part of parts) count += countOf(part);
  return count;
}

function flat({ own, parts }: ChoiceTree): number[] {
  return [...own, ...parts.flatMap(flat)];
}

/** Choices simpler than the given ones, the largest steps first. Several may make the same value. */
export function* simplerChoices(tree: ChoiceTree): Generator<ChoiceTree> {
  const { own, parts } = tree;
  if (own.length === 0 && parts.length === 0) return;
  yield SIMPLEST;
  // Replaces a value by one inside it, for recursive schemas.
  for (const part of parts) yield* within(part);
  for (let count = parts.length; count >= 1; count = Math.floor(count / 2)) {
    for (let at = 0; at + count <= parts.length; at += count) {
      yield { own, parts: parts.toSpliced(at, count) };
    }
  }
  for (const [at, choice] of own.entries()) {
    for (const lower of lowerThan(choice)) yield { own: own.with(at, lower), parts };
  }
  for (const [at, part] of parts.entries()) {
    for (const simpler of simplerChoices(part)) yield { own, parts: parts.with(at, simpler) };
  }
}

/** Levels of parts between a value and another value of the same schema. */
const LEVELS = 6;

function* within({ parts }: ChoiceTree, levels = LEVELS): Generator<ChoiceTree> {
  if (levels === 0) return;
  for (const part of parts) {
    if (part.parts.length > 0) yield part;
    yield* within(part, levels - 1);
  }
}

/** Yields 0, then values ever closer to the choice. */
function* lowerThan(choice: number): Generator<number> {
  for (let less = choice; less >= 1; less = Math.floor(less / 2)) yield choice - less;
}

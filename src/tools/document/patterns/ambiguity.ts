import { pathsFrom, loopsOf, type Graph } from '../graph';
import type { PositionGraph } from './positions';
import { greatestOf } from '../model/extremes';

/** How the worst-case time of a backtracking matcher grows with the length of the text. */
export interface Growth {
  /** `unknown` when the analysis would take too long. */
  readonly growth: 'linear' | 'polynomial' | 'exponential' | 'unknown';
  /** Source texts of up to two loops that can match one text in several ways. */
  readonly loops: readonly string[];
  /** True when one of the loops is the search for the start of the match. */
  readonly isSearch: boolean;
}

/** Steps spent on one pattern before its growth counts as `unknown`. */
const MAX_STEPS = 300_000;

/** Bounded loops and optional parts with up to this many ways count as linear. */
const MAX_WAYS = 10_000;

/** Length of the texts whose ways are counted. */
const COUNTED_LENGTH = 40;

/**
 * Analyses how matching time grows: exponentially where one loop can match the same text in two ways, polynomially
 * where one loop can pass a text on to another loop that matches it too.
 *
 * @param sets the characters that each one-character expression matches, as bits
 * @see https://doi.org/10.1016/0304-3975(91)90381-B (criteria EDA and IDA)
 */
export function growthOf(graph: PositionGraph, sets: ReadonlyMap<string, bigint>): Growth {
  try {
    return new Ambiguity(graph, sets).growth();
  } catch (error) {
    if (error instanceof TooManySteps) return { growth: 'unknown', loops: [], isSearch: false };
    throw error;
  }
}

class TooManySteps extends Error {}

class Ambiguity {
  private readonly sets: readonly bigint[];
  private readonly all: Graph;
  /** Without positions from which the match cannot fail. */
  private readonly failing: Graph;
  private steps = 0;

  constructor(
    private readonly graph: PositionGraph,
    sets: ReadonlyMap<string, bigint>,
  ) {
    const { positions, edges } = graph;
    this.sets = positions.map(({ character }) =>
      character === undefined ? -1n : (sets.get(character) ?? 0n),
    );
    const isUsed = (at: number): boolean => this.sets[at] !== 0n;
    const canFail = (at: number): boolean => isUsed(at) && positions[at]?.isSure === false;
    this.all = edges.map((to, at) => (isUsed(at) ? [...to.keys()].filter(isUsed) : []));
    this.failing = edges.map((to, at) => (canFail(at) ? [...to.keys()].filter(canFail) : []));
  }

  growth(): Growth {
    const failing = loopsOf(this.failing);
    const twofold = failing.find((loop) => this.isTwofold(loop));
    if (twofold !== undefined) return this.found('exponential', twofold);
    if (this.hasManyWays()) return this.found('exponential');
    const finite = new Map<readonly number[], number>();
    for (const outer of loopsOf(this.all)) {
      for (const inner of failing) {
        if (!this.shares(outer, inner)) continue;
        const [outerRounds, innerRounds] = [this.rounds(outer), this.rounds(inner)];
        if (outerRounds < innerRounds) finite.set(outer, outerRounds);
        else finite.set(inner, innerRounds);
        const rounds = [...finite.values()].reduce((product, each) => product * each, 1);
        if (rounds > MAX_WAYS) return this.found('polynomial', outer, inner);
      }
    }
    return { growth: 'linear', loops: [], isSearch: false };
  }

  private found(growth: Growth['growth'], ...loops: readonly (readonly number[])[]): Growth {
    const positions = loops.flatMap((loop) => loop.map((at) => this.graph.positions[at]));
    const texts = positions.map((position) => position?.loop).filter((text) => text !== undefined);
    const isSearch = positions.some((position) => position?.character === undefined);
    return { growth, loops: [...new Set(texts)].slice(0, 2), isSearch };
  }

  /** True when optional parts can take one character in many ways, as in `a?a?a?a?`. */
  private hasManyWays(): boolean {
    const sets = new Set(this.graph.starts.map((at) => this.sets[at] ?? 0n));
    return [...sets].some((set) => {
      const starts = this.graph.starts.filter((at) => ((this.sets[at] ?? 0n) & set) !== 0n);
      let ways = new Map(starts.map((at) => [at, 1]));
      for (let length = 0; length < COUNTED_LENGTH; length++) {
        ways = this.waysOn(ways, set);
        if ([...ways.values()].reduce((all, each) => all + each, 0) > MAX_WAYS) return true;
      }
      return false;
    });
  }

  /** The positions after one more character of the set, with the number of ways to each. */
  private waysOn(ways: ReadonlyMap<number, number>, set: bigint): Map<number, number> {
    const next = new Map<number, number>();
    for (const [at, count] of ways) {
      const followers = this.failing[at] ?? [];
      this.spend(followers.length);
      for (const to of followers) {
        if (((this.sets[to] ?? 0n) & set) === 0n) continue;
        next.set(to, (next.get(to) ?? 0) + count * (this.graph.edges[at]?.get(to) ?? 1));
      }
    }
    return next;
  }

  private spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new TooManySteps();
  }

  private setOf(loop: readonly number[]): bigint {
    return loop.reduce((set, at) => set | (this.sets[at] ?? 0n), 0n);
  }

  /** The upper bound of rounds through the positions of a loop. */
  private rounds(loop: readonly number[]): number {
    return loop.length * greatestOf(loop.map((at) => this.graph.positions[at]?.rounds ?? 1));
  }

  /** True when a loop matches one text in two ways (EDA). */
  private isTwofold(loop: readonly number[]): boolean {
    const within = new Set(loop);
    const isDouble = loop.some((at) =>
      (this.failing[at] ?? []).some((to) => within.has(to) && this.graph.edges[at]?.get(to) === 2),
    );
    if (isDouble) return true;
    const pairs = (from: readonly number[]): number[][] => this.next(from, [within, within]);
    const parted = loop.flatMap((at) => pairs([at, at]).filter(([one, other]) => one !== other));
    return pathsFrom(parted, pairs, ([one, other]) => one === other);
  }

  /** True when one text loops in both and also leads from one to the other (IDA). */
  private shares(outer: readonly number[], inner: readonly number[]): boolean {
    if ((this.setOf(outer) & this.setOf(inner)) === 0n) return false;
    const [within, beyond] = [new Set(outer), new Set(inner)];
    const reachable = new Set(this.reachable(outer));
    if (!inner.some((at) => reachable.has(at))) return false;
    const next = (from: readonly number[]): number[][] =>
      this.next(from, [within, reachable, beyond]);
    return outer.some((from) =>
      inner.some(
        (to) =>
          from !== to &&
          pathsFrom(
            next([from, from, to]),
            next,
            ([a, b, c]) => a === from && b === to && c === to,
          ),
      ),
    );
  }

  private reachable(from: readonly number[]): number[] {
    const found = new Set(from);
    for (const at of found) for (const to of this.all[at] ?? []) found.add(to);
    return [...found];
  }

  /** The positions that one common character can lead to from all of `from`. */
  private next(from: readonly number[], within: readonly ReadonlySet<number>[]): number[][] {
    let ways: { readonly at: number[]; readonly shared: bigint }[] = [{ at: [], shared: -1n }];
    for (const [index, position] of from.entries()) {
      const followers = (this.all[position] ?? []).filter((to) => within[index]?.has(to));
      this.spend(ways.length * followers.length);
      ways = ways.flatMap(({ at, shared }) =>
        followers
          .map((to) => ({ at: [...at, to], shared: shared & (this.sets[to] ?? 0n) }))
          .filter((way) => way.shared !== 0n),
      );
    }
    return ways.map(({ at }) => at);
  }
}

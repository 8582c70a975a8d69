import type { AST } from '@eslint-community/regexpp';
import { type ParsedPattern, partsOf, type PatternNode } from './parse-pattern';
import { greatestOf } from '../model/extremes';

/**
 * The paths of a backtracking matcher through a text: from each character of the pattern to those that may follow it.
 * The more paths match the same text, the longer it takes to find that none succeeds.
 *
 * @see https://doi.org/10.1016/S0304-3975(00)00102-7 (positions, after Glushkov)
 */
export interface PositionGraph {
  readonly positions: readonly Position[];
  /** The followers of each position, with the number of ways: 1, or 2 for more. */
  readonly edges: readonly ReadonlyMap<number, number>[];
  /** Possible first positions of a match. */
  readonly starts: readonly number[];
}

/** A character of the pattern, once for each unrolled copy. */
interface Position {
  /** Its source, such as `a`, `\s` or `[^0-9]`; undefined for the search before the match. */
  readonly character: string | undefined;
  /** The match may end here whatever follows, so no backtracking starts after it. */
  readonly isSure: boolean;
  /** The product of the bounds of the loops around it. */
  readonly rounds: number;
  /** The source of the outermost loop around it. */
  readonly loop: string | undefined;
}

/** Larger patterns are not analysed. */
const MAX_POSITIONS = 2_000;
const MAX_EDGES = 200_000;

/** @returns undefined when the graph cannot be determined */
export function positionGraph({ root }: ParsedPattern): PositionGraph | undefined {
  try {
    const builder = new Builder();
    const whole = builder.fragment(root);
    builder.searchFor(whole);
    for (const each of whole.first.keys()) builder.starts.push(each);
    for (const [position, { isFree }] of whole.last) builder.end(position, isFree);
    return builder;
  } catch (error) {
    if (error instanceof UntoldWays) return undefined;
    throw error;
  }
}

class UntoldWays extends Error {}

/** A part of the pattern as the positions where it begins and ends. */
interface Fragment {
  /** The number of ways to match the empty text: 0, 1, or 2 for more. */
  readonly empty: number;
  /** One of these ways is unconditional. */
  readonly isFree: boolean;
  /** All of these ways need the start of the text. */
  readonly isAnchored: boolean;
  readonly first: ReadonlyMap<number, { readonly ways: number; readonly isAnchored: boolean }>;
  readonly last: ReadonlyMap<number, { readonly ways: number; readonly isFree: boolean }>;
}

const NONE = new Map<number, never>();
const EMPTY: Fragment = { empty: 1, isFree: true, isAnchored: false, first: NONE, last: NONE };

class Builder implements PositionGraph {
  readonly positions: { -readonly [Key in keyof Position]: Position[Key] }[] = [];
  readonly edges: Map<number, number>[] = [];
  readonly starts: number[] = [];
  private edgeCount = 0;
  /** The loops around the current part. */
  private rounds = 1;
  private loop: string | undefined;

  fragment(node: PatternNode): Fragment {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        return this.character(node.raw);
      case 'Alternative':
        return node.elements.reduce((all, part) => this.join(all, this.fragment(part)), EMPTY);
      case 'Group':
        if (node.modifiers !== null) throw new UntoldWays();
        return this.choice(node.alternatives);
      case 'Pattern':
      case 'CapturingGroup':
        return this.choice(node.alternatives);
      case 'Quantifier':
        return this.repeat(node);
      case 'Assertion':
        return this.assertion(node);
      case 'Backreference': {
        // The group may have matched in an earlier round; one around the reference is empty until it ends.
        if ([node.resolved].flat().some(({ start }) => start > node.start)) throw new UntoldWays();
        return partsOf(node)
          .map((group) => this.fragment(group))
          .reduce(either, EMPTY);
      }
      case 'ExpressionCharacterClass':
        throw new UntoldWays();
    }
  }

  private choice(alternatives: readonly AST.Alternative[]): Fragment {
    return alternatives.map((each) => this.fragment(each)).reduce(either);
  }

  private assertion(node: AST.Assertion): Fragment {
    switch (node.kind) {
      case 'lookahead':
        return this.lookAhead(node.alternatives);
      case 'lookbehind':
        if (isUnbounded(node)) throw new UntoldWays();
        return { ...EMPTY, isFree: false };
      default:
        return { ...EMPTY, isFree: false, isAnchored: node.kind === 'start' };
    }
  }

  /** Adds the search for the start, unless the pattern is anchored or always matches. */
  searchFor({ empty, isFree, first }: Fragment): void {
    const starts = [...first].filter(([, { isAnchored }]) => !isAnchored);
    if (starts.length === 0 || (empty > 0 && isFree)) return;
    const search = this.add({
      character: undefined,
      isSure: false,
      rounds: Infinity,
      loop: undefined,
    });
    this.connect(search, search, 1);
    for (const [position, { ways }] of starts) this.connect(search, position, ways);
  }

  end(position: number, isFree: boolean): void {
    const found = this.positions[position];
    if (found !== undefined && isFree) found.isSure = true;
  }

  private character(character: string): Fragment {
    const { rounds, loop } = this;
    const at = this.add({ character, isSure: false, rounds, loop });
    return {
      empty: 0,
      isFree: false,
      isAnchored: false,
      first: new Map([[at, { ways: 1, isAnchored: false }]]),
      last: new Map([[at, { ways: 1, isFree: true }]]),
    };
  }

  private add(position: Position): number {
    if (this.positions.length >= MAX_POSITIONS) throw new UntoldWays();
    this.edges.push(new Map());
    return this.positions.push(position) - 1;
  }

  private connect(from: number, to: number, ways: number): void {
    if (++this.edgeCount > MAX_EDGES) throw new UntoldWays();
    const edges = this.edges[from];
    edges?.set(to, Math.min(2, (edges.get(to) ?? 0) + ways));
  }

  private connectAll({ last }: Fragment, { first }: Fragment): void {
    for (const [from, end] of last) {
      for (const [to, start] of first) this.connect(from, to, end.ways * start.ways);
    }
  }

  private join(left: Fragment, right: Fragment): Fragment {
    this.connectAll(left, right);
    const first = new Map(left.first);
    if (left.empty > 0) {
      for (const [at, { ways, isAnchored }] of right.first) {
        first.set(at, { ways: ways * left.empty, isAnchored: isAnchored || left.isAnchored });
      }
    }
    const last = new Map(right.last);
    if (right.empty > 0) {
      for (const [at, { ways, isFree }] of left.last) {
        last.set(at, { ways: ways * right.empty, isFree: isFree && right.isFree });
      }
    }
    return {
      empty: Math.min(2, left.empty * right.empty),
      isFree: left.isFree && right.isFree,
      isAnchored: left.isAnchored || right.isAnchored,
      first,
      last,
    };
  }

  /** A lookahead is a separate branch, which ends with it. */
  private lookAhead(alternatives: readonly AST.Alternative[]): Fragment {
    const body = this.choice(alternatives);
    for (const [position, { isFree }] of body.last) this.end(position, isFree);
    return { ...EMPTY, isFree: false, first: body.first };
  }

  private repeat(node: AST.Quantifier): Fragment {
    const { element: body, min, max } = node;
    if (max === 0) return EMPTY;
    if (max === 1) return min === 1 ? this.fragment(body) : optional(this.fragment(body));
    if (hasFewCopies(node)) return this.copied(node);
    const outer = { rounds: this.rounds, loop: this.loop };
    this.rounds *= max;
    this.loop ??= node.raw;
    const once = this.fragment(body);
    this.rounds = outer.rounds;
    this.loop = outer.loop;
    this.connectAll(once, once);
    // Any of several required rounds may match no character.
    if (min > 1 && once.empty > 0) this.connectAll(once, once);
    return min === 0 ? optional(once) : once;
  }

  private copied({ element: body, min, max }: AST.Quantifier): Fragment {
    let rest: Fragment | undefined;
    for (let count = max; count > 0; count--) {
      const one = this.fragment(body);
      const all: Fragment = rest === undefined ? one : this.join(one, rest);
      rest = count > min ? optional(all) : all;
    }
    return rest ?? EMPTY;
  }
}

/** Engines skip loop rounds that match nothing. */
function optional(fragment: Fragment): Fragment {
  return { ...fragment, empty: 1, isFree: true, isAnchored: false };
}

function either(left: Fragment, right: Fragment): Fragment {
  const empties = [left, right].filter(({ empty }) => empty > 0);
  return {
    empty: Math.min(2, left.empty + right.empty),
    isFree: left.isFree || right.isFree,
    isAnchored: empties.length > 0 && empties.every(({ isAnchored }) => isAnchored),
    first: new Map([...left.first, ...right.first]),
    last: new Map([...left.last, ...right.last]),
  };
}

/** Varied parts are unrolled up to this many copies; more count as loops. */
const MAX_COPIES = 10;

/** The same for a part that repeats a fixed number of times and has one form. */
const MAX_FIXED_COPIES = 200;

/** True for a repetition that is short enough to unroll. */
function hasFewCopies(node: AST.Quantifier): boolean {
  if (node.max === Infinity) return false;
  return copies(node) <= (isVaried(node) ? MAX_COPIES : MAX_FIXED_COPIES);
}

/** True for a part with several forms, other than character classes. */
function isVaried(node: PatternNode): boolean {
  if (node.type === 'Quantifier' && node.min !== node.max) return true;
  if (node.type === 'Backreference' || (node.type === 'Assertion' && 'alternatives' in node)) {
    return true;
  }
  return ('alternatives' in node && node.alternatives.length > 1) || partsOf(node).some(isVaried);
}

/** The number of unrolled copies of the innermost part. */
function copies(node: PatternNode): number {
  const times = node.type === 'Quantifier' && node.max !== Infinity ? node.max : 1;
  return times * greatestOf(partsOf(node).map(copies), 1);
}

/** True for a part that contains a loop. */
function isUnbounded(node: PatternNode): boolean {
  return (node.type === 'Quantifier' && !hasFewCopies(node)) || partsOf(node).some(isUnbounded);
}

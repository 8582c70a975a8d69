import { createRequire } from 'node:module';
import type * as FastCheck from 'fast-check';
import { compileExpression, expressionOf, regularExpression } from 'openapi-trellis/tools';
import type { Choices } from './choices';
import { getOrMake, greatestOf } from '../../document';

/** Strings made at once, which is slow; larger sizes are used only when no smaller string fits. */
const SAMPLES = 60;
const SIZES = ['-1', '=', '+1', '+2'] as const;

/** The number of sizes used for nested repetitions, whose strings grow exponentially. */
const SIZES_OF_NESTED = 2;

/** Pools of strings made for a pattern, when none in the first fits. */
const POOLS = 12;

/**
 * A string that matches a regular expression and passes a test; undefined when none is found.
 *
 * @param pattern an ECMA-262 expression, not anchored
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function matchPattern(
  choices: Choices,
  pattern: string,
  isRight: (text: string) => boolean,
): string | undefined {
  const matching = getOrMake(known, pattern, () => new MatchingStrings(pattern));
  return matching.choose(choices, isRight);
}

const known = new Map<string, MatchingStrings>();

/** Strings that match a pattern, cached. */
class MatchingStrings {
  private readonly pools = new Map<string, readonly string[]>();
  private arbitraries: readonly FastCheck.Arbitrary<string>[] | undefined;

  constructor(private readonly pattern: string) {}

  choose(choices: Choices, isRight: (text: string) => boolean): string | undefined {
    const first = choices.integer(0, POOLS - 1);
    this.arbitraries ??= arbitrariesOf(this.pattern);
    for (let tries = 0; tries < POOLS; tries++) {
      const seed = (first + tries) % POOLS;
      for (const [index, arbitrary] of this.arbitraries.entries()) {
        const pool = getOrMake(this.pools, `${index} ${seed}`, () => this.pool(arbitrary, seed));
        if (pool.length === 0) continue;
        const at = choices.integer(0, pool.length - 1);
        const found = pool.slice(0, at + 1).findLast(isRight) ?? pool.find(isRight);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Sorted, the shortest string first. */
  private pool(arbitrary: FastCheck.Arbitrary<string>, seed: number): readonly string[] {
    const matches = regularExpression(this.pattern);
    const made = new Set(fastCheck().sample(arbitrary, { seed, numRuns: SAMPLES }));
    return [...made]
      .filter((text) => matches.test(text))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  }
}

/** Anchored first: text around the match would only be noise. */
function arbitrariesOf(pattern: string): FastCheck.Arbitrary<string>[] {
  const { source: read, flags } = compileExpression(pattern);
  const sources = [`^(?:${read})$`, read].flatMap((text) => [text, simplified(text)]);
  const sizes = SIZES.slice(0, nesting(read) > 1 ? SIZES_OF_NESTED : SIZES.length);
  return [...new Set(sources)].flatMap((source) => {
    // fast-check does not support the flag "i", and its strings match without it too.
    const wanted = expression(source, flags.replace('i', ''));
    return wanted === undefined ? [] : sizes.flatMap((size) => arbitraryOf(wanted, size));
  });
}

const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]|\{\d+,\d*\}|./gsu;
const REPEATING = /^(?:[*+]|\{\d+,\d*\})$/;

/** The nesting depth of repetitions: 2 for `[a-z]+(-[a-z]+)*`. */
function nesting(source: string): number {
  const groups = [0];
  let last = 0;
  for (const [token] of source.matchAll(TOKENS)) {
    if (token === '(') groups.push(0);
    if (token === ')') last = groups.pop() ?? 0;
    else last = REPEATING.test(token) ? last + 1 : 0;
    groups.push(Math.max(groups.pop() ?? 0, last));
  }
  return greatestOf(groups);
}

function expression(source: string, flags: string): RegExp | undefined {
  try {
    return expressionOf([source, flags]);
  } catch {
    return undefined;
  }
}

function arbitraryOf(wanted: RegExp, size: (typeof SIZES)[number]): FastCheck.Arbitrary<string>[] {
  try {
    return [fastCheck().stringMatching(wanted, { size })];
  } catch {
    // fast-check does not support every assertion; a simpler expression is tried instead.
    return [];
  }
}

/**
 * Removes look-around and word boundaries, which only narrow the matches, and escapes literal hyphens next to a class
 * such as `\w`.
 */
function simplified(source: string): string {
  const start = source.search(/\(\?(?:=|!|<=|<!)/);
  if (start < 0) {
    const hyphen = /(?<=\\[dsw])-|(?<!\\)-(?=\\[dsw])/gi;
    return source.replace(/\\b/gi, '').replace(hyphen, '\\-');
  }
  const end = closingParenthesis(source, start);
  return simplified(source.slice(0, start) + source.slice(end + 1).replace(/^[*+?]/, ''));
}

function closingParenthesis(source: string, start: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = start; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at;
  }
  return source.length;
}

/** Loads the package on first use, since loading is slow. */
export function fastCheck(): typeof FastCheck {
  return createRequire(__filename)('fast-check') as typeof FastCheck;
}

import { performance } from 'node:perf_hooks';
import { createContext, Script, type Context } from 'node:vm';
import { LinearExpression } from './patterns/linear-expression';
import type { LinearProgram } from './patterns/linear-program';
import { MatchBudgetExceededError, MatchBudget } from './patterns/match-budget';

/** Tests whether an expression matches some part of a text. */
export interface TextMatcher {
  /**
   * @throws MatchBudgetExceededError when the match takes too long; an ordinary expression never throws
   * @throws UnavailableError when this and other matches take too long together, likewise
   */
  test(text: string): boolean;
  /** Distinct for different patterns, and for different ways to match one. */
  toString(): string;
}

/** The way to match a pattern for which backtracking may take long. */
export type CarefulMatching = LinearProgram | 'timed';

/** The source and flags of the expression for a pattern. */
export type PatternReading = readonly [source: string, flags: string];

/** Matches any text: the reading of a pattern without an equivalent in ECMAScript, which is not enforced. */
export const ANY_TEXT: PatternReading = ['', 'u'];

/** The reading of a pattern where it differs from its text, and its matching where that is not backtracking. */
export interface CarefulPattern {
  readonly reading?: PatternReading;
  readonly matching?: CarefulMatching;
}

/** By the pattern as the document writes it. */
export type CarefulPatterns = Readonly<Record<string, CarefulPattern>>;

const readings = new Map<string, PatternReading>();
const compiled = new Map<string, TextMatcher>();

/** Registers how to read and match patterns from now on. The entries are valid for every document. */
export function matchWithCare(patterns: CarefulPatterns): void {
  for (const [pattern, { reading, matching }] of Object.entries(patterns)) {
    if (reading !== undefined) readings.set(pattern, reading);
    const expression = compileExpression(pattern);
    if (matching === undefined) compiled.set(pattern, expression);
    else if (matching === 'timed') compiled.set(pattern, new TimedExpression(expression));
    else compiled.set(pattern, new LinearExpression(matching, pattern));
  }
}

/** True for a pattern that matches every text, since it has no equivalent in ECMAScript. */
export function isUnreadable(pattern: string): boolean {
  return readings.get(pattern)?.[0] === ANY_TEXT[0];
}

/**
 * The regular expression of a `pattern` or of a name in `patternProperties`.
 *
 * @throws SyntaxError; see compileExpression
 */
export function regularExpression(pattern: string): TextMatcher {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const expression = compileExpression(pattern);
  compiled.set(pattern, expression);
  return expression;
}

/**
 * Compiles an expression with the `u` flag, or as generation read it. One that is invalid in Unicode mode, such as
 * `[\w-.]`, is compiled without the flag, as its author probably tried it.
 *
 * @throws SyntaxError when it is invalid in both modes
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function compileExpression(pattern: string): RegExp {
  const reading = readings.get(pattern);
  if (reading !== undefined) return expressionOf(reading);
  try {
    return expressionOf([pattern, 'u']);
  } catch {
    return expressionOf([pattern, '']);
  }
}

/** @throws SyntaxError where it is invalid */
export function expressionOf([source, flags]: PatternReading): RegExp {
  return new RegExp(source, flags);
}

/** The longest match, in milliseconds. Enforcing it costs 0.15 ms. */
const TIMEOUT_MS = 50;

/** A regular expression with a timeout, for patterns that no automaton can match. */
export class TimedExpression {
  private readonly context: Context;
  private readonly script = new Script('expression.test(text)');

  constructor(private readonly expression: RegExp) {
    this.context = createContext({ expression });
  }

  toString(): string {
    return `timed ${String(this.expression)}`;
  }

  /**
   * True when the expression matches some part of the text.
   *
   * @throws MatchBudgetExceededError when the match takes too long
   * @throws UnavailableError when this and other matches take too long together
   */
  test(text: string): boolean {
    const { source } = this.expression;
    const start = performance.now();
    this.context.text = text;
    try {
      return this.script.runInContext(this.context, { timeout: TIMEOUT_MS }) as boolean;
    } catch (error) {
      const { code } = error as { readonly code?: string };
      throw code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new MatchBudgetExceededError(source) : error;
    } finally {
      this.context.text = '';
      new MatchBudget(source).spend((performance.now() - start) * 1_000);
    }
  }
}

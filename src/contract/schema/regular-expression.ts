import { performance } from 'node:perf_hooks';
import { createContext, Script, type Context } from 'node:vm';
import { LinearExpression } from './patterns/linear-expression';
import type { LinearProgram } from './patterns/linear-program';
import { MatchBudgetExceededError, MatchBudget } from './patterns/match-budget';

/** Tells whether an expression matches some part of a text. */
export interface TextMatcher {
  /**
   * @throws MatchBudgetExceededError when that takes too long, which an ordinary expression never does
   * @throws UnavailableError when this and others take too long together, likewise
   */
  test(text: string): boolean;
  /** Differs between patterns, and between ways to match one. */
  toString(): string;
}

/** How to match a pattern that backtracking may take long for. */
export type CarefulMatching = LinearProgram | 'timed';

/** The source and flags of the expression that a pattern is read as. */
export type PatternReading = readonly [source: string, flags: string];

/** What any text matches: the reading of a pattern that has no equal in ECMAScript, and is not enforced. */
export const ANY_TEXT: PatternReading = ['', 'u'];

/** How a pattern is read and matched, where that is not as its text says and not by backtracking. */
export interface CarefulPattern {
  readonly reading?: PatternReading;
  readonly matching?: CarefulMatching;
}

/** By the text of the document. */
export type CarefulPatterns = Readonly<Record<string, CarefulPattern>>;

const readings = new Map<string, PatternReading>();
const compiled = new Map<string, TextMatcher>();

/** Has patterns read and matched so from now on. What generation found of a text holds in every document. */
export function matchWithCare(patterns: CarefulPatterns): void {
  for (const [pattern, { reading, matching }] of Object.entries(patterns)) {
    if (reading !== undefined) readings.set(pattern, reading);
    const expression = compileExpression(pattern);
    if (matching === undefined) compiled.set(pattern, expression);
    else if (matching === 'timed') compiled.set(pattern, new TimedExpression(expression));
    else compiled.set(pattern, new LinearExpression(matching, pattern));
  }
}

/** True for a pattern that every text matches, since it has no equal in ECMAScript. */
export function isUnreadable(pattern: string): boolean {
  return readings.get(pattern)?.[0] === ANY_TEXT[0];
}

/**
 * The regular expression of a `pattern` or of a name in `patternProperties`.
 *
 * @throws SyntaxError as compileExpression does
 */
export function regularExpression(pattern: string): TextMatcher {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const expression = compileExpression(pattern);
  compiled.set(pattern, expression);
  return expression;
}

/**
 * The expression as the platform has it, or as generation read it. Where one is wrong by the rules for Unicode, such as `[\w-.]`, it
 * is read without them, as its author tried it.
 *
 * @throws SyntaxError when it is wrong by both
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

/** @throws SyntaxError where it is no expression */
export function expressionOf([source, flags]: PatternReading): RegExp {
  return new RegExp(source, flags);
}

/** What a match may take, in milliseconds. It costs 0.15 ms to have it watched. */
const TIMEOUT_MS = 50;

/** A regular expression whose matches are given up in time, for what no automaton can do. */
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
   * @throws MatchBudgetExceededError when that takes too long
   * @throws UnavailableError when this and others take too long together
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

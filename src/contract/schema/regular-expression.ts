import { LinearExpression } from './patterns/linear-expression';
import type { LinearProgram } from './patterns/linear-program';
import { TimedExpression } from './patterns/timed-expression';

/** Tells whether an expression matches some part of a text. */
export interface TextMatcher {
  /**
   * @throws HardTextError when that takes too long, which an ordinary expression never does
   * @throws UnavailableError when this and others take too long together, likewise
   */
  test(text: string): boolean;
  /** Differs between patterns, and between ways to match one. */
  toString(): string;
}

/** How to match a pattern that backtracking may take long for. */
export type CarefulMatching = LinearProgram | 'timed';

/** Patterns with how to match them, where that is not by backtracking as usual. */
export type CarefulPatterns = Readonly<Record<string, CarefulMatching>>;

const compiled = new Map<string, TextMatcher>();

/** Has patterns matched with care from now on. What generation found of a text holds in every document. */
export function matchWithCare(patterns: CarefulPatterns): void {
  for (const [pattern, matching] of Object.entries(patterns)) {
    const matcher =
      matching === 'timed'
        ? new TimedExpression(compileExpression(pattern))
        : new LinearExpression(matching, pattern);
    compiled.set(pattern, matcher);
  }
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
 * The expression as the platform has it. Where one is wrong by the rules for Unicode, such as `[\w-.]`, it
 * is read without them, as its author tried it.
 *
 * @throws SyntaxError when it is wrong by both
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function compileExpression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

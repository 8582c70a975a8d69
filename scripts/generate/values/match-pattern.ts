import { compileExpression, expressionOf, regularExpression } from '../../../src/contract';
import type { Choices } from './choices';
import { fastCheck } from './fast-check';

/** Strings of each length class that are tried; larger classes only when none of a smaller one fits. */
const SAMPLES = 60;
const SIZES = ['-1', '=', '+1', '+2'] as const;

/**
 * A string that matches a regular expression and is right otherwise; undefined when none is found.
 *
 * @param pattern an expression of ECMA-262, not anchored
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
export function matchPattern(
  choices: Choices,
  pattern: string,
  isRight: (text: string) => boolean,
): string | undefined {
  const matches = regularExpression(pattern);
  const { source: read, flags } = compileExpression(pattern);
  // Anchored first: what a pattern leaves open around it would only be noise.
  for (const source of [`^(?:${read})$`, read].flatMap((text) => [text, simplified(text)])) {
    // What is made knows no flag "i", and matches without it as well.
    const wanted = expression(source, flags.replace('i', ''));
    if (wanted === undefined) continue;
    for (const size of SIZES) {
      const found = samples(choices, wanted, size).find(
        (text) => matches.test(text) && isRight(text),
      );
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function expression(source: string, flags: string): RegExp | undefined {
  try {
    return expressionOf([source, flags]);
  } catch {
    return undefined;
  }
}

function samples(choices: Choices, wanted: RegExp, size: (typeof SIZES)[number]): string[] {
  const fc = fastCheck();
  const parameters = { seed: choices.integer(0, 2 ** 31 - 1), numRuns: SAMPLES };
  try {
    return fc.sample(fc.stringMatching(wanted, { size }), parameters);
  } catch {
    // It does not know every assertion of regular expressions; the caller tries a simpler one.
    return [];
  }
}

/**
 * The expression without look-around and word boundaries, which only narrow what the rest matches, and
 * with a backslash before each hyphen that is one although a class such as `\w` is beside it.
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

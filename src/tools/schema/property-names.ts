import { regularExpression } from 'openapi-trellis/tools';
import { literalPattern, mayHaveText, type TextSet } from '../document';

/** Names that match all of some expressions and none of others, and are not in a list. */
export interface Names {
  readonly matched: readonly string[];
  readonly unmatched: readonly string[];
  readonly names: readonly string[];
}

export const EVERY_NAME: Names = { matched: [], unmatched: [], names: [] };

/** The names and the patterns of names that a schema describes. */
export function additionalTo(text: string): Pick<Names, 'names' | 'unmatched'> {
  const [names = [], unmatched = []] = JSON.parse(text) as string[][];
  return { names, unmatched };
}

export function isNameIn({ matched, unmatched, names }: Names, name: string): boolean {
  const matches = (pattern: string): boolean => regularExpression(pattern).test(name);
  return !names.includes(name) && matched.every(matches) && !unmatched.some(matches);
}

export function textsIn({ matched, unmatched, names }: Names): TextSet {
  const others = names.length > 0 ? [literalPattern(names)] : [];
  return { matched, unmatched: [...unmatched, ...others], least: 0, most: Infinity };
}

export function areNamesIn(region: Names, pattern: string): boolean {
  if (region.matched.includes(pattern)) return true;
  const texts = textsIn(region);
  return !mayHaveText({ ...texts, unmatched: [...texts.unmatched, pattern] });
}

export function mayMatch(region: Names, pattern: string): boolean {
  if (region.unmatched.includes(pattern)) return false;
  const texts = textsIn(region);
  return mayHaveText({ ...texts, matched: [...texts.matched, pattern] });
}

import { regularExpression } from 'openapi-trellis/tools';
import {
  greatestOf,
  leastOf,
  literalPattern,
  mayHaveText,
  strings,
  type TextSet,
} from '../document';
import type { Conjunction } from './atoms';
import { amounts, namesIn } from './atoms-in';

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

/** Patterns that all strings of a format match. */
const FORMAT_PATTERNS = new Map([
  ['char', '^[^]$'],
  ['date', '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'],
  ['ipv4', String.raw`^[0-9]{1,3}(?:\.[0-9]{1,3}){3}$`],
  ['uuid', '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$'],
]);

export function textsOf(all: Conjunction): TextSet {
  const patterns = (keyword: string): string[] => namesIn(all, keyword);
  const formats = namesIn(all, 'format').flatMap((format) => FORMAT_PATTERNS.get(format) ?? []);
  const excluded = all
    .filter(({ keyword }) => keyword === 'not values')
    .map(({ value }) => literalPattern(strings(value)));
  return {
    matched: [...patterns('pattern'), ...formats],
    unmatched: [...patterns('not pattern'), ...excluded],
    least: greatestOf(amounts(all, 'minLength'), 0),
    most: leastOf(amounts(all, 'maxLength')),
  };
}

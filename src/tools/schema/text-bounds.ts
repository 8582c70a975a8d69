import { greatestOf, leastOf, literalPattern, strings, type TextSet } from '../document';
import { amounts, namesIn } from './atoms-in';
import type { Conjunction } from './atoms';

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

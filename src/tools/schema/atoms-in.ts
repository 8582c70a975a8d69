import { canonicalText, memoize } from 'openapi-trellis/tools';
import { greatestOf, strings } from '../document';
import { type Atom, type Conjunction, termsKey, type Terms } from './atoms';

export const atomText = memoize(({ keyword, value, terms }: Atom): string => {
  const said = typeof value === 'string' || value === undefined ? value : canonicalText(value);
  return [keyword, said, terms && termsKey(terms)].join(' ');
});

/** Indexes the most frequent lookups in a conjunction. */
export const indexOf = memoize((all: Conjunction) => {
  const properties = new Map<string, Terms>();
  for (const { keyword, value, terms = [] } of all) {
    if (keyword !== 'property') continue;
    properties.set(String(value), [...(properties.get(String(value)) ?? []), ...terms]);
  }
  const others = all.filter(({ keyword }) =>
    ['names', 'additional', 'propertyNames'].includes(keyword),
  );
  return { texts: new Set(all.map(atomText)), properties, others };
});

export function amounts(all: Conjunction, keyword: string): number[] {
  return all.filter((each) => each.keyword === keyword).map(({ value }) => Number(value));
}

export function namesIn(all: Conjunction, keyword: string): string[] {
  return [
    ...new Set(all.filter((each) => each.keyword === keyword).map(({ value }) => String(value))),
  ];
}

/** Names that the conjunction mentions. */
export function knownNames(all: Conjunction): string[] {
  const own = [...namesIn(all, 'required'), ...namesIn(all, 'property')];
  const others = all
    .filter(({ keyword }) => keyword === 'additional')
    .flatMap(({ value }) => strings((JSON.parse(String(value)) as unknown[])[0]));
  return [...new Set([...own, ...others])];
}

export function patternsIn({ keyword, value }: Atom): string[] {
  if (keyword === 'names') return [String(value)];
  return keyword === 'additional' ? strings((JSON.parse(String(value)) as unknown[])[1]) : [];
}

export function itemAt(all: Conjunction, index: number): Terms {
  return all.flatMap(({ keyword, value, terms = [] }) => {
    if (keyword === 'item') return value === index ? terms : [];
    return keyword === 'items' && Number(value) <= index ? terms : [];
  });
}

/** Index of the last item with its own assertions; -1 if there is none. */
export function lastItem(all: Conjunction): number {
  return greatestOf(
    [...amounts(all, 'item'), ...amounts(all, 'items').map((from) => from - 1)],
    -1,
  );
}

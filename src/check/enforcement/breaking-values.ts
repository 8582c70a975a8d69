import { isJsonObject, type JsonObject } from '../../generate/index';

/** Values of each type, some of them odd: one or the other breaks most keywords and formats. */
const VALUES: readonly unknown[] = [
  ...[null, true, 0, -1, 0.1, 2 ** 40, 2n ** 64n],
  ...['', 'text', '(%{ \u0007'],
  ...[[], [null], ['text', 'text']],
  ...[{}, { a: 1 }, { '(%{ \u0007': null }],
];

/** The longest text, list or object that is made to exceed a bound. */
const MAX_SIZE = 100_000;

/**
 * Values of which one may break any given keyword of a schema: odd ones, those just beyond its bounds,
 * and small changes of a value that it takes.
 */
export function breakingValues(schema: JsonObject, good: unknown): unknown[] {
  return [...VALUES, ...Object.entries(schema).flatMap(beyond), ...changed(good)];
}

/** Values just within and just beyond the bound that a keyword sets. */
function beyond([keyword, bound]: [string, unknown]): unknown[] {
  if (typeof bound === 'bigint') return [bound - 1n, bound, bound + 1n];
  if (typeof bound !== 'number') return [];
  const isSize = (size: number): boolean => size >= 0 && size <= MAX_SIZE;
  const sizes = [bound - 1, bound + 1].filter(isSize);
  if (keyword.endsWith('Length')) return sizes.map((size) => 'x'.repeat(size));
  const lists = sizes.map((size) => Array.from({ length: size }, (_, index) => `p${index}`));
  if (/(?:Items|Contains)$/.test(keyword)) return lists;
  if (keyword.endsWith('Properties')) {
    return lists.map((names) => Object.fromEntries(names.map((name) => [name, null])));
  }
  return [bound - 1, bound, bound + 1, bound + 0.5, bound / 2];
}

function changed(good: unknown): unknown[] {
  if (typeof good === 'string') return [good + good, good.slice(1), `${good} `];
  if (typeof good === 'number') return [-good, good + 0.5];
  if (Array.isArray(good)) {
    const items: unknown[] = good;
    const rest = items.slice(1);
    return [[...items, ...items], rest, ...VALUES.map((value) => [value, ...rest])];
  }
  if (!isJsonObject(good)) return [];
  const names = Object.keys(good);
  return [
    { ...good, a: 1 },
    { ...good, a: null },
    ...names.map((name) =>
      Object.fromEntries(Object.entries(good).filter(([key]) => key !== name)),
    ),
    ...names.flatMap((name) => [0, 'text'].map((value) => ({ ...good, [name]: value }))),
  ];
}

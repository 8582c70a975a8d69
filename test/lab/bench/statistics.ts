/** What became of a figure over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  return { median: medianOf(sorted), min: sorted.at(0) ?? NaN, max: sorted.at(-1) ?? NaN };
}

/**
 * The smallest value that a share of all values does not exceed (nearest rank).
 *
 * @param sorted ascending
 * @param share more than 0, at most 1
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
}

function medianOf(sorted: ArrayLike<number>): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

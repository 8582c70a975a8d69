/** A figure over the turns: its median and its lower and upper quartiles. */
export interface Spread {
  readonly median: number;
  readonly lower: number;
  readonly upper: number;
}

/** Quartiles are interpolated between the values next to their rank. @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => {
    const rank = (sorted.length - 1) * share;
    const [below = NaN, above = NaN] = [sorted[Math.floor(rank)], sorted[Math.ceil(rank)]];
    return below + (above - below) * (rank % 1);
  };
  return { median: at(0.5), lower: at(0.25), upper: at(0.75) };
}

/** The spread of ratios, each of two values of the same turn. */
export function ratioSpread(values: readonly number[], to: readonly number[]): Spread {
  return spreadOf(values.map((value, turn) => value / (to[turn] ?? NaN)));
}

/** The median, and the quartiles with dots between them. */
export function cellsOf({ median, lower, upper }: Spread, digits: number): string[] {
  const write = (value: number): string => value.toFixed(digits);
  return [write(median), `${write(lower)}..${write(upper)}`];
}

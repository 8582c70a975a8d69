/** The least of numbers, however many there are: as arguments, a long list overflows the stack. */
export function leastOf(numbers: readonly number[], start = Infinity): number {
  return numbers.reduce((one, other) => Math.min(one, other), start);
}

/** The greatest of numbers, however many there are. */
export function greatestOf(numbers: readonly number[], start = -Infinity): number {
  return numbers.reduce((one, other) => Math.max(one, other), start);
}

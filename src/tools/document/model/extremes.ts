/** The least of any number of numbers; `Math.min(...numbers)` overflows the stack on a long list. */
export function leastOf(numbers: readonly number[], start = Infinity): number {
  return numbers.reduce((one, other) => Math.min(one, other), start);
}

export function greatestOf(numbers: readonly number[], start = -Infinity): number {
  return numbers.reduce((one, other) => Math.max(one, other), start);
}

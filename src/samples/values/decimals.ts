import type { Choices } from './choices';

/** From 0 up to, not including, 1. */
export function fraction(choices: Choices): number {
  return choices.integer(0, 2 ** 32 - 1) / 2 ** 32;
}

/** In decimal, so that 0.07 is not 0.07000000000000001. */
export function nearestMultiple(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toPrecision(12));
}

/** With few digits, for readers; as many as a narrow span needs. */
export function shortened(value: number, width: number): number {
  const digits = Math.min(100, Math.max(2, 2 - Math.floor(Math.log10(width || 1))));
  return Number(value.toFixed(digits));
}

const MS_PER_UNIT = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
} as const;

/** A hundred years: beyond any use, and far within what a Date holds. */
const MAX_DAYS = 36_500;
const MAX_DURATION_MS = MAX_DAYS * MS_PER_UNIT.d;

/**
 * Reads a duration such as `30d`: a whole number from 1 and a unit, `s`, `m`, `h`, `d` or `w`.
 *
 * @returns milliseconds, 1,000 to 36,500 days
 * @throws RangeError that says what is allowed
 */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^([0-9]+)([smhdw])$/.exec(text) ?? [];
  const durationMs = Number(digits) * MS_PER_UNIT[unit as keyof typeof MS_PER_UNIT];
  if (durationMs > 0 && durationMs <= MAX_DURATION_MS) return durationMs;
  throw new RangeError(
    `Duration ${JSON.stringify(text)} is not a whole number from 1 and a unit (s, m, h, d or w), such as 30d, of at most ${MAX_DAYS}d`,
  );
}

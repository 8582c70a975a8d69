import type { Change, Level } from './change';

/** From what changes nothing to what breaks. */
const LEVELS = ['none', 'patch', 'minor', 'major'] as const;

/** The part of a version that went up, or that must. */
export type Bump = Level | 'none';

/** The largest change. */
export function neededBump(changes: readonly Change[]): Bump {
  return LEVELS.findLast((level) => changes.some((change) => change.level === level)) ?? 'none';
}

export function isEnough(said: Bump, needed: Bump): boolean {
  return LEVELS.indexOf(said) >= LEVELS.indexOf(needed);
}

/**
 * The part in which a version is above another.
 *
 * @returns undefined where one of them is no version of three numbers
 * @see https://semver.org/spec/v2.0.0.html
 */
export function bumpBetween(base: string, revision: string): Bump | undefined {
  const [before, after] = [numbersOf(base), numbersOf(revision)];
  if (before === undefined || after === undefined) return undefined;
  const at = before.findIndex((number, index) => number !== after[index]);
  if (at < 0 || Number(after[at]) < Number(before[at])) return 'none';
  // Of a version 0.y.z, y says what the major version says of others.
  const shift = before[0] === 0 && at > 0 ? 1 : 0;
  return (['major', 'minor', 'patch'] as const)[at - shift] ?? 'none';
}

/** The smallest version that says a bump. */
export function versionAfter(base: string, bump: Bump): string | undefined {
  const numbers = numbersOf(base);
  if (numbers === undefined || bump === 'none') return undefined;
  const shift = numbers[0] === 0 ? 1 : 0;
  const at = Math.min(2, { major: 0, minor: 1, patch: 2 }[bump] + shift);
  return numbers.map((each, index) => (index < at ? each : index === at ? each + 1 : 0)).join('.');
}

function numbersOf(version: string): number[] | undefined {
  const [, ...numbers] = /^v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version) ?? [];
  return numbers.length === 0 ? undefined : numbers.map(Number);
}

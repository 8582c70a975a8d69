import type { Change, Level } from './change';

/** In ascending order. */
export const LEVELS = ['none', 'patch', 'minor', 'major'] as const;

/** The part of a version that rose, or must rise. */
export type Bump = Exclude<Level, 'undecided'> | 'none';

export function neededBump(changes: readonly Pick<Change, 'level'>[]): Bump {
  return LEVELS.findLast((level) => changes.some((change) => change.level === level)) ?? 'none';
}

export function isEnough(said: Bump, needed: Bump): boolean {
  return LEVELS.indexOf(said) >= LEVELS.indexOf(needed);
}

/**
 * The change that a version announces since another; missing numbers are 0. Pre-releases such as `2.0.0-beta.1` or
 * `v1beta1` promise nothing, and dates do not tell which part rose: a later version than these announces any change, as
 * does the first version of a document that had none.
 * @see https://semver.org/spec/v2.0.0.html
 */
export function bumpBetween(base: string, revision: string): Bump {
  const [before, after] = [parsed(base), parsed(revision)];
  if (after === undefined) return 'none';
  if (before === undefined) return 'major';
  const length = Math.max(before.numbers.length, after.numbers.length);
  const steps = Array.from({ length }, (_, at) => numberAt(after, at) - numberAt(before, at));
  const at = steps.findIndex((step) => step !== 0);
  if (at < 0) return isLaterStage(before.stage, after.stage) ? 'major' : 'none';
  if (Number(steps[at]) < 0) return 'none';
  return before.isDate ? 'major' : (PARTS[Math.max(0, at - shiftOf(before))] ?? 'patch');
}

/** The smallest version that announces a bump, as the end of a remedy: `2.0.0 or above`. */
export function versionSaying(base: string, bump: Exclude<Bump, 'none'>): string {
  const before = parsed(base);
  if (before === undefined) return 'a version of numbers, such as 1.0.0';
  if (before.isDate) return `a date after ${base}`;
  return `${before.prefix}${numbersAfter(before, bump).join('.')} or above`;
}

function numbersAfter(version: Version, bump: Exclude<Bump, 'none'>): readonly number[] {
  if (version.stage !== '') return version.numbers;
  const at = Math.min(2, PARTS.indexOf(bump) + shiftOf(version));
  return Array.from({ length: Math.max(version.numbers.length, at + 1) }, (_, index) => {
    return index > at ? 0 : numberAt(version, index) + (index === at ? 1 : 0);
  });
}

const PARTS = ['major', 'minor', 'patch'] as const;

interface Version {
  /** Such as `v`. */
  readonly prefix: string;
  readonly numbers: readonly number[];
  /** The pre-release identifier, such as `rc.1`; '' for a release. */
  readonly stage: string;
  readonly isDate: boolean;
}

/** Letters, a date or numbers between dots, a pre-release, and build metadata, which is ignored. */
const FORM =
  /^([a-z]*[ -]?)((?:19|20)\d\d(?:-\d+)+(?:\.\d+)*|\d+(?:\.\d+)*)((?:-|\.?[a-z])[a-z\d.-]*)?(?:\+.*)?$/i;

/** A year, optionally with month and day; or the eight digits of a day. */
const DATE = /^(?:19|20)\d\d(?:\d{4})?(?!\d)/;

/** @returns undefined for a version without an order */
function parsed(version: string): Version | undefined {
  const [, prefix, numbers, stage = ''] = FORM.exec(version.trim()) ?? [];
  if (prefix === undefined || numbers === undefined) return undefined;
  const digits = numbers.split(/[.-]/).map(Number);
  return { prefix, numbers: digits, stage, isDate: DATE.test(numbers) };
}

function numberAt({ numbers }: Version, at: number): number {
  return numbers[at] ?? 0;
}

/** In a version 0.y.z, y has the role of the major version. */
function shiftOf(version: Version): number {
  return numberAt(version, 0) === 0 ? 1 : 0;
}

function isLaterStage(before: string, after: string): boolean {
  if (before === '' || after === '') return before !== after && after === '';
  return after.localeCompare(before, 'en', { numeric: true }) > 0;
}

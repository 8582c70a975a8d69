import type { Change, Level } from './change';

/** From what changes nothing to what breaks. */
export const LEVELS = ['none', 'patch', 'minor', 'major'] as const;

/** The part of a version that went up, or that must. */
export type Bump = Exclude<Level, 'undecided'> | 'none';

/** The largest change. */
export function neededBump(changes: readonly Pick<Change, 'level'>[]): Bump {
  return LEVELS.findLast((level) => changes.some((change) => change.level === level)) ?? 'none';
}

export function isEnough(said: Bump, needed: Bump): boolean {
  return LEVELS.indexOf(said) >= LEVELS.indexOf(needed);
}

/**
 * What a version says of the changes since another, the numbers that it leaves out being 0. One that is on its way (a
 * pre-release such as `2.0.0-beta.1` or `v1beta1`) promises nothing, and neither do dates say which part went up: what
 * is later than these says every change, as does the first version of a document that had none.
 *
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

/** The smallest version that says a bump, as the end of a remedy: `2.0.0 or above`. */
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
  /** How near it is to the version of its numbers, such as `rc.1`; '' for the version itself. */
  readonly stage: string;
  readonly isDate: boolean;
}

/** Letters, a date or numbers between dots, what is before a release, and what was built, which counts for nothing. */
const FORM =
  /^([a-z]*[ -]?)((?:19|20)\d\d(?:-\d+)+(?:\.\d+)*|\d+(?:\.\d+)*)((?:-|\.?[a-z])[a-z\d.-]*)?(?:\+.*)?$/i;

/** A year, with month and day or without; or the eight digits of a day. */
const DATE = /^(?:19|20)\d\d(?:\d{4})?(?!\d)/;

/** @returns undefined for one that has no order */
function parsed(version: string): Version | undefined {
  const [, prefix, numbers, stage = ''] = FORM.exec(version.trim()) ?? [];
  if (prefix === undefined || numbers === undefined) return undefined;
  const digits = numbers.split(/[.-]/).map(Number);
  return { prefix, numbers: digits, stage, isDate: DATE.test(numbers) };
}

function numberAt({ numbers }: Version, at: number): number {
  return numbers[at] ?? 0;
}

/** Of a version 0.y.z, y says what the major version says of others. */
function shiftOf(version: Version): number {
  return numberAt(version, 0) === 0 ? 1 : 0;
}

function isLaterStage(before: string, after: string): boolean {
  if (before === '' || after === '') return before !== after && after === '';
  return after.localeCompare(before, 'en', { numeric: true }) > 0;
}

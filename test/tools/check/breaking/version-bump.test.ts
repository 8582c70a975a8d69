import type { Change } from '../../../../src/tools/check/breaking/change';
import {
  type Bump,
  bumpBetween,
  isEnough,
  neededBump,
  versionSaying,
} from '../../../../src/tools/check/breaking/version-bump';

it.each<[string, string, Bump]>([
  ['1.2.3', '1.2.3', 'none'],
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2.3', '1.3.0', 'minor'],
  ['1.2.3', '2.0.0', 'major'],
  ['1.2.3', '1.2.2', 'none'],
  ['2.0.0', '1.9.9', 'none'],
  ['0.2.3', '0.3.0', 'major'],
  ['0.2.3', '0.2.4', 'minor'],
  ['0.9.0', '1.0.0', 'major'],
  ['v1.0.0', '1.0.1-rc.1', 'patch'],
  ['1.2.3.4', '1.2.3.5', 'patch'],
  ['1.0.0+7', '1.0.0+8', 'none'],
  // Missing numbers are 0.
  ['v3', 'v4', 'major'],
  ['v3', 'v3.1', 'minor'],
  ['1.0', '1.1', 'minor'],
  ['1.0', '2.0', 'major'],
  ['1.1', '1.1.1', 'patch'],
  ['0.1', '0.2', 'major'],
  ['9', '10', 'major'],
  // Pre-releases promise nothing.
  ['2.0.0-beta.2', '2.0.0-beta.10', 'major'],
  ['2.0.0-beta.2', '2.0.0', 'major'],
  ['2.0.0', '2.0.0-beta.2', 'none'],
  ['2.0.0-rc.1', '2.0.0-beta.2', 'none'],
  ['v1beta1', 'v1beta2', 'major'],
  ['v1beta2', 'v1', 'major'],
  ['1.0.0-oas3', '1.1.0-oas3', 'minor'],
  // A later date announces any change.
  ['2026-01-01', '2026-02-01', 'major'],
  ['2026-01-15', '2026-01-15.1', 'major'],
  ['2026-01-15-preview', '2026-01-15', 'major'],
  ['2026.1', '2026.2', 'major'],
  ['20260115', '20260116', 'major'],
  ['2026-02-01', '2026-01-01', 'none'],
  ['2026-01-01', '2026-01-01', 'none'],
  ['1.2.3', '2026-01-01', 'major'],
  // A version without an order announces nothing, the next one with an order any change.
  ['latest', 'newest', 'none'],
  ['1.0.0', 'latest', 'none'],
  ['latest', '1.0.0', 'major'],
  ['', '1.0.0', 'major'],
  ['', '', 'none'],
])('from %s to %s is %s', (base, revision, want) => {
  expect(bumpBetween(base, revision)).toBe(want);
});

it.each<[string, Exclude<Bump, 'none'>, string]>([
  ['1.2.3', 'patch', '1.2.4 or above'],
  ['1.2.3', 'minor', '1.3.0 or above'],
  ['1.2.3', 'major', '2.0.0 or above'],
  ['0.2.3', 'major', '0.3.0 or above'],
  ['0.2.3', 'minor', '0.2.4 or above'],
  ['2.0.0-rc.1', 'minor', '2.0.0 or above'],
  ['v1beta1', 'major', 'v1 or above'],
  ['v3', 'major', 'v4 or above'],
  ['v3', 'minor', 'v3.1 or above'],
  ['1.0', 'major', '2.0 or above'],
  ['1.0', 'minor', '1.1 or above'],
  ['1.0', 'patch', '1.0.1 or above'],
  ['2026-01-01', 'major', 'a date after 2026-01-01'],
  ['one', 'major', 'a version of numbers, such as 1.0.0'],
  ['', 'minor', 'a version of numbers, such as 1.0.0'],
])('after %s a %s change is said by %s', (base, level, want) => {
  expect(versionSaying(base, level)).toBe(want);
  const [, version = '2026-01-02'] = /(\S*\d\.?\S*)(?: or above)?$/.exec(want) ?? [];
  const said = want.startsWith('a date') ? '2026-01-02' : version;
  expect(isEnough(bumpBetween(base, said), level)).toBe(true);
});

it('needs what the largest change needs', () => {
  const changes = ['patch', 'major', 'minor'].map((level) => ({ level }) as Change);
  expect(neededBump(changes)).toBe('major');
  expect(neededBump([])).toBe('none');
});

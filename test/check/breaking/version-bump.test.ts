import type { Change } from '../../../src/check/breaking/change';
import {
  type Bump,
  bumpBetween,
  isEnough,
  neededBump,
  versionAfter,
} from '../../../src/check/breaking';

it.each<[string, string, Bump | undefined]>([
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
  ['1.0', '2.0', undefined],
  ['2026-01-01', '2026-02-01', undefined],
])('from %s to %s is %s', (base, revision, want) => {
  expect(bumpBetween(base, revision)).toBe(want);
});

it.each<[string, Bump, string | undefined]>([
  ['1.2.3', 'patch', '1.2.4'],
  ['1.2.3', 'minor', '1.3.0'],
  ['1.2.3', 'major', '2.0.0'],
  ['0.2.3', 'major', '0.3.0'],
  ['0.2.3', 'minor', '0.2.4'],
  ['1.2.3', 'none', undefined],
  ['one', 'major', undefined],
])('the next version after %s for a %s change is %s', (base, bump, want) => {
  expect(versionAfter(base, bump)).toBe(want);
  if (want !== undefined) expect(isEnough(bumpBetween(base, want)!, bump)).toBe(true);
});

it('needs what the largest change needs', () => {
  const changes = ['patch', 'major', 'minor'].map((level) => ({ level }) as Change);
  expect(neededBump(changes)).toBe('major');
  expect(neededBump([])).toBe('none');
});

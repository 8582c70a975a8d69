import { isDamage } from '../../../../scripts/conformance/stateful/compare';

it.each([
  ['a fraction that is cut off', 12.5, 12, true],
  ['an integer that a float does not hold', 16777217, 16777216, true],
  ['an integer that a double does not hold', 9007199254740993n, 9007199254740992n, true],
  ['another count', 1, 0, false],
  ['another key', 73, 74, false],
  ['a text that is cut off', 'stone oak', 'stone', true],
  ['a text that something was added to', 'stone:oak', 'stone:oak/', false],
  ['a text whose end is escaped', 'stone &', 'stone &amp;', true],
  ['another text', 'stone oak', 'river', false],
  ['nothing', 'stone oak', undefined, true],
])('a value shows that it was damaged: %s', (_, sent, came, expected) => {
  expect(isDamage({ place: '/a', sent, came })).toBe(expected);
});

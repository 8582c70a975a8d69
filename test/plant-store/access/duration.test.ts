import { parseDuration } from '../../../src/plant-store/access/opaque-token';

describe('parseDuration', () => {
  it.each([
    ['1s', 1_000],
    ['90m', 5_400_000],
    ['12h', 43_200_000],
    ['30d', 2_592_000_000],
    ['2w', 1_209_600_000],
    ['36500d', 3_153_600_000_000],
  ])('reads %s', (text, durationMs) => {
    expect(parseDuration(text)).toBe(durationMs);
  });

  it.each([
    '',
    '30',
    'd',
    '0d',
    '-1d',
    '1.5d',
    '1e3s',
    ' 1d',
    '1d ',
    '1d\n',
    '1 d',
    '1D',
    '1y',
    '1d2h',
    '٣d',
    '36501d',
    '3153600001s',
    '9'.repeat(400) + 's',
  ])('refuses %j and says what is allowed', (text) => {
    expect(() => parseDuration(text)).toThrow(
      new RangeError(
        `Duration ${JSON.stringify(text)} is not a whole number from 1 and a unit (s, m, h, d or w), such as 30d, of at most 36500d`,
      ),
    );
  });
});

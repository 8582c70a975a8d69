import { examinePattern } from '../../../src/document/patterns/document-patterns';

/** Verdicts that recheck 4.5.0 agrees with, but for exact degrees. */
const EXPONENTIAL = [
  '^(a+)+$',
  '^(a|a)*$',
  '^(a|aa)+$',
  '(x+x+)+y',
  '^(.*a){20}$',
  '^([a-z0-9]+-?)*$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^([\\w.-]+)+@([\\w-]+\\.)+[a-z]{2,}$',
  '^https?://[\\w.-]+(?:/[\\w./-]*)*$',
  '^(\\p{L}+\\s?)+$',
  '^(\\w{0,50}\\s?){0,20}$',
  '^(a?){40}a{40}$',
  `^${'a?'.repeat(30)}$`,
  '^((a|a){9}){9}$',
  '^(?=(a+)+$).*',
  '^(é|[^x])*$',
];

const POLYNOMIAL = [
  '^\\s+|\\s+$',
  'a\\w+b',
  '[a-z]+$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^.*foo.*bar.*$',
  '^\\d+\\d+$',
  '(?=.*\\d).{8,}$',
  '^(?:a*?b|a)*',
  '^.{0,500}x.{0,500}y.{0,500}z$',
  '^[\\w-.]+[\\w.]+[\\w-]+$',
  '^\\p{Lu}*\\p{Script=Greek}*$',
];

const LINEAR = [
  'payTo|upi_collect',
  '^[a-zA-Z0-9_-]{1,256}$',
  '^[\\w-.]+$',
  '^[\\s\\S]{1,65536}$',
  '^[a-f]{100000}$',
  `^${Array.from({ length: 100 }, (_, index) => `\\u{${(0x4e00 + index).toString(16)}}*`).join('')}$`,
  '^\\p{Lu}*\\p{Ll}*$',
  '^(0|[1-9][0-9]*)$',
  '^([01]\\d|2[0-3]):?([0-5]\\d)$',
  "^[A-Za-z]+(?:[\\s'-][A-Za-z]+)*$",
  '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$',
  '^(?!.*--)[a-z-]+$',
  '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
  '^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$',
  '^[a-z0-9]{1,20}-?[a-z0-9]{1,20}$',
  '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  '^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$',
  '^(["\'])[^"\']*\\1$',
  '^(\\w+\\s?)*',
  '[a-z]+',
  '(a+)+',
  '',
];

it.each(EXPONENTIAL)('finds that %s may take exponential time', (pattern) => {
  expect(examinePattern(pattern).growth).toBe('exponential');
});

it.each(POLYNOMIAL)('finds that %s may take polynomial time', (pattern) => {
  expect(examinePattern(pattern).growth).toBe('polynomial');
});

it.each(LINEAR)('leaves %s to the platform', (pattern) => {
  expect(examinePattern(pattern)).toMatchObject({ growth: 'linear', matching: undefined });
});

it.each(['^(a+)\\1+$', '^(?:a{0,99}b{0,99}){0,99}$'])(
  'has matches of %s given up in time, since no automaton does it',
  (pattern) => {
    expect(examinePattern(pattern).matching).toBe('timed');
  },
);

it('takes a pattern with care that it cannot tell of', () => {
  const behind = '(?<=a*)b';
  expect(examinePattern(behind)).toMatchObject({ growth: 'unknown', matching: { flags: 'u' } });
});

it.each([
  ['groups in thousands of groups', '('.repeat(5_000) + 'a' + ')'.repeat(5_000)],
  [
    'thousands of alternatives',
    `^(${Array.from({ length: 2_000 }, (_, at) => `w${at}`).join('|')})+$`,
  ],
])('takes %s with care, without looking for long', (_, pattern) => {
  expect(examinePattern(pattern)).toMatchObject({ growth: 'unknown', matching: expect.anything() });
});

it.each(['(', '(?>a+)+$'])('finds %s fast, which is not enforced', (pattern) => {
  expect(examinePattern(pattern)).toMatchObject({ growth: 'linear', matching: undefined });
});

it('looks at what a pattern is read as', () => {
  expect(examinePattern('(?i)^(a|A)+$').growth).toBe('exponential');
  expect(examinePattern('^(a|A)+$').growth).toBe('linear');
});

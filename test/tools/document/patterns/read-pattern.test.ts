import { readPattern } from '../../../../src/tools/document/patterns/read-pattern';
import { examinePattern } from '../../../../src/tools/document/patterns/document-patterns';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { loadContract } from '../../../../src/tools/generate/in-memory';

/** Patterns, with texts that they match and texts that they do not. */
it.each<[pattern: string, matching: string[], others: string[]]>([
  // Flags.
  ['(?i)^[a-f]+$', ['abc', 'ABC', 'aB'], ['g', '']],
  ['^(?i)yes$', ['YES', 'yes'], ['no', 'yess']],
  ['(?s)^a.b$', ['a\nb', 'axb'], ['ab']],
  ['(?iu)^é$', ['É', 'é'], ['e']],
  ['(?i)[^a]', ['b', 'B'], ['a', 'A']],
  // Edges of the text.
  ['\\Aab\\Z', ['ab'], ['ab\n', 'xab', 'abx']],
  ['\\A\\d+\\z', ['12'], ['12\n', 'a12']],
  ['^[-a-zA-Z0-9_]+\\Z', ['a-b_c'], ['a b', 'a\n']],
  // Classes.
  ['^[[:alpha:]]+$', ['abcXYZ'], ['a1', 'é', ':', '']],
  ['^[[:digit:][:space:]x]+$', ['1 x\t\v\r\n2'], ['a', ':', '\x00']],
  ['^[^[:punct:]]+$', ['ab 1'], ['a!', ']', '{', '`', '\\', '-', '/']],
  ['^[[:upper:]-]+$', ['A-B'], ['a', '[']],
  ['^[[:xdigit:]]{2}$', ['fF', '09'], ['fg']],
  ['^[[:word:].-]+$', ['a_1.-'], ['é', ' ']],
  ['^[[:graph:]]+$', ['!a~'], [' ', '\x7f']],
  ['^[[:print:]]+$', [' a~'], ['\n', '\x7f']],
  ['^[[:cntrl:]]$', ['\n', '\x7f', '\x00'], ['a']],
  ['^[[:blank:]]$', [' ', '\t'], ['\n']],
  ['^[[:lower:][:alnum:]]$', ['a', 'Z', '0'], ['_']],
  ['^[]a]+$', [']a'], ['[', 'b']],
  ['^[^]a]+$', ['b['], [']', 'a']],
  // Groups.
  ['^(?P<year>\\d{4})-(?P=year)$', ['2024-2024'], ['2024-2025']],
  ['^a(?#a comment)b$', ['ab'], ['a', 'a(?#a comment)b']],
  // Quantifiers.
  ['^a{,2}$', ['', 'a', 'aa'], ['aaa', 'a{,2}']],
  // Quoted text and escapes.
  ['^\\Qa.b*[c]-\\E+$', ['a.b*[c]-', 'a.b*[c]--'], ['axb', '']],
  ['^[\\Q^-]\\E]+$', ['^-]'], ['\\', '_']],
  ['^\\Q(', ['(a'], ['a']],
  ['^\\x{1F600}$', ['😀'], ['x']],
  ['^\\a\\e$', ['\x07\x1b'], ['ae']],
  // Properties.
  ['^\\pL+$', ['aé中'], ['1', 'p1']],
  ['^\\p{^L}+$', ['1 '], ['a']],
  ['^\\P{^L}+$', ['a'], ['1']],
  ['^\\p{Cyrillic}+$', ['мир'], ['a', 'p']],
  ['^\\p{L}\\_$', ['é_'], ['p{L}_']],
  ['^[\\p{L}\\w-.]+$', ['é-.'], ['+', '/']],
])('%s is translated', (pattern, matching, others) => {
  const { kind, reading } = readPattern(pattern);
  const expression = new RegExp(...reading);
  expect([kind, matching.filter((text) => !expression.test(text))]).toEqual(['translated', []]);
  expect(others.filter((text) => expression.test(text))).toEqual([]);
});

it.each([
  ['^[a-z]+$', 'u'],
  ['\\p{Alpha}', 'u'],
  ['^[\\w-.]+$', ''],
  ['^a\\_b\\-c\\@$', ''],
  ['^[a]]{$', ''],
  ['^\\012$', ''],
])('%s is read as it is, with the flags "%s"', (pattern, flags) => {
  expect(readPattern(pattern)).toEqual({ reading: [pattern, flags], kind: 'own' });
});

it.each([
  ['(?m)^a$', '"(?m)" has no equal there'],
  ['a(?i)b', '"(?i)" has no equal there'],
  ['(?>a+)b', '"(?>a" has no equal there'],
  ['a++b', '"++" has no equal there'],
  ['[a-z]{2,}+x', '"{2,}+" has no equal there'],
  ['^\\h+$', '"\\\\h" has no equal there'],
  ['[\\H]', '"\\\\H" has no equal there'],
  ['\\R', '"\\\\R" has no equal there'],
  ['[[:foo:]]', '"[:foo:]" has no equal there'],
  ['[[:^alpha:]]', '"[:^alpha:]" has no equal there'],
  ['[[.a.]]', '"[." has no equal there'],
  ['[a-z&&[^b]]', '"&&[" has no equal there'],
  ['\\p{IsGreek}', '"\\\\p{IsGreek}" has no equal there'],
  ['(?R)', '"(?R)" has no equal there'],
  ['(a)?(?(1)b|c)', '"(?(1" has no equal there'],
  ['a\\', '"\\\\" has no equal there'],
  ['[a-', 'unterminated character class'],
  ['*a', 'nothing to repeat'],
])('%s cannot be read: %s', (pattern, fault) => {
  expect(readPattern(pattern)).toEqual({ reading: ['', 'u'], kind: 'unreadable', fault });
});

describe('growth', () => {
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
    (pattern) => expect(examinePattern(pattern).matching).toBe('timed'),
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
    expect(examinePattern(pattern)).toMatchObject({
      growth: 'unknown',
      matching: expect.anything(),
    });
  });

  it.each(['(', '(?>a+)+$'])('finds %s fast, which is not enforced', (pattern) => {
    expect(examinePattern(pattern)).toMatchObject({ growth: 'linear', matching: undefined });
  });

  it('looks at what a pattern is read as', () => {
    expect(examinePattern('(?i)^(a|A)+$').growth).toBe('exponential');
    expect(examinePattern('^(a|A)+$').growth).toBe('linear');
  });
});

describe('nothing matches', () => {
  /** What is said of a pattern of a schema. */
  function saidOf(pattern: string): string[] {
    const said: string[] = [];
    const content = { 'text/plain': { schema: { type: 'string', pattern } } };
    const post = {
      operationId: 'add',
      requestBody: { content },
      responses: { 204: { description: 'Done' } },
    };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Words', version: '1' },
      paths: { '/words': { post } },
    };
    loadContract(parseSource(JSON.stringify(document), 'words.json').document, {
      report: ({ message }) => said.push(message),
    });
    return said.filter((message) => message.includes('matches no text'));
  }

  it.each([
    ['/^a$/i', 'write "^a$"'],
    ['/^a/', 'write "^a"'],
    ['/a$/', 'write "a$"'],
    ['a^', 'correct it'],
    ['$a', 'correct it'],
    ['(a^|b$c)', 'correct it'],
    ['a+^b', 'correct it'],
    ['(?:x^)+', 'correct it'],
  ])('says that %s matches no text', (pattern, remedy) => {
    expect(saidOf(pattern)).toStrictEqual([
      `the pattern ${JSON.stringify(pattern)} matches no text, since it has characters before "^" or after "$"; ${remedy}`,
    ]);
  });

  it.each([
    '^a$',
    '/a/',
    '(a|^)b',
    '(^a|b)$',
    'a*^b',
    'a$|^b',
    '(?=^)a',
    '(?:x^)*',
    '\\^a',
    '[$]a',
    '',
  ])('says nothing of that kind of %j', (pattern) => expect(saidOf(pattern)).toStrictEqual([]));
});

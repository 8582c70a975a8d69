import { readPattern } from '../../../src/document/patterns/read-pattern';

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

import { spawnSync } from 'node:child_process';
import { scriptWords, shellWords, unquotable } from '../../../src/tools/cli/shell';
import { hostileTexts } from '../../support/hostile-texts';

const texts = Object.entries(hostileTexts).map(([name, text]): [string, string] => [
  name,
  text.replace(/[\0\p{Cs}]/gu, ''),
]);

function wordsOf(line: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  return stdout.split('\0').slice(0, -1);
}

it.each(texts)('a shell takes for the word it was: %s', (_, text) => {
  expect(wordsOf(shellWords([text, 'b']))).toEqual([text, 'b']);
});

it.each(texts)('a script has it as both shells take it, or not at all: %s', (_, text) => {
  if (unquotable(text) !== undefined) {
    expect(() => scriptWords([text])).toThrow('No quotes are for both shells');
  } else {
    expect(wordsOf(scriptWords([text]))).toEqual([text]);
  }
});

it.each<[string, string | undefined]>([
  ['spec/a b&c;(d)|<e>\'f"', '"'],
  ["spec/a b&c;(d)|<e>'f^*?.json", undefined],
  ['spec/$a', '$'],
  ['spec/`a`', '`'],
  ['spec/a\\b', '\\'],
  ['spec/!a', '!'],
  ['spec/%PATH%.json', '%'],
  ['https://a.test/b%20c.json=spec/c.json', undefined],
  ['spec/a\nb', '\n'],
  ['spec/a\u202eb', '\u202e'],
])('of %j, %j is in no quotes of both', (word, character) => {
  expect(unquotable(word)).toBe(character);
});

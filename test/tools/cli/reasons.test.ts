import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readReasons } from '../../../src/tools/cli/reasons';
import { temporaryFolder } from '../../support/temporary-folder';

const SUITES = path.join(__dirname, '..', '..', 'suites');

describe('a list of known failures', () => {
  const file = path.join(temporaryFolder(), 'known.txt');
  const read = (text: string): [string, string][] => {
    writeFileSync(file, text);
    return [...readReasons(file)];
  };

  it('has a reason for each name, which may hold the mark itself', () => {
    expect(read('# Faulty\n\na.yaml # no version\nref: # to itself: a # is lost\n')).toEqual([
      ['a.yaml', 'no version'],
      ['ref: # to itself: a', 'is lost'],
    ]);
  });

  it.each([
    ['a.yaml\n', /known\.txt:1: the line has no reason; write NAME # REASON$/],
    ['# x\na.yaml # \n', /known\.txt:2: the line has no reason/],
    ['a # x\na # y\n', /known\.txt:2: "a" is listed twice$/],
  ])('refuses %j', (text, message) => expect(() => read(text)).toThrow(message));

  it("of the project's own are all of that form", () => {
    const lists = readdirSync(SUITES).filter((name) => name.endsWith('.known-failures.txt'));
    expect(lists).toHaveLength(3);
    for (const name of lists) {
      expect(() => readReasons(path.join(SUITES, name))).not.toThrow();
    }
  });
});

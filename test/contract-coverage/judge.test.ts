import { judge, percent } from '../../src/contract-coverage/judge';
import type { Part } from '../../src/contract-coverage/parts';

/** Whether coverage is enough, and the allowlist up to date. */

const part = (name: string): Part => ({
  kind: 'statuses',
  name,
  pointer: '',
  isExercisedBy: () => false,
});
const [ok, refused, failed] = [part('get 200'), part('get 400'), part('get 5XX')];
const coverage = [
  { operationId: 'get', parts: [ok, refused, failed], exercised: new Set([ok, refused]) },
];

const faults = (threshold: number, ...allowed: string[]): readonly string[] => {
  const reasons = new Map(allowed.map((name) => [name, 'a reason']));
  return judge(coverage, { threshold, file: 'allowed.txt', allowed: reasons }).faults;
};

it.each<[threshold: number, allowed: string[], faults: unknown[]]>([
  [0, [], []],
  [66, [], []],
  [67, [], [expect.stringContaining('exercise 66 % of the contract, and the threshold is 67 %')]],
  [100, ['get 5XX'], []],
  [0, ['get 200'], ['allowed.txt: "get 200" is exercised; remove the line']],
  [0, ['get 404'], ['allowed.txt: the document has no part "get 404"; remove the line']],
])('with a threshold of %d and %j allowed, the faults are %j', (threshold, allowed, expected) => {
  expect(faults(threshold, ...allowed)).toEqual(expected);
});

it('rounds shares down, and nothing is all of nothing', () => {
  expect([percent(199, 200), percent(200, 200), percent(0, 0)]).toEqual(['99 %', '100 %', '100 %']);
});

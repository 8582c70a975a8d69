import { keysWhile } from '../../../support/collection-keys';
import { useSchemas } from './describe-bodies';

/**
 * Keywords that compare values take time that grows with the text, also where a schema refers to itself
 * and so compares at each level. Counted is what they make of the values.
 */

const LEVELS = 100;
const ITEMS = 500;

/** Lists of a number and a list, 100 levels deep, and 500 numbers in the innermost. */
function nested(innermost: readonly unknown[]): string {
  return '[0,'.repeat(LEVELS) + JSON.stringify(innermost) + ']'.repeat(LEVELS);
}

const numbers = Array.from({ length: ITEMS }, (_, index) => index * 65_536);
const body = nested(numbers);

/** Keywords that compare, in a schema of lists of itself. */
const keywords: Readonly<Record<string, unknown>>[] = [
  { uniqueItems: true },
  { not: { enum: [[1, 2], [3]] } },
  { not: { const: [1, 2] } },
];

const components = keywords.map((keyword, index) => {
  const items = { anyOf: [{ type: 'number' }, { $ref: `#/components/schemas/S${index}` }] };
  return [`S${index}`, { type: 'array', items, ...keyword }] as const;
});
const served = useSchemas(
  keywords.map((_, index) => ({ $ref: `#/components/schemas/S${index}` })),
  Object.fromEntries(components),
);

it.each(keywords.map((keyword, index) => [JSON.stringify(keyword), index] as const))(
  '%s makes texts no longer than the body',
  async (_name, index) => {
    const join = jest.spyOn(Array.prototype, 'join');
    const keys = await keysWhile(() => served().decode(index, body));
    const joined = join.mock.results.map(({ value }) => String(value).length);
    join.mockRestore();
    expect(sum(joined)).toBeLessThan(4 * body.length);
    expect(sum([...keys].map(({ length }) => length))).toBeLessThan(4 * body.length);
    expect(numbers.filter((number) => number > ITEMS && keys.has(String(number)))).toEqual([]);
  },
);

it.each([
  ['[0,1,2]', 204],
  ['[0,1,0]', 400],
  ['[[1],[2]]', 204],
  ['[[1],[1.0]]', 400],
  ['[[1,[2]],[1,[2]]]', 400],
  ['[[1,[2]],[1,[3]],[[2]],[2]]', 204],
  ['[[],[[]],[[],[[]]]]', 204],
  ['[[0,0]]', 400],
  ['[[9007199254740992],[9007199254740993]]', 204],
  ['[[9007199254740993],[9007199254740993.0]]', 400],
])('unique items in %s: %i', async (text, status) => {
  expect((await served().decode(0, text)).status).toBe(status);
});

it.each([
  ['[[1]]', 204],
  ['[[1,2]]', 400],
  ['[[[3]]]', 400],
  ['[[2,1],[3,3]]', 204],
])('a list that is none of some in %s: %i', async (text, status) => {
  expect((await served().decode(1, text)).status).toBe(status);
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

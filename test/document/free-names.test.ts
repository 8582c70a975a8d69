import { FreeNames } from '../../src/document/free-names';

it('numbers a name that many want, and looks at each number once', () => {
  const taken = new Set(['a_3']);
  let looked = 0;
  const names = new FreeNames((name) => {
    looked++;
    return taken.has(name);
  });
  const given = Array.from({ length: 1_000 }, () => {
    const name = names.of('a');
    taken.add(name);
    return name;
  });
  expect(given.slice(0, 4)).toEqual(['a', 'a_2', 'a_4', 'a_5']);
  expect(new Set(given).size).toBe(1_000);
  expect(looked).toBeLessThan(5_000);
});

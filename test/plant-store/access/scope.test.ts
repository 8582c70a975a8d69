import { parseScopes } from '../../../src/plant-store/access/opaque-token';

it.each([
  [[], []],
  [['read'], ['read']],
  [['read write'], ['read', 'write']],
  [
    ['read  write ', 'read'],
    ['read', 'write'],
  ],
  [['plants:write https://x/y'], ['plants:write', 'https://x/y']],
])('reads %j', (texts, want) => {
  expect(parseScopes(texts)).toStrictEqual(want);
});

it.each(['re"ad', 'a\\b', 'lesen/schreiben/ä', 'a\tb'])('refuses %j', (text) => {
  expect(() => parseScopes([text])).toThrow(
    new RangeError(
      `Scope ${JSON.stringify(text)} has characters other than printable ASCII without quotes and backslashes`,
    ),
  );
});

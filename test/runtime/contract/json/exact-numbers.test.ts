import { parseJson, type ParsedJson } from '../../../../src/runtime/contract/json/parse-json';
import { keysWhile } from '../../../support/collection-keys';

it('exact numbers are not kept under names whose hash a client can foresee', async () => {
  const names = ['7', '65536', '4294901760', '-1', '9007199254740993', 'name'];
  const text = `{${names.map((name) => `"${name}":9007199254740993`).join(',')}}`;
  let parsed: ParsedJson | undefined;
  const keys = await keysWhile(() => {
    parsed = parseJson(Buffer.from(text)) as ParsedJson;
  });
  expect(names.filter((name) => keys.has(`#${name}`))).toEqual(names);
  expect(names.filter((name) => keys.has(name))).toEqual([]);
  const { value, exact } = parsed!;
  for (const name of names) expect(exact.get(value as object, name)).toBe(9007199254740993n);
});

import { loadModule } from '../../../src/conformance/judge/second-validator';

it('loads a package that is an ES module only', async () => {
  const { exports, parse } = await loadModule('@hyperjump/json-schema/draft-2020-12');
  expect(exports).toHaveProperty('validate');
  expect(parse('{"a":[1]}')).toEqual({ a: [1] });
});

it('says that there is no such package', async () => {
  await expect(loadModule('no-such-package')).rejects.toThrow('no-such-package');
});

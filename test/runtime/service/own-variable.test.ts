import {
  ConfigError,
  type Environment,
  notAllowed,
  readVariable,
} from '../../../src/runtime/service/public';

/** A variable that a service adds to those of the layer. */
function readRegion(env: Environment): string {
  const region = readVariable(env, 'REGION') ?? 'eu';
  if (!['eu', 'us'].includes(region)) throw notAllowed('REGION', region, 'eu or us');
  return region;
}

it.each<[string, Environment, string]>([
  ['a value', { REGION: 'us' }, 'us'],
  ['a value with white space around it', { REGION: ' us\n' }, 'us'],
  ['an empty value, as absent', { REGION: '' }, 'eu'],
  ['white space alone, as absent', { REGION: ' ' }, 'eu'],
  ['nothing', {}, 'eu'],
])('reads %s', (_, env, region) => expect(readRegion(env)).toBe(region));

it('refuses a value with the name, the value and what is allowed, for the operator', () => {
  expect(() => readRegion({ REGION: 'moon "2"' })).toThrow(
    new ConfigError('REGION is "moon \\"2\\"", but must be eu or us'),
  );
});

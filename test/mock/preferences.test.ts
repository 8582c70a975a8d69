import { parsePreferences, type Preferences } from '../../src/mock/preferences';
import { startCpuClock } from '../support/cpu-time';

it.each<[string[], Preferences]>([
  [[], {}],
  [['code=404'], { code: { name: 'code', status: 404 } }],
  [['status=404'], { code: { name: 'status', status: 404 } }],
  [['status=404, code=400'], { code: { name: 'code', status: 400 } }],
  [
    ['Code = 404 ; strict, example="a, \\"b\\"", dynamic=true'],
    { code: { name: 'code', status: 404 }, example: 'a, "b"', dynamic: true },
  ],
  [['return=minimal', 'example=one', 'example=two'], { example: 'one' }],
  [['code=99'], {}],
  [['code=600'], {}],
  [['code'], {}],
  [['example'], { example: '' }],
  [['dynamic=false'], {}],
  [['=', ';;', '"'], {}],
  [['__proto__=1, toString=2'], {}],
])('%j', (given, want) => {
  expect(parsePreferences(given)).toEqual(want);
});

it('takes no longer for many than for few', () => {
  const cpuTimeMs = startCpuClock();
  parsePreferences(['a="'.repeat(20_000), 'x,'.repeat(20_000)]);
  expect(cpuTimeMs()).toBeLessThan(1_000);
});

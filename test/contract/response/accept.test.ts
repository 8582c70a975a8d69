import { acceptable, parseAccept } from '../../../src/contract/response/negotiation';
import { startCpuClock } from '../../support/cpu-time';

describe('acceptable', () => {
  it.each<[string, { given: [accept: string[], offers: string[]]; want: string[] }]>([
    ['without a header', { given: [[], ['a/b', 'c/d']], want: ['a/b', 'c/d'] }],
    ['with an empty header', { given: [[''], ['a/b']], want: ['a/b'] }],
    ['with anything', { given: [['*/*'], ['a/b', 'c/d']], want: ['a/b', 'c/d'] }],
    ['with one', { given: [['c/d'], ['a/b', 'c/d']], want: ['c/d'] }],
    ['in another case', { given: [['C/D'], ['c/d']], want: ['c/d'] }],
    ['with none of them', { given: [['x/y'], ['a/b', 'c/d']], want: [] }],
    ['with weights', { given: [['a/b;q=0.5, c/d'], ['a/b', 'c/d']], want: ['c/d', 'a/b'] }],
    [
      'with several headers',
      {
        given: [
          ['a/b;q=0.5', 'c/d'],
          ['a/b', 'c/d'],
        ],
        want: ['c/d', 'a/b'],
      },
    ],
    ['with equal weights', { given: [['c/d, a/b'], ['a/b', 'c/d']], want: ['a/b', 'c/d'] }],
    ['with weight 0', { given: [['a/b;q=0, */*'], ['a/b', 'c/d']], want: ['c/d'] }],
    ['with a range', { given: [['a/*'], ['c/d', 'a/b']], want: ['a/b'] }],
    [
      'with the more specific weight',
      { given: [['a/*;q=0.9, a/b;q=0.1'], ['a/b', 'a/c']], want: ['a/c', 'a/b'] },
    ],
    [
      'as a browser',
      {
        given: [['text/html,application/xml;q=0.9,*/*;q=0.8'], ['application/json', 'text/html']],
        want: ['text/html', 'application/json'],
      },
    ],
    [
      'with a parameter that the offer has',
      { given: [['a/b;v=2'], ['a/b', 'a/b; v=2']], want: ['a/b; v=2'] },
    ],
    ['with a charset', { given: [['a/b;charset=utf-8'], ['a/b']], want: ['a/b'] }],
    ['with a comma in quotes', { given: [['a/b;x="1,2", c/d'], ['c/d']], want: ['c/d'] }],
    ['with a range that is offered', { given: [['image/png'], ['image/*']], want: ['image/*'] }],
    ['with a range beside the one offered', { given: [['image/png'], ['text/*']], want: [] }],
    ['with a weight that is none', { given: [['x/y;q=2'], ['a/b']], want: ['a/b'] }],
    ['with what is no range', { given: [['json'], ['a/b']], want: ['a/b'] }],
  ])('%s', (_, { given: [accept, offers], want }) => {
    expect(acceptable(parseAccept(accept), offers)).toStrictEqual(want);
  });

  it('is found in time', () => {
    const cpuTimeMs = startCpuClock();
    for (const value of [`a/b${';x="'.repeat(4_000)}`, '"\\'.repeat(8_000), ',;q='.repeat(4_000)]) {
      acceptable(parseAccept([value]), ['a/b']);
    }
    expect(cpuTimeMs()).toBeLessThan(500);
  });
});

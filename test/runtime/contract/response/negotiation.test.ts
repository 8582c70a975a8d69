import {
  acceptable,
  chooseContentCoding,
  parseAccept,
} from '../../../../src/runtime/contract/response/negotiation';
import { startCpuClock } from '../../../support/cpu-time';
import { itEach } from '../../../support/it-each';

describe('acceptable', () => {
  itEach<[given: [accept: string[], offers: string[]], want: string[]]>({
    'without a header': [
      [[], ['a/b', 'c/d']],
      ['a/b', 'c/d'],
    ],
    'with an empty header': [[[''], ['a/b']], ['a/b']],
    'with anything': [
      [['*/*'], ['a/b', 'c/d']],
      ['a/b', 'c/d'],
    ],
    'with one': [[['c/d'], ['a/b', 'c/d']], ['c/d']],
    'in another case': [[['C/D'], ['c/d']], ['c/d']],
    'with none of them': [[['x/y'], ['a/b', 'c/d']], []],
    'with weights': [
      [['a/b;q=0.5, c/d'], ['a/b', 'c/d']],
      ['c/d', 'a/b'],
    ],
    'with several headers': [
      [
        ['a/b;q=0.5', 'c/d'],
        ['a/b', 'c/d'],
      ],
      ['c/d', 'a/b'],
    ],
    'with equal weights': [
      [['c/d, a/b'], ['a/b', 'c/d']],
      ['a/b', 'c/d'],
    ],
    'with weight 0': [[['a/b;q=0, */*'], ['a/b', 'c/d']], ['c/d']],
    'with a range': [[['a/*'], ['c/d', 'a/b']], ['a/b']],
    'with the more specific weight': [
      [['a/*;q=0.9, a/b;q=0.1'], ['a/b', 'a/c']],
      ['a/c', 'a/b'],
    ],
    'as a browser': [
      [['text/html,application/xml;q=0.9,*/*;q=0.8'], ['application/json', 'text/html']],
      ['text/html', 'application/json'],
    ],
    'with a parameter that the offer has': [[['a/b;v=2'], ['a/b', 'a/b; v=2']], ['a/b; v=2']],
    'with a charset': [[['a/b;charset=utf-8'], ['a/b']], ['a/b']],
    'with a comma in quotes': [[['a/b;x="1,2", c/d'], ['c/d']], ['c/d']],
    'with a range that is offered': [[['image/png'], ['image/*']], ['image/*']],
    'with a range beside the one offered': [[['image/png'], ['text/*']], []],
    'with a weight that is none': [[['x/y;q=2'], ['a/b']], ['a/b']],
    'with what is no range': [[['json'], ['a/b']], ['a/b']],
  })('%s', (_, [accept, offers], want) => {
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

describe('chooseContentCoding', () => {
  it.each<[name: string, given: string[], want: string | undefined]>([
    ['without a header', [], 'identity'],
    ['with an empty header', [''], 'identity'],
    ['with one coding', ['gzip'], 'gzip'],
    ['in another case', ['GZip'], 'gzip'],
    ['by its old name', ['x-gzip'], 'gzip'],
    ['as a browser', ['gzip, deflate, br, zstd'], 'br'],
    ['with several headers', ['deflate', 'gzip;q=0.1'], 'gzip'],
    ['with weights', ['br;q=0.5, gzip;q=0.8'], 'gzip'],
    ['with spaces around weights', ['br ; q=0.5 , gzip ; Q=0.8'], 'gzip'],
    ['with equal weights', ['gzip;q=0.5, br;q=0.5'], 'br'],
    ['with codings that are not there', ['zstd, deflate'], 'identity'],
    ['with a refused coding', ['br;q=0, gzip'], 'gzip'],
    ['with all codings refused', ['br;q=0, gzip;q=0'], 'identity'],
    ['with a little of a coding', ['gzip;q=0.001'], 'gzip'],
    ['with identity asked for', ['identity, gzip;q=0.9'], 'identity'],
    ['with identity wanted as much', ['identity, gzip'], 'gzip'],
    ['with anything', ['*'], 'br'],
    ['with anything else', ['*, br;q=0'], 'gzip'],
    ['with anything but a coding', ['gzip;q=0.2, *;q=0.1'], 'gzip'],
    ['with identity refused', ['identity;q=0, gzip'], 'gzip'],
    ['with identity refused by *', ['*;q=0, gzip'], 'gzip'],
    ['with identity kept from *', ['*;q=0, identity'], 'identity'],
    ['with identity refused alone', ['identity;q=0'], undefined],
    ['with everything refused', ['*;q=0'], undefined],
    ['with identity refused and unknown others', ['identity;q=0, zstd'], undefined],
    ['with a weight that is none', ['gzip;q=2'], 'identity'],
    ['with a coding that is none', [';q=1'], 'identity'],
    ['with empty items', [', gzip,, '], 'gzip'],
  ])('%s', (_, given, want) => expect(chooseContentCoding(given)?.name).toBe(want));
});

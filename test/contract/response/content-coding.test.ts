import { chooseContentCoding } from '../../../src/contract/response/negotiation';

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
  ])('%s', (_, given, want) => {
    expect(chooseContentCoding(given, ['br', 'gzip', 'identity'])).toBe(want);
  });
});

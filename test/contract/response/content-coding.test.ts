import { chooseContentCoding } from '../../../src/contract/response/negotiation';

describe('chooseContentCoding', () => {
  it.each<[string, { given: string[]; want: string | undefined }]>([
    ['without a header', { given: [], want: 'identity' }],
    ['with an empty header', { given: [''], want: 'identity' }],
    ['with one coding', { given: ['gzip'], want: 'gzip' }],
    ['in another case', { given: ['GZip'], want: 'gzip' }],
    ['by its old name', { given: ['x-gzip'], want: 'gzip' }],
    ['as a browser', { given: ['gzip, deflate, br, zstd'], want: 'br' }],
    ['with several headers', { given: ['deflate', 'gzip;q=0.1'], want: 'gzip' }],
    ['with weights', { given: ['br;q=0.5, gzip;q=0.8'], want: 'gzip' }],
    ['with spaces around weights', { given: ['br ; q=0.5 , gzip ; Q=0.8'], want: 'gzip' }],
    ['with equal weights', { given: ['gzip;q=0.5, br;q=0.5'], want: 'br' }],
    ['with codings that are not there', { given: ['zstd, deflate'], want: 'identity' }],
    ['with a refused coding', { given: ['br;q=0, gzip'], want: 'gzip' }],
    ['with all codings refused', { given: ['br;q=0, gzip;q=0'], want: 'identity' }],
    ['with a little of a coding', { given: ['gzip;q=0.001'], want: 'gzip' }],
    ['with identity asked for', { given: ['identity, gzip;q=0.9'], want: 'identity' }],
    ['with identity wanted as much', { given: ['identity, gzip'], want: 'gzip' }],
    ['with anything', { given: ['*'], want: 'br' }],
    ['with anything else', { given: ['*, br;q=0'], want: 'gzip' }],
    ['with anything but a coding', { given: ['gzip;q=0.2, *;q=0.1'], want: 'gzip' }],
    ['with identity refused', { given: ['identity;q=0, gzip'], want: 'gzip' }],
    ['with identity refused by *', { given: ['*;q=0, gzip'], want: 'gzip' }],
    ['with identity kept from *', { given: ['*;q=0, identity'], want: 'identity' }],
    ['with identity refused alone', { given: ['identity;q=0'], want: undefined }],
    ['with everything refused', { given: ['*;q=0'], want: undefined }],
    [
      'with identity refused and unknown others',
      { given: ['identity;q=0, zstd'], want: undefined },
    ],
    ['with a weight that is none', { given: ['gzip;q=2'], want: 'identity' }],
    ['with a coding that is none', { given: [';q=1'], want: 'identity' }],
    ['with empty items', { given: [', gzip,, '], want: 'gzip' }],
  ])('%s', (_, { given, want }) => {
    expect(chooseContentCoding(given, ['br', 'gzip', 'identity'])).toBe(want);
  });
});

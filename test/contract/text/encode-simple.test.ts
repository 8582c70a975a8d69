import { encodeSimple } from '../../../src/contract/text/encode-simple';

const colors = { R: 100, G: 9007199254740993n, name: 'a b', none: undefined };

describe('encodeSimple', () => {
  it.each<[string, { given: unknown; explode?: boolean; want: string }]>([
    ['text', { given: 'a, b', want: 'a, b' }],
    ['a number', { given: 1.5, want: '1.5' }],
    ['an integer of 64 bits', { given: 9007199254740993n, want: '9007199254740993' }],
    ['a boolean', { given: false, want: 'false' }],
    ['null', { given: null, want: '' }],
    ['a date', { given: new Date(0), want: '1970-01-01T00:00:00.000Z' }],
    ['a list', { given: [1, 'a', true], want: '1,a,true' }],
    ['a list that explodes', { given: [1, 2], explode: true, want: '1,2' }],
    ['an empty list', { given: [], want: '' }],
    ['an object', { given: colors, want: 'R,100,G,9007199254740993,name,a b' }],
    [
      'an object that explodes',
      { given: colors, explode: true, want: 'R=100,G=9007199254740993,name=a b' },
    ],
    ['a nested object', { given: [{ a: 1 }], want: '{"a":1}' }],
  ])('writes %s', (_, { given, explode = false, want }) => {
    expect(encodeSimple(given, explode)).toBe(want);
  });

  it('refuses what JSON cannot say', () => {
    expect(() => encodeSimple(NaN, false)).toThrow(TypeError);
  });
});

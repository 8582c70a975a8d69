import {
  isJson,
  matchMediaRange,
  parseMediaType,
  type MediaType,
} from '../../src/contract/media-type';

describe('parseMediaType', () => {
  const json = 'application/json';

  it.each<[string, { given: string; want: MediaType | undefined }]>([
    ['bare', { given: json, want: { essence: json, parameters: {} } }],
    ['in upper case', { given: 'Application/JSON', want: { essence: json, parameters: {} } }],
    [
      'with spaces around',
      { given: '  application/json ', want: { essence: json, parameters: {} } },
    ],
    [
      'with a parameter',
      {
        given: 'application/json; charset=UTF-8',
        want: { essence: json, parameters: { charset: 'UTF-8' } },
      },
    ],
    [
      'with a quoted parameter',
      {
        given: 'application/json;Charset="utf\\-8"',
        want: { essence: json, parameters: { charset: 'utf-8' } },
      },
    ],
    [
      'with a semicolon inside quotes',
      { given: 'a/b; x="1;2" ; y=3', want: { essence: 'a/b', parameters: { x: '1;2', y: '3' } } },
    ],
    ['with an empty parameter', { given: 'a/b;;', want: { essence: 'a/b', parameters: {} } }],
    [
      'with a suffix',
      {
        given: 'application/problem+json',
        want: { essence: 'application/problem+json', parameters: {} },
      },
    ],
    ['a range', { given: '*/*', want: { essence: '*/*', parameters: {} } }],
    ['empty', { given: '', want: undefined }],
    ['without a slash', { given: 'json', want: undefined }],
    ['with an empty subtype', { given: 'application/', want: undefined }],
    ['with a space in the type', { given: 'application /json', want: undefined }],
    ['with a second type', { given: 'a/b, c/d', want: undefined }],
    ['with a parameter without value', { given: 'a/b; charset', want: undefined }],
    ['with an open quote', { given: 'a/b; x="1', want: undefined }],
  ])('%s', (_, { given, want }) => {
    expect(parseMediaType(given)).toStrictEqual(want);
  });
});

describe('isJson', () => {
  it.each([
    ['application/json', true],
    ['application/problem+json', true],
    ['application/vnd.library.v2+json', true],
    ['application/jsonl', false],
    ['text/json', true],
    ['application/x-json', true],
    ['text/x-json', true],
    ['text/json5', false],
    ['application/xml', false],
  ])('%s: %s', (given, want) => {
    expect(isJson(given)).toBe(want);
  });
});

describe('matchMediaRange', () => {
  const book = 'application/vnd.book+json';

  it.each<[string, { given: { ranges: string[]; type: string }; want: string | undefined }]>([
    ['the same type', { given: { ranges: ['a/b'], type: 'a/b' }, want: 'a/b' }],
    ['in another case', { given: { ranges: ['A/B'], type: 'a/b' }, want: 'A/B' }],
    ['another type', { given: { ranges: ['a/b'], type: 'a/c' }, want: undefined }],
    ['a range of subtypes', { given: { ranges: ['a/*'], type: 'a/c' }, want: 'a/*' }],
    ['a range of another type', { given: { ranges: ['b/*'], type: 'a/c' }, want: undefined }],
    ['any type', { given: { ranges: ['*/*'], type: 'a/c' }, want: '*/*' }],
    [
      'the most specific, last',
      { given: { ranges: ['*/*', 'a/*', 'a/c'], type: 'a/c' }, want: 'a/c' },
    ],
    ['the most specific, first', { given: { ranges: ['a/*', '*/*'], type: 'a/c' }, want: 'a/*' }],
    [
      'a suffix is not a range',
      { given: { ranges: ['application/json'], type: book }, want: undefined },
    ],
    [
      'a range covers a suffix',
      { given: { ranges: ['application/*'], type: book }, want: 'application/*' },
    ],
    [
      'a parameter that the range wants',
      { given: { ranges: ['a/b', 'a/b; v=2'], type: 'a/b; v=2' }, want: 'a/b; v=2' },
    ],
    [
      'a parameter that differs',
      { given: { ranges: ['a/b; v=2'], type: 'a/b; v=3' }, want: undefined },
    ],
    [
      'a parameter that is missing',
      { given: { ranges: ['a/b; v=2'], type: 'a/b' }, want: undefined },
    ],
    [
      'charset does not count',
      { given: { ranges: ['a/b; charset=utf-8'], type: 'a/b' }, want: 'a/b; charset=utf-8' },
    ],
    [
      'a parameter that the range leaves open',
      { given: { ranges: ['a/b'], type: 'a/b; v=3' }, want: 'a/b' },
    ],
    ['no ranges', { given: { ranges: [], type: 'a/b' }, want: undefined }],
  ])('%s', (_, { given, want }) => {
    expect(matchMediaRange(given.ranges, parseMediaType(given.type)!)).toBe(want);
  });
});

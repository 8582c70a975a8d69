import {
  isJson,
  matchMediaRange,
  parseMediaType,
  type MediaType,
} from '../../../src/runtime/contract/media-type';
import { itEach } from '../../support/it-each';

describe('parseMediaType', () => {
  const json = 'application/json';

  itEach<[given: string, want: MediaType | undefined]>({
    bare: [json, { essence: json, parameters: {} }],
    'in upper case': ['Application/JSON', { essence: json, parameters: {} }],
    'with spaces around': ['  application/json ', { essence: json, parameters: {} }],
    'with a parameter': [
      'application/json; charset=UTF-8',
      { essence: json, parameters: { charset: 'UTF-8' } },
    ],
    'with a quoted parameter': [
      'application/json;Charset="utf\\-8"',
      { essence: json, parameters: { charset: 'utf-8' } },
    ],
    'with a semicolon inside quotes': [
      'a/b; x="1;2" ; y=3',
      { essence: 'a/b', parameters: { x: '1;2', y: '3' } },
    ],
    'with an empty parameter': ['a/b;;', { essence: 'a/b', parameters: {} }],
    'with a suffix': [
      'application/problem+json',
      { essence: 'application/problem+json', parameters: {} },
    ],
    'a range': ['*/*', { essence: '*/*', parameters: {} }],
    empty: ['', undefined],
    'without a slash': ['json', undefined],
    'with an empty subtype': ['application/', undefined],
    'with a space in the type': ['application /json', undefined],
    'with a second type': ['a/b, c/d', undefined],
    'with a parameter without value': ['a/b; charset', undefined],
    'with an open quote': ['a/b; x="1', undefined],
  })('%s', (_, given, want) => expect(parseMediaType(given)).toStrictEqual(want));
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
  ])('%s: %s', (given, want) => expect(isJson(given)).toBe(want));
});

describe('matchMediaRange', () => {
  const book = 'application/vnd.book+json';

  itEach<[ranges: string[], type: string, want: string | undefined]>({
    'the same type': [['a/b'], 'a/b', 'a/b'],
    'in another case': [['A/B'], 'a/b', 'A/B'],
    'another type': [['a/b'], 'a/c', undefined],
    'a range of subtypes': [['a/*'], 'a/c', 'a/*'],
    'a range of another type': [['b/*'], 'a/c', undefined],
    'any type': [['*/*'], 'a/c', '*/*'],
    'the most specific, last': [['*/*', 'a/*', 'a/c'], 'a/c', 'a/c'],
    'the most specific, first': [['a/*', '*/*'], 'a/c', 'a/*'],
    'a suffix is not a range': [['application/json'], book, undefined],
    'a range covers a suffix': [['application/*'], book, 'application/*'],
    'a parameter that the range wants': [['a/b', 'a/b; v=2'], 'a/b; v=2', 'a/b; v=2'],
    'a parameter that differs': [['a/b; v=2'], 'a/b; v=3', undefined],
    'a parameter that is missing': [['a/b; v=2'], 'a/b', undefined],
    'charset does not count': [['a/b; charset=utf-8'], 'a/b', 'a/b; charset=utf-8'],
    'a parameter that the range leaves open': [['a/b'], 'a/b; v=3', 'a/b'],
    'no ranges': [[], 'a/b', undefined],
  })('%s', (_, ranges, type, want) => {
    expect(matchMediaRange(ranges, parseMediaType(type)!)).toBe(want);
  });
});

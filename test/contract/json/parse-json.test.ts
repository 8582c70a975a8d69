import {
  ROOT,
  type ExactNumber,
  MAX_JSON_DEPTH,
  parseJson,
  type ParsedJson,
} from '../../../src/contract/json/parse-json';

/** Makes the parser take its exact path, which a text without such a number does not. */
const BIG = '9007199254740993';

function parse(text: string): ParsedJson {
  const json = parseJson(Buffer.from(text));
  if ('fault' in json) throw new Error(`${text} ${json.fault}`);
  return json;
}

function faultOf(bytes: Buffer): string | undefined {
  const json = parseJson(bytes);
  return 'fault' in json ? json.fault : undefined;
}

describe('the value of a number', () => {
  it.each<[string, { given: string; want: { value: number; exact: ExactNumber | undefined } }]>([
    ['a plain integer', { given: '7', want: { value: 7, exact: undefined } }],
    ['2^53', { given: '9007199254740992', want: { value: 2 ** 53, exact: undefined } }],
    ['2^53 + 1', { given: BIG, want: { value: 2 ** 53, exact: 9007199254740993n } }],
    ['-(2^53 + 1)', { given: `-${BIG}`, want: { value: -(2 ** 53), exact: -9007199254740993n } }],
    ['with a point', { given: `${BIG}.0`, want: { value: 2 ** 53, exact: 9007199254740993n } }],
    [
      'with an exponent',
      { given: '9.007199254740993e15', want: { value: 2 ** 53, exact: 9007199254740993n } },
    ],
    ['1.0', { given: '1.0', want: { value: 1, exact: undefined } }],
    ['1e3', { given: '1e3', want: { value: 1000, exact: undefined } }],
    ['-0', { given: '-0', want: { value: -0, exact: undefined } }],
    [
      'a fraction beyond 2^53',
      { given: `${BIG}.5`, want: { value: 9007199254740994, exact: 'not-an-integer' } },
    ],
    [
      'a fraction very near to 1',
      { given: '1.00000000000000000001', want: { value: 1, exact: 'not-an-integer' } },
    ],
    [
      'a fraction very near to 0',
      { given: '1e-999999999', want: { value: 0, exact: 'not-an-integer' } },
    ],
    ['a usual fraction', { given: '0.1', want: { value: 0.1, exact: undefined } }],
  ])('%s', (_, { given, want }) => {
    const { value, exact } = parse(given);
    expect({ value, exact: exact.get(ROOT, '') }).toStrictEqual(want);
  });

  it('is exact at its own place only', () => {
    const { value, exact } = parse(`{"a":[1,${BIG}],"b":${BIG}1}`);
    const root = value as { a: number[]; b: number };
    expect(root).toStrictEqual({ a: [1, 2 ** 53], b: Number(`${BIG}1`) });
    expect(exact.get(root.a, 0)).toBeUndefined();
    expect(exact.get(root.a, 1)).toBe(9007199254740993n);
    expect(exact.get(root, 'b')).toBe(90071992547409931n);
  });
});

describe('a text', () => {
  it.each<[string, { given: string; want: unknown }]>([
    ['null', { given: 'null', want: null }],
    ['white space around', { given: ' \t\r\n[] ', want: [] }],
    ['the last of two equal keys', { given: '{"a":1,"a":2}', want: { a: 2 } }],
    [
      'the last of two equal keys, big first',
      { given: `[{"a":${BIG},"a":2},${BIG}]`, want: [{ a: 2 }, 2 ** 53] },
    ],
    ['text that looks like a big number', { given: `["${BIG}",1e3]`, want: [BIG, 1000] }],
    ['a key that looks like one', { given: `{"${BIG}":${BIG}}`, want: { [BIG]: 2 ** 53 } }],
    [
      'text that begins with a UUID',
      {
        given: `["3f2504e0-4f89-41d3-9a0c-0305e82c33019007199254740993",${BIG}]`,
        want: ['3f2504e0-4f89-41d3-9a0c-0305e82c33019007199254740993', 2 ** 53],
      },
    ],
    [
      'escaped quotes and backslashes before a number',
      {
        given: `["\\"${BIG}","\\\\",${BIG},"\\\\\\",1e3"]`,
        want: [`"${BIG}`, '\\', 2 ** 53, '\\",1e3'],
      },
    ],
    ['a lone surrogate', { given: '["\\ud800"]', want: ['\ud800'] }],
    [
      'a lone surrogate beside a big number',
      { given: `["\\udc00",${BIG}]`, want: ['\udc00', 2 ** 53] },
    ],
    ['a NUL and U+FFFF', { given: '"\\u0000\\uffff"', want: '\0\uffff' }],
    ['a byte order mark', { given: '\ufeff{"a":1}', want: { a: 1 } }],
    ['a byte order mark inside', { given: '"\ufeff"', want: '\ufeff' }],
  ])('%s', (_, { given, want }) => {
    expect(parse(given).value).toStrictEqual(want);
  });

  it.each([
    ['on the fast path', '{"__proto__":{"admin":true}}'],
    ['on the exact path', `{"__proto__":{"admin":true,"n":${BIG}}}`],
  ])('keeps "__proto__" as a property %s', (_, text) => {
    const value = parse(text).value as object;
    expect(Object.keys(value)).toStrictEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as { admin?: boolean }).admin).toBeUndefined();
  });

  it('forgets the exact number of a key that is given again', () => {
    const { value, exact } = parse(`{"a":${BIG},"a":2}`);
    expect(exact.get(value as object, 'a')).toBeUndefined();
  });

  it('keeps the exact number of the last of two equal keys', () => {
    const { value, exact } = parse(`{"a":2,"a":${BIG}}`);
    expect(exact.get(value as object, 'a')).toBe(9007199254740993n);
  });
});

describe('a text that is refused', () => {
  it.each<[string, { given: string | Buffer; want: string }]>([
    [
      'nothing',
      { given: '', want: 'is not well-formed JSON at line 1, column 1: expected a value' },
    ],
    [
      'white space',
      { given: ' \n', want: 'is not well-formed JSON at line 2, column 1: expected a value' },
    ],
    [
      'a byte order mark alone',
      { given: '\ufeff', want: 'is not well-formed JSON at line 1, column 1: expected a value' },
    ],
    [
      'an open object',
      { given: '{"a":1', want: 'is not well-formed JSON at line 1, column 7: expected "," or "}"' },
    ],
    [
      'a comma too many',
      { given: '[1,]', want: 'is not well-formed JSON at line 1, column 4: expected a value' },
    ],
    [
      'a leading zero',
      { given: '007', want: 'is not well-formed JSON at line 1, column 2: expected the end' },
    ],
    [
      'a leading zero of a long number',
      {
        given: '09007199254740993',
        want: 'is not well-formed JSON at line 1, column 2: expected the end',
      },
    ],
    [
      'NaN',
      { given: 'NaN', want: 'is not well-formed JSON at line 1, column 1: expected a value' },
    ],
    [
      'two values',
      { given: '1 2', want: 'is not well-formed JSON at line 1, column 3: expected the end' },
    ],
    [
      'an open string',
      {
        given: '"a\\"',
        want: 'is not well-formed JSON at line 1, column 5: expected the closing double quote of a string',
      },
    ],
    ['bytes that are not UTF-8', { given: Buffer.from([0x22, 0xff, 0x22]), want: 'is not UTF-8' }],
    [
      'a surrogate in UTF-8',
      { given: Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), want: 'is not UTF-8' },
    ],
    ['UTF-16', { given: Buffer.from('{"a":"é"}', 'utf16le'), want: 'is not UTF-8' }],
    ['1e400', { given: '1e400', want: 'has a number beyond the range of a double' }],
    [
      '-1e400 inside',
      { given: '{"a":[-1e400]}', want: 'at "/a/0" has a number beyond the range of a double' },
    ],
    [
      'an exponent that would cost memory',
      { given: '1e999999999', want: 'has a number beyond the range of a double' },
    ],
    ['400 digits', { given: '9'.repeat(400), want: 'has a number beyond the range of a double' }],
  ])('%s', (_, { given, want }) => {
    expect(faultOf(Buffer.from(given as string))).toBe(want);
  });
});

describe('nesting', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it('is bounded at 256 levels', () => {
    expect(MAX_JSON_DEPTH).toBe(256);
  });

  it.each<[string, { given: string; want: string | undefined }]>([
    ['256 arrays', { given: nested(256), want: undefined }],
    ['257 arrays', { given: nested(257), want: 'is nested deeper than 256 levels' }],
    [
      '257 objects',
      {
        given: '{"a":'.repeat(257) + '1' + '}'.repeat(257),
        want: 'is nested deeper than 256 levels',
      },
    ],
    [
      'open arrays without end',
      { given: '['.repeat(100_000), want: 'is nested deeper than 256 levels' },
    ],
    ['300 arrays beside each other', { given: `[${'[],'.repeat(299)}[]]`, want: undefined }],
    ['brackets in a string', { given: JSON.stringify('['.repeat(300)), want: undefined }],
    ['brackets behind an escaped quote', { given: `"\\"${'['.repeat(300)}"`, want: undefined }],
  ])('%s', (_, { given, want }) => {
    expect(faultOf(Buffer.from(given))).toBe(want);
  });
});

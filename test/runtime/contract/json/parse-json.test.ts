import {
  ROOT,
  type ExactNumber,
  MAX_JSON_DEPTH,
  parseJson,
  type ParsedJson,
} from '../../../../src/runtime/contract/json/parse-json';
import { itEach } from '../../../support/it-each';

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
  it.each<[name: string, given: string, want: { value: number; exact: ExactNumber | undefined }]>([
    ['a plain integer', '7', { value: 7, exact: undefined }],
    ['2^53', '9007199254740992', { value: 2 ** 53, exact: undefined }],
    ['2^53 + 1', BIG, { value: 2 ** 53, exact: 9007199254740993n }],
    ['-(2^53 + 1)', `-${BIG}`, { value: -(2 ** 53), exact: -9007199254740993n }],
    ['with a point', `${BIG}.0`, { value: 2 ** 53, exact: 9007199254740993n }],
    ['with an exponent', '9.007199254740993e15', { value: 2 ** 53, exact: 9007199254740993n }],
    ['1.0', '1.0', { value: 1, exact: undefined }],
    ['1e3', '1e3', { value: 1000, exact: undefined }],
    ['-0', '-0', { value: -0, exact: undefined }],
    ['a fraction beyond 2^53', `${BIG}.5`, { value: 9007199254740994, exact: 'not-an-integer' }],
    ['a fraction very near to 1', '1.00000000000000000001', { value: 1, exact: 'not-an-integer' }],
    ['a fraction very near to 0', '1e-999999999', { value: 0, exact: 'not-an-integer' }],
    ['a usual fraction', '0.1', { value: 0.1, exact: undefined }],
  ])('%s', (_, given, want) => {
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
  itEach<[given: string, want: unknown]>({
    null: ['null', null],
    'white space around': [' \t\r\n[] ', []],
    'the last of two equal keys': ['{"a":1,"a":2}', { a: 2 }],
    'the last of two equal keys, big first': [`[{"a":${BIG},"a":2},${BIG}]`, [{ a: 2 }, 2 ** 53]],
    'text that looks like a big number': [`["${BIG}",1e3]`, [BIG, 1000]],
    'a key that looks like one': [`{"${BIG}":${BIG}}`, { [BIG]: 2 ** 53 }],
    'text that begins with a UUID': [
      `["3f2504e0-4f89-41d3-9a0c-0305e82c33019007199254740993",${BIG}]`,
      ['3f2504e0-4f89-41d3-9a0c-0305e82c33019007199254740993', 2 ** 53],
    ],
    'escaped quotes and backslashes before a number': [
      `["\\"${BIG}","\\\\",${BIG},"\\\\\\",1e3"]`,
      [`"${BIG}`, '\\', 2 ** 53, '\\",1e3'],
    ],
    'a lone surrogate': ['["\\ud800"]', ['\ud800']],
    'a lone surrogate beside a big number': [`["\\udc00",${BIG}]`, ['\udc00', 2 ** 53]],
    'a NUL and U+FFFF': ['"\\u0000\\uffff"', '\0\uffff'],
    'a byte order mark': ['\ufeff{"a":1}', { a: 1 }],
    'a byte order mark inside': ['"\ufeff"', '\ufeff'],
  })('%s', (_, given, want) => expect(parse(given).value).toStrictEqual(want));

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

describe('numbers of a long text', () => {
  it.each([
    ['behind a long string', 'x'.repeat(300)],
    ['behind a string of escaped quotes', '\\"'.repeat(150)],
    ['behind a string of escaped backslashes', '\\\\'.repeat(150)],
    ['behind strings that look like numbers', '1e5","12345678901234567'.repeat(20)],
  ])('stay exact %s', (_, string) => {
    const { value, exact } = parse(`["${string}",${BIG},1]`);
    const index = (value as unknown[]).length - 2;
    expect(exact.get(value as object, index)).toBe(9007199254740993n);
    expect(exact.get(value as object, index + 1)).toBeUndefined();
  });
});

describe('a text that is refused', () => {
  itEach<[given: string | Buffer, want: string]>({
    nothing: ['', 'is not well-formed JSON at line 1, column 1: expected a value'],
    'white space': [' \n', 'is not well-formed JSON at line 2, column 1: expected a value'],
    'a byte order mark alone': [
      '\ufeff',
      'is not well-formed JSON at line 1, column 1: expected a value',
    ],
    'an open object': [
      '{"a":1',
      'is not well-formed JSON at line 1, column 7: expected "," or "}"',
    ],
    'a comma too many': ['[1,]', 'is not well-formed JSON at line 1, column 4: expected a value'],
    'a leading zero': ['007', 'is not well-formed JSON at line 1, column 2: expected the end'],
    'a leading zero of a long number': [
      '09007199254740993',
      'is not well-formed JSON at line 1, column 2: expected the end',
    ],
    NaN: ['NaN', 'is not well-formed JSON at line 1, column 1: expected a value'],
    'two values': ['1 2', 'is not well-formed JSON at line 1, column 3: expected the end'],
    'an open string': [
      '"a\\"',
      'is not well-formed JSON at line 1, column 5: expected the closing double quote of a string',
    ],
    'bytes that are not UTF-8': [Buffer.from([0x22, 0xff, 0x22]), 'is not UTF-8'],
    'a surrogate in UTF-8': [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'is not UTF-8'],
    'UTF-16': [Buffer.from('{"a":"é"}', 'utf16le'), 'is not UTF-8'],
    '1e400': ['1e400', 'has a number beyond the range of a double'],
    '-1e400 inside': ['{"a":[-1e400]}', 'at "/a/0" has a number beyond the range of a double'],
    'an exponent that would cost memory': [
      '1e999999999',
      'has a number beyond the range of a double',
    ],
    '400 digits': ['9'.repeat(400), 'has a number beyond the range of a double'],
  })('%s', (_, given, want) => expect(faultOf(Buffer.from(given as string))).toBe(want));
});

describe('nesting', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it('is bounded at 256 levels', () => expect(MAX_JSON_DEPTH).toBe(256));

  itEach<[given: string, want: string | undefined]>({
    '256 arrays': [nested(256), undefined],
    '257 arrays': [nested(257), 'is nested deeper than 256 levels'],
    '257 objects': [
      '{"a":'.repeat(257) + '1' + '}'.repeat(257),
      'is nested deeper than 256 levels',
    ],
    'open arrays without end': ['['.repeat(100_000), 'is nested deeper than 256 levels'],
    '300 arrays beside each other': [`[${'[],'.repeat(299)}[]]`, undefined],
    'brackets in a string': [JSON.stringify('['.repeat(300)), undefined],
    'brackets behind an escaped quote': [`"\\"${'['.repeat(300)}"`, undefined],
    '257 arrays behind an escaped backslash at the end of a string': [
      `["\\\\",${nested(256)}]`,
      'is nested deeper than 256 levels',
    ],
  })('%s', (_, given, want) => expect(faultOf(Buffer.from(given))).toBe(want));
});

import fc from 'fast-check';
import { parseJson } from '../../../src/contract/json/parse-json';
import { stringifyJson } from '../../../src/contract/json/json-values';

describe('stringifyJson', () => {
  it.each<[string, { given: unknown; want: string }]>([
    ['null', { given: null, want: 'null' }],
    ['a boolean', { given: false, want: 'false' }],
    ['a number', { given: 0.1, want: '0.1' }],
    ['negative zero', { given: -0, want: '0' }],
    ['the largest safe integer', { given: 2 ** 53 - 1, want: '9007199254740991' }],
    [
      'a double whose shortest digits are another integer',
      { given: 2 ** 63, want: '9223372036854775808' },
    ],
    [
      'a double beyond those that are written out',
      { given: 1e23, want: '99999999999999991611392' },
    ],
    ['a bigint', { given: 9223372036854775807n, want: '9223372036854775807' }],
    ['a negative bigint', { given: -9223372036854775808n, want: '-9223372036854775808' }],
    ['an array', { given: [1, [2n], 'a'], want: '[1,[2],"a"]' }],
    ['undefined in an array', { given: [undefined, 1], want: '[null,1]' }],
    // eslint-disable-next-line no-sparse-arrays -- the hole is the case
    ['a hole in an array', { given: [1, , 2], want: '[1,null,2]' }],
    ['an object', { given: { a: { b: 1n } }, want: '{"a":{"b":1}}' }],
    ['undefined in an object', { given: { a: undefined, b: 1 }, want: '{"b":1}' }],
    ['an escaped key', { given: { 'a"b': 1 }, want: '{"a\\"b":1}' }],
    ['a lone surrogate', { given: '\ud800', want: '"\\ud800"' }],
    ['a pair of surrogates', { given: '🌱', want: '"🌱"' }],
    ['control characters', { given: '\0\n\u2028', want: '"\\u0000\\n\u2028"' }],
    ['a date', { given: new Date(0), want: '"1970-01-01T00:00:00.000Z"' }],
    ['an own "__proto__"', { given: JSON.parse('{"__proto__":1}'), want: '{"__proto__":1}' }],
  ])('%s', (_, { given, want }) => {
    expect(stringifyJson(given)).toBe(want);
  });

  it.each<[string, { given: unknown; want: string }]>([
    ['NaN', { given: NaN, want: 'JSON has no NaN' }],
    ['an infinity inside', { given: { a: [-Infinity] }, want: 'JSON has no -Infinity' }],
    ['a function', { given: { a: () => 1 }, want: 'JSON has no function' }],
    ['a symbol', { given: Symbol('a'), want: 'JSON has no symbol' }],
    ['undefined at the top', { given: undefined, want: 'JSON has no undefined' }],
  ])('refuses %s', (_, { given, want }) => {
    expect(() => stringifyJson(given)).toThrow(new TypeError(want));
  });

  it('and parseJson keep every integer of 64 bits', () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(int64, (given) => {
        const json = parseJson(Buffer.from(stringifyJson([given])));
        if ('fault' in json) throw new Error(json.fault);
        const list = json.value as number[];
        expect(json.exact.get(list, 0) ?? BigInt(list[0]!)).toBe(given);
      }),
    );
  });

  it('and parseJson keep every double', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (given) => {
        const json = parseJson(Buffer.from(stringifyJson([given])));
        if ('fault' in json) throw new Error(json.fault);
        const list = json.value as number[];
        expect([list[0]! + 0, json.exact.get(list, 0)]).toEqual([given + 0, undefined]);
      }),
    );
  });

  it('and parseJson keep every string', () => {
    const utf16 = fc.string({
      unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    });
    fc.assert(
      fc.property(utf16, (given) => {
        expect(parseJson(Buffer.from(stringifyJson(given)))).toMatchObject({ value: given });
      }),
    );
  });
});

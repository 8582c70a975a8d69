import fc from 'fast-check';
import { parseJson } from '../../../../src/runtime/contract/json/parse-json';
import { stringifyJson } from '../../../../src/runtime/contract/json/json-values';

describe('stringifyJson', () => {
  it.each<[name: string, given: unknown, want: string]>([
    ['null', null, 'null'],
    ['a boolean', false, 'false'],
    ['a number', 0.1, '0.1'],
    ['negative zero', -0, '0'],
    ['the largest safe integer', 2 ** 53 - 1, '9007199254740991'],
    ['a double whose shortest digits are another integer', 2 ** 63, '9223372036854775808'],
    ['a double beyond those that are written out', 1e23, '99999999999999991611392'],
    ['a bigint', 9223372036854775807n, '9223372036854775807'],
    ['a negative bigint', -9223372036854775808n, '-9223372036854775808'],
    ['an array', [1, [2n], 'a'], '[1,[2],"a"]'],
    ['undefined in an array', [undefined, 1], '[null,1]'],
    // eslint-disable-next-line no-sparse-arrays -- the hole is the case
    ['a hole in an array', [1, , 2], '[1,null,2]'],
    ['an object', { a: { b: 1n } }, '{"a":{"b":1}}'],
    ['undefined in an object', { a: undefined, b: 1 }, '{"b":1}'],
    ['an escaped key', { 'a"b': 1 }, '{"a\\"b":1}'],
    ['a lone surrogate', '\ud800', '"\\ud800"'],
    ['a pair of surrogates', '🌱', '"🌱"'],
    ['control characters', '\0\n\u2028', '"\\u0000\\n\u2028"'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an own "__proto__"', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ])('%s', (_, given, want) => expect(stringifyJson(given)).toBe(want));

  it.each<[name: string, given: unknown, want: string]>([
    ['NaN', NaN, 'JSON has no NaN'],
    ['an infinity inside', { a: [-Infinity] }, 'JSON has no -Infinity'],
    ['a function', { a: () => 1 }, 'JSON has no function'],
    ['a symbol', Symbol('a'), 'JSON has no symbol'],
    ['undefined at the top', undefined, 'JSON has no undefined'],
  ])('refuses %s', (_, given, want) => {
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

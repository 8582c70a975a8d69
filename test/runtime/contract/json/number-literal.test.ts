import { exactNumber } from '../../../../src/runtime/contract/json/parse-json';

describe('what a number literal says that its double does not', () => {
  it.each<[string, { given: string; want: ReturnType<typeof exactNumber> }]>([
    ['a small integer', { given: '7', want: undefined }],
    ['zero', { given: '0', want: undefined }],
    ['negative zero', { given: '-0', want: undefined }],
    ['the last integer of a double', { given: '9007199254740992', want: undefined }],
    ['the first integer beyond', { given: '9007199254740993', want: 9007199254740993n }],
    ['its negative', { given: '-9007199254740993', want: -9007199254740993n }],
    ['a large integer that a double holds', { given: '9007199254740994', want: undefined }],
    ['the largest int64', { given: '9223372036854775807', want: 9223372036854775807n }],
    ['2^63, which a double holds', { given: '9223372036854775808', want: undefined }],
    ['an integer with a point', { given: '9007199254740993.0', want: 9007199254740993n }],
    ['an integer with an exponent', { given: '9007199254740993e0', want: 9007199254740993n }],
    ['shifted by its exponent', { given: '0.9007199254740993E+16', want: 9007199254740993n }],
    ['shifted back', { given: '90071992547409930e-1', want: 9007199254740993n }],
    ['one with a point', { given: '1.0', want: undefined }],
    ['a thousand with an exponent', { given: '1e3', want: undefined }],
    ['a fraction', { given: '0.5', want: undefined }],
    ['a fraction that rounds up', { given: '9007199254740993.5', want: 'not-an-integer' }],
    ['a fraction that rounds to one', { given: '1.00000000000000000001', want: 'not-an-integer' }],
    ['a fraction that rounds to zero', { given: '1e-400', want: 'not-an-integer' }],
    ['a large power of ten', { given: '1e22', want: undefined }],
    ['one that no double is', { given: '1e23', want: 10n ** 23n }],
    ['beyond a double', { given: '1e400', want: undefined }],
    ['zero with an absurd exponent', { given: '0e999999999', want: undefined }],
  ])('%s', (_, { given, want }) => expect(exactNumber(given)).toBe(want));
});

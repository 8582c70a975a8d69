import {
  entityTagOf,
  ifNoneMatchNames,
} from '../../../../src/runtime/contract/response/entity-tag';

describe('entityTagOf', () => {
  it('is strong, and another for other content', () => {
    const tags = ['a', 'b', ''].map((text) => entityTagOf(Buffer.from(text)));
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    expect(new Set(tags).size).toBe(3);
    expect(entityTagOf(Buffer.from('a'))).toBe(tags[0]);
  });
});

describe('ifNoneMatchNames', () => {
  it.each<[string, { given: string[]; want: boolean }]>([
    ['without a header', { given: [], want: false }],
    ['with the tag', { given: ['"tag"'], want: true }],
    ['with the tag as a weak one', { given: ['W/"tag"'], want: true }],
    ['with another one', { given: ['"other"'], want: false }],
    ['with a list', { given: ['"other", W/"more","tag"'], want: true }],
    ['with several headers', { given: ['"other"', '"tag"'], want: true }],
    ['with any', { given: [' * '], want: true }],
    ['with a tag that is a star', { given: ['"*"'], want: false }],
    ['with a tag that has a comma', { given: ['"a,tag"'], want: false }],
    ['without quotes', { given: ['tag'], want: false }],
    ['with an empty header', { given: [''], want: false }],
  ])('%s', (_, { given, want }) => expect(ifNoneMatchNames(given, '"tag"')).toBe(want));
});

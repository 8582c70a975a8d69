import { forbidsContent, responseKeyFor } from '../../src/contract/http-semantics';

describe('responseKeyFor', () => {
  it.each<[string, { given: { keys: string[]; status: number }; want: string | undefined }]>([
    ['exactly', { given: { keys: ['404'], status: 404 }, want: '404' }],
    ['by range', { given: { keys: ['4XX'], status: 404 }, want: '4XX' }],
    ['by default', { given: { keys: ['default'], status: 404 }, want: 'default' }],
    [
      'exactly before by range',
      { given: { keys: ['default', '4XX', '404'], status: 404 }, want: '404' },
    ],
    [
      'by range before by default',
      { given: { keys: ['default', '4XX', '405'], status: 404 }, want: '4XX' },
    ],
    ['another range', { given: { keys: ['5XX'], status: 404 }, want: undefined }],
    ['the end of a range', { given: { keys: ['4XX'], status: 499 }, want: '4XX' }],
    ['nothing', { given: { keys: [], status: 200 }, want: undefined }],
  ])('%s', (_, { given, want }) => {
    const responses = Object.fromEntries(given.keys.map((key) => [key, {}]));
    expect(responseKeyFor(responses, given.status)).toBe(want);
  });
});

describe('forbidsContent', () => {
  it.each([
    [101, true],
    [200, false],
    [204, true],
    [205, false],
    [304, true],
    [404, false],
  ])('%d: %s', (given, want) => {
    expect(forbidsContent(given)).toBe(want);
  });
});

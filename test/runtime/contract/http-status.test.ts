import { forbidsContent, responseKeyFor } from '../../../src/runtime/contract/http-semantics';

describe('responseKeyFor', () => {
  it.each<[name: string, given: { keys: string[]; status: number }, want: string | undefined]>([
    ['exactly', { keys: ['404'], status: 404 }, '404'],
    ['by range', { keys: ['4XX'], status: 404 }, '4XX'],
    ['by default', { keys: ['default'], status: 404 }, 'default'],
    ['exactly before by range', { keys: ['default', '4XX', '404'], status: 404 }, '404'],
    ['by range before by default', { keys: ['default', '4XX', '405'], status: 404 }, '4XX'],
    ['another range', { keys: ['5XX'], status: 404 }, undefined],
    ['the end of a range', { keys: ['4XX'], status: 499 }, '4XX'],
    ['nothing', { keys: [], status: 200 }, undefined],
  ])('%s', (_, given, want) => {
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
  ])('%d: %s', (given, want) => expect(forbidsContent(given)).toBe(want));
});

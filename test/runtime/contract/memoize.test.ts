import { memoizeByText } from '../../../src/runtime/contract/memoize';

describe('a function that remembers', () => {
  function counting(): {
    of: (text: string) => { readonly text: string };
    readonly made: string[];
  } {
    const made: string[] = [];
    const of = memoizeByText((text) => {
      made.push(text);
      return { text };
    });
    return { of, made };
  }

  it('gives the same result for the same text', () => {
    const { of, made } = counting();
    expect(of('a')).toBe(of('a'));
    expect(made).toStrictEqual(['a']);
  });

  it('forgets when it is given many, and keeps no long ones', () => {
    const { of, made } = counting();
    for (const text of ['a', 'x'.repeat(201), 'x'.repeat(201)]) of(text);
    expect(made).toHaveLength(3);
    for (let number = 0; number < 100; number++) of(String(number));
    of('a');
    expect(made.filter((text) => text === 'a')).toHaveLength(2);
  });
});

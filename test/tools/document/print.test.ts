import fc from 'fast-check';
import ts from 'typescript';
import { printParsed } from '../../../src/tools/document/print';
import { FreeNames } from '../../../src/tools/document/free-names';

/** Runs the printed expression as the generated module would. */
function evaluated(value: unknown): unknown {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the code that is tested
  return (new Function(`return ${printParsed(value)};`) as () => unknown)();
}

/** How much the compiler has to look at. */
function countNodes(value: unknown): number {
  const file = ts.createSourceFile('x.ts', printParsed(value), ts.ScriptTarget.ES2023);
  let count = 0;
  const visit = (node: ts.Node): void => {
    count++;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return count;
}

describe('a value that is printed as its text', () => {
  const awkward = fc.constantFrom('`', '$', '{', '${', '\\', '"', '\r\n', '\u2028', '\ud800', '}');
  const text = fc.array(fc.oneof(awkward, fc.string()), { maxLength: 6 });
  const key = fc.oneof(
    fc.constant('__proto__'),
    text.map((parts) => parts.join('')),
  );

  it('is the same when it is evaluated', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        text.map((parts) => parts.join('')),
        fc.oneof(fc.integer(), fc.bigInt()),
        fc.constantFrom(true, false, null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.array(fc.tuple(key, tie('any')), { maxLength: 3 }).map(Object.fromEntries),
      ),
    })).any;
    fc.assert(fc.property(value, (given) => expect(evaluated(given)).toStrictEqual(given)));
  });

  it('costs the compiler the same, however large it is', () => {
    const large = { operations: Array.from({ length: 1_000 }, (_, id) => ({ id, tags: ['a'] })) };
    expect(countNodes(large)).toBe(countNodes({}));
  });
});

describe('free names', () => {
  it('numbers a name that many want, and looks at each number once', () => {
    const taken = new Set(['a_3']);
    let looked = 0;
    const names = new FreeNames((name) => {
      looked++;
      return taken.has(name);
    });
    const given = Array.from({ length: 1_000 }, () => {
      const name = names.of('a');
      taken.add(name);
      return name;
    });
    expect(given.slice(0, 4)).toEqual(['a', 'a_2', 'a_4', 'a_5']);
    expect(new Set(given).size).toBe(1_000);
    expect(looked).toBeLessThan(5_000);
  });
});

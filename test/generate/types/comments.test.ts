import { commentOf } from '../../../src/generate/types/comments';
import { literalType, unionType } from '../../../src/generate/types/type-text';

const rows = Object.entries<{ given: unknown; want: string }>({
  nothing: { given: { type: 'string', description: ' ', title: 7 }, want: '' },
  'one line': { given: { description: 'A plant\n' }, want: '/** @description A plant */' },
  'several, what belongs to one of them indented': {
    given: { title: 'T', format: 'int64', deprecated: true, description: 'a\r\n\nb' },
    want: '/**\n * T\n * Format: int64\n * @deprecated\n * @description a\n *\n *     b\n */',
  },
  'examples of all kinds, integers exact': {
    given: { example: [1, 'a'], examples: [{ id: 2n ** 63n - 1n }, 'text', null], default: 0 },
    want: [
      '/**',
      ' * @default 0',
      ' * @example [',
      ' *       1,',
      ' *       "a"',
      ' *     ]',
      ' * @example {',
      ' *       "id": 9223372036854775807',
      ' *     }',
      ' * @example text',
      ' * @example null',
      ' */',
    ].join('\n'),
  },
  'texts that would end it or speak to the compiler': {
    given: { title: '*/ x\n@ts-ignore' },
    want: '/**\n * *\\/ x\n *     @\u200Bts-ignore\n */',
  },
  'lines that are too long, but not those of tables': {
    given: { description: `${'word '.repeat(30)}\n|${' cell |'.repeat(20)}` },
    want: `/**\n * @description ${'word '.repeat(20).trim()}\n *     ${'word '.repeat(10).trim()}\n *     |${' cell |'.repeat(20)}\n */`,
  },
});

it.each(rows)('the comment of annotations has %s', (_, { given, want }) => {
  expect(commentOf(given)).toBe(want);
});

it('a type of many alternatives has lines that a person can read', () => {
  const values = Array.from({ length: 100 }, (_, index) => `alternative ${index}`);
  const { text } = unionType(values.map((value) => literalType(value, false)));
  const lines = text.split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(100);
  expect(lines.length).toBeLessThan(30);
  expect(text.split(/\s*\|\s*/).map((each) => JSON.parse(each) as string)).toStrictEqual(values);
});

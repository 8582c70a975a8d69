import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { DocumentError } from '../../../../scripts/generate/document/document-error';
import { parseText } from '../../../../scripts/generate/read/parse-text';
import { readBlocks } from '../../../../scripts/generate/read/read-blocks';

/** The value of a text as the parser alone gives it; undefined when it refuses the text. */
function parsed(text: string): unknown {
  const document = parseDocument(text, { merge: true });
  return document.errors.length + document.warnings.length > 0 ? undefined : document.toJS();
}

/** The value of a text; undefined when it is refused. */
function read(text: string): unknown {
  try {
    return parseText(text, 'a.yaml').value;
  } catch (error) {
    if (error instanceof DocumentError) return undefined;
    throw error;
  }
}

const entry = (text: string): ReturnType<typeof parseDocument> | undefined => {
  const document = parseDocument(text, { merge: true });
  return document.errors.length + document.warnings.length > 0 ? undefined : document;
};
const isRead = (text: string): boolean =>
  readBlocks(text, entry as Parameters<typeof readBlocks>[1]) !== undefined;

describe('a text of blocks', () => {
  it.each<[string, string]>([
    ['mappings in mappings', 'a:\n  b:\n    c: x\n  d: y\ne: z'],
    ['a sequence at the indent of its key', 'a:\n- x\n- y\nb: z'],
    ['a sequence below its key', 'a:\n  - x\n  -   y\nb: z'],
    ['mappings in a sequence', '- a: x\n  b: y\n-   a: z\n    c:\n    - w\n'],
    ['comments and empty lines', '# a\n\na: # b\n    # c\n  b: x\n # d\n\n  c: y # e\n# f'],
    ['empty values', 'a:\nb:\n  c:\nd:\n'],
    ['words that are no text', '- true\n- null\n- ~\n- False\n- 12\n- 0x1F\n- 1.5\n- .5e3\n- -3'],
    ['words that look like others', '- nullable\n- 1.2.3\n- 2020-01-01\n- a:b\n- a#b\n- 012'],
    ['quotes', `"a b": "x: y"\n'c': 'x # y'\nd: "\\u0041\\n"\ne: 'it''s'`],
    ['lists and objects in a line', 'a: [x, "y", {z: 1}]\nb: {}\nc: [\n  x,\n  y\n  ]'],
    ['literal text', 'a: |\n  x\n    y\n\n  # z\n\nb: |-\n  x\nc: |+\n  x\n\n\nd: |\ne: y'],
    ['folded text', 'a: >\n  x\n  y\n\n  z\nb: >-\n  x\n   y\n'],
    ['text over several lines', 'a: x\n  y\n\n  z\nb: "x\n  y"\nc:\n  x\n  y\n'],
    ['paths and names', '/a/{b}:c?d=e:\n  $ref: "#/x"\n200: x\nx-y: z\napplication/json: w'],
  ])('may hold %s', (_, text) => {
    expect([isRead(text), read(text)]).toStrictEqual([true, parsed(text)]);
  });

  it.each<[string, string]>([
    ['anchors', 'a: &a x\nb: *a'],
    ['an alias below a comment', 'a: &a x\nb: # c\n  *a'],
    ['a merge', 'a: &a\n  x: 1\nb:\n  <<: *a'],
    ['a tag', 'a: !!str 1'],
    ['an indent of its own', 'a:\n  b: |1\n    x'],
    ['tabs', 'a: x\t# b'],
    ['a document of its own', '---\na: x'],
    ['lists in lists', '- - x\n  - y'],
    ['a key over two lines', '? a\n: x'],
    ['the name of a prototype', '__proto__: x'],
  ])('is left to the parser for %s', (_, text) => {
    expect([isRead(text), read(text)]).toStrictEqual([false, parsed(text)]);
  });

  it('leads from a pointer to a line', () => {
    const text = '# a\na:\n  - x\n  - y: 1\n    z: [1,\n      2]\nb:\n  "c": |\n   x\n   y\nd: x';
    const { lineOf } = parseText(text, 'a.yaml');
    const pointers = ['', '/a', '/a/0', '/a/1', '/a/1/z', '/a/1/z/1', '/b/c', '/d', '/e'];
    expect([isRead(text), ...pointers.map(lineOf)]).toStrictEqual([
      true,
      ...[1, 2, 3, 4, 5, 6, 8, 11, 1],
    ]);
  });

  it('is what the parser makes of it, or refused as the parser does', () => {
    const parts = fc.constantFrom(
      ...['a: ', 'b:', 'c: |', 'd: >-', '- ', '-', '\n', '\n  ', '\n    ', '\n- ', '\n\n', ' '],
      ...['x', 'x y', '"q"', "'s'", '"', "'", '# c', ' #', '[1, 2]', '{x: 1}', '[', ']', ':', ': '],
      ...['12', '1.5', '~', 'null', 'True', '&a ', '*a', '!!str ', '---', '? ', '\\', '-1', '://'],
      ...['- a: 1', 'k: v', 'k2: v2', '\u00a0', 'é', '- - ', '|2', '200: ', '"a": ', ', '],
    );
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 14 }), (texts) => {
        const text = texts.join('');
        if (isRead(text)) expect(read(text)).toStrictEqual(parsed(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

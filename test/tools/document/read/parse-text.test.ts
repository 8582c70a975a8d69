import fc from 'fast-check';
import { DocumentError } from '../../../../src/tools/document/model/document-error';
import { asObject } from '../../../../src/tools/document/model/json-object';
import { parseSource } from '../../../../src/tools/document/read/read-document';
import { parseText } from '../../../../src/tools/document/read/parse-text';
import { runs } from '../../../support/runs';
import { itEach } from '../../../support/it-each';

/** The value of a text, or where and why it is refused. */
function read(text: string, file = 'a.yaml'): unknown {
  try {
    return parseText(text, file).value;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.faults.map(({ message, place }) => `${place?.line} ${place?.pointer}: ${message}`);
  }
}

const TOO_DEEP = 'values are nested more than 200 levels deep; name some of them and refer to them';

describe('the text of a file', () => {
  itEach<[given: string, want: unknown]>({
    JSON: ['{"a": [1, null, "x"]}', { a: [1, null, 'x'] }],
    YAML: ['a:\n  - 1\n  - ~\n  - x', { a: [1, null, 'x'] }],
    'a byte order mark': ['\ufeffa: 1', { a: 1 }],
    'line ends of CR and LF': ['a: 1\r\nb: x\r\n', { a: 1, b: 'x' }],
    'an integer beyond 2^53': ['a: 9007199254740993', { a: 9007199254740993n }],
    'keys that are numbers': ['200: a\ntrue: b', { 200: 'a', true: 'b' }],
    'a date': ['a: 2020-01-01', { a: '2020-01-01' }],
    'an anchor': ['a: &a { x: 1 }\nb: *a', { a: { x: 1 }, b: { x: 1 } }],
    'a merge': ['a: &a { x: 1 }\nb: { <<: *a, y: 2 }', { a: { x: 1 }, b: { x: 1, y: 2 } }],
    'the names of Object': ['toString: 1\nconstructor: 2', { toString: 1, constructor: 2 }],
    'brackets that close at the indent of their key': [
      'a:\n  b: [ # c\n    1, {\n    x: y\n    }\n  ]\n  c: |\n   ]\nd: {\n}',
      { a: { b: [1, { x: 'y' }], c: ']\n' }, d: {} },
    ],
    'a very long line': [`a: ${'x'.repeat(1_000_000)}`, { a: 'x'.repeat(1_000_000) }],
  })('may hold %s', (_, given, want) => expect(read(given)).toStrictEqual(want));

  itEach<[given: string, want: string]>({
    'a key twice': ['a: 1\na: 2', '2 : column 1: the key occurs twice in its object; keep one'],
    'a key twice in JSON': [
      '{"a": 1,\n"a": 2}',
      '2 : column 2: the key occurs twice in its object; keep one',
    ],
    'two documents': ['a: 1\n---\nb: 1', '3 : the file holds several YAML documents; keep one'],
    'a tab as indent': [
      'a:\n\tb: 1',
      '2 : column 1: a tab indents the line; YAML takes spaces only',
    ],
    'a list without an end': [
      'a: {\n}\nb: [1,\n2,\n  3\nc: 4',
      '4 : column 1: the line must be indented by more than what holds its value',
    ],
    'an unknown tag': [
      'a: !include b.yaml',
      '1 : column 4: the tag is not one of YAML; leave it out, and refer to other files by $ref',
    ],
    'a list as a key': ['a: 1\n? [b]\n: c', '1 : column 1: a key must be text; put it in quotes'],
    'null as a key': ['a: 1\n~: c', '2 : column 1: a key must be text; put it in quotes'],
    'an infinite number': [
      'a:\n  b: .inf',
      '2 /a/b: Infinity is not a number of JSON; leave it out or put it in quotes',
    ],
    'an alias of nothing': [
      'a: *b',
      '1 : column 5: the alias has no anchor before it; write what it stands for',
    ],
    'an alias in itself': [
      'a: &a\n  b: *a',
      '2 /a/b: an alias stands inside what its anchor names, which JSON cannot express',
    ],
    'lists in lists without end': [
      `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
      `1 : column 200: ${TOO_DEEP}`,
    ],
    'objects in objects without end': [
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      `1 : column 992: ${TOO_DEEP}`,
    ],
    'blocks in blocks without end': [
      Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
      `200 : column 200: ${TOO_DEEP}`,
    ],
    'aliases of aliases without end': [
      Array.from({ length: 9 }, (_, level) => {
        const items = level === 0 ? [] : Array(9).fill(`*a${level - 1}`);
        return `a${level}: &a${level} [${items.join(', ')}]`;
      }).join('\n'),
      '3 /a7/0/4/8/3/1/7: the aliases stand for more than 1000000 values; write fewer of them',
    ],
  })('is refused for %s, with its line', (_, given, want) => {
    expect(read(given)).toStrictEqual([want]);
  });

  it(`may be any JSON (${runs(500)} tries)`, () => {
    const doubles = (_: string, value: unknown): unknown =>
      typeof value === 'bigint' ? Number(value) : value;
    const property = fc.property(
      fc.jsonValue(),
      fc.constantFrom('', ' ', '\t'),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.stringify(read(text), doubles)).toBe(JSON.stringify(JSON.parse(text)));
      },
    );
    fc.assert(property, { numRuns: runs(500) });
  });

  it(`is read or refused with a place, whatever it is (${runs(3_000)} tries)`, () => {
    const parts = fc.constantFrom(
      ...[
        'a: ',
        'b:',
        'c: |',
        'd: >-',
        '- ',
        '-',
        '\n',
        '\n  ',
        '\n    ',
        '\n- ',
        '\n\n',
        ' ',
        '\t',
      ],
      ...[
        'x',
        '"q"',
        "'s'",
        '"',
        "'",
        '# c',
        '[1, 2]',
        '{x: 1}',
        '[',
        ']',
        '{',
        '}',
        ':',
        ': ',
        ', ',
      ],
      ...['12', '0x1F', '0o17', '+5', '.nan', '~', 'True', '&a ', '*a', '!!str ', '!!int ', '!x '],
      ...['---', '...', '? ', '\\', '<<: ', '|2', '200: ', '%YAML 1.2\n', '@', '\u0000', '\ud800'],
    );
    const property = fc.property(fc.array(parts, { minLength: 1, maxLength: 14 }), (texts) => {
      const outcome = ((): unknown => {
        try {
          return parseText(texts.join(''), 'a.yaml').lineOf('/a/0');
        } catch (error) {
          if (!(error instanceof DocumentError)) throw error;
          return error.faults[0]?.place?.line;
        }
      })();
      expect(outcome).toBeGreaterThanOrEqual(1);
    });
    fc.assert(property, { numRuns: runs(3_000) });
  });

  it('leads to members whose keys are no text by what these read as', () => {
    const { lineOf } = parseText('a: 1\n0x10: b\n1.50: c\nTrue: d\n"01": e\n...: f\n', 'a.yaml');
    expect(['/16', '/1.5', '/true', '/01'].map(lineOf)).toStrictEqual([2, 3, 4, 5]);
  });

  it('leads from a pointer to a line, through aliases too', () => {
    const { lineOf } = parseText('a: &a\n  x: 1\n  y: 2\nb: *a\nc:\n  - d\n  - e\n', 'a.yaml');
    const pointers = ['', '/a/y', '/b', '/b/y', '/c/1', '/c/1/nothing', '/nothing'];
    expect(pointers.map(lineOf)).toStrictEqual([1, 3, 4, 3, 7, 7, 1]);
  });
});

describe('text that most parsers take and YAML wants indented', () => {
  it.each<[string, string, unknown, number[]]>([
    ['in double quotes', 'a:\n  b: "one\ntwo"\n  c: 1', { a: { b: 'one two', c: 1 } }, [3]],
    ['in single quotes', "a:\n  b: 'one\n two\n\n three'", { a: { b: 'one two\nthree' } }, [3, 5]],
    ['in a list', 'a: [1,\n2]\nb: 3', { a: [1, 2], b: 3 }, [2]],
    ['behind a key in quotes', `"a":\n  'b': "one\n  two"`, { a: { b: 'one two' } }, [3]],
    ['as an item', 'a:\n- "one\ntwo"\n- "x\n y"', { a: ['one two', 'x y'] }, [3]],
    ['beside one in a scalar', 'a: |\n  - "x\nb: "one\ntwo"', { a: '- "x\n', b: 'one two' }, [4]],
    ['beside plain text', 'a: it, "is\nb: "one\ntwo"', { a: 'it, "is', b: 'one two' }, [3]],
    ['with brackets, as people write them', 'a: [\n  1\n]\nb: {\n}', { a: [1], b: {} }, []],
  ])('%s is read, with a warning', (_, text, value, lines) => {
    const { document, faults } = parseSource(text, 'a.yaml');
    expect(document).toStrictEqual(value);
    expect(faults.map(({ message, place }) => [place?.line, message])).toStrictEqual(
      lines.map((line) => [line, 'the line continues a value; indent it']),
    );
  });
});

it('text in quotes without indentation is read at 2,000 places of a long file', () => {
  const texts = Array.from({ length: 2_000 }, (_, index) => `  x${index}: "one\n  two"\n`);
  const { document, faults } = parseSource(`a:\n${texts.join('# long\n'.repeat(50))}`, 'a.yaml');
  expect(new Set(Object.values(asObject(asObject(document).a)))).toEqual(new Set(['one two']));
  expect(faults).toHaveLength(texts.length);
});

describe('JSON with comments', () => {
  const message = 'this is JSON with comments, which is neither JSON nor YAML; remove them';

  it.each([
    ['at the end of a line', '{\n"a": 1, // one\n"b": 2\n}', 2, 9],
    ['on a line', '{\n  "a": 1,\n  // two\n  "b": 2\n}', 3, 3],
    ['within a line', '{"a": /* one */ 1}', 1, 7],
    ['before all', '\ufeff// OpenAPI\n{"a": 1}', 1, 1],
    ['after all', '{"a": 1}\n/* the end */\n', 2, 1],
    ['behind a comma that ends a list', '{"a": [1,\n], // one\n"b": 2}', 2, 4],
  ])('is refused with the line: %s', (_, given, line, column) => {
    const want = [`${line} : column ${column}: ${message}`];
    expect(read(given, 'a.json')).toStrictEqual(want);
    expect(read(given, 'a.JSONC')).toStrictEqual(want);
  });

  it('is said of it in any file that is no YAML', () => {
    expect(read('// OpenAPI\n{"a": 1}')).toStrictEqual([`1 : column 1: ${message}`]);
  });

  it.each([
    ['slashes in texts', '{"a": "http://x /* y */ // z"}', { a: 'http://x /* y */ // z' }],
    ['comments of YAML', '{"a": 1, # one\n"b": 2}', { a: 1, b: 2 }],
    ['commas at the end, as YAML has them', '{"a": [1,],\n}', { a: [1] }],
  ])('is not what has %s', (_, given, want) => expect(read(given, 'a.json')).toStrictEqual(want));
});

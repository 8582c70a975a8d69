import fc from 'fast-check';
import { choosePlantFormat } from '../../../src/commands/formats/plant-format';
import { FileFormatError, type PlantSink } from '../../../src/commands/formats/plant-reader';
import type { Plant } from '../../../src/plants/plant';

/** Plants as lines of a file, and back. */

const MAX_BYTES = 1_000;

/** What a file says, read in pieces of so many bytes: plants as they are, problems as texts. */
function read(format: string, bytes: Buffer | string, pieceBytes = Infinity): [number, unknown][] {
  const found: [number, unknown][] = [];
  const sink: PlantSink = {
    plant: (line, plant) => found.push([line, plant]),
    problem: (line, problem) => found.push([line, problem]),
  };
  const reader = choosePlantFormat(format).createReader(MAX_BYTES);
  const whole = Buffer.from(bytes as string);
  for (let at = 0; at < whole.length; at += pieceBytes) {
    reader.read(whole.subarray(at, Math.min(at + pieceBytes, whole.length)), sink);
  }
  reader.end(sink);
  return found;
}

const strings = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 10 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '"',
        '""',
        ',',
        '\r',
        '\n',
        '\\',
        '\\0',
        '\0',
        '\ud800',
        '\udc00',
        ' ',
        'é',
        '🌱',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);
const ids = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 0n, 2n ** 53n + 1n),
);
const plants: fc.Arbitrary<Plant> = fc.record(
  { id: ids, name: strings, tag: strings },
  {
    requiredKeys: ['id', 'name'],
  },
);

it.each(['ndjson', 'csv'])('%s gives back every plant, wherever its bytes are cut', (name) => {
  const format = choosePlantFormat(name);
  fc.assert(
    fc.property(fc.array(plants), fc.integer({ min: 1, max: 40 }), (given, pieceBytes) => {
      const text = format.head + given.map((plant) => format.record(plant)).join('');
      expect(Buffer.from(text).toString()).toBe(text);
      expect(read(name, text, pieceBytes).map(([, plant]) => plant)).toEqual(given);
    }),
  );
});

describe('ndjson', () => {
  const aloe = { id: 1n, name: 'Aloe' };
  const line = '{"id":1,"name":"Aloe"}';
  it.each<[string, Buffer | string, [number, unknown][]]>([
    ['nothing', '', []],
    ['no newline at the end', line, [[1, aloe]]],
    [
      'CRLF',
      `${line}\r\n${line}\r\n`,
      [
        [1, aloe],
        [2, aloe],
      ],
    ],
    ['a byte order mark', `\ufeff${line}\n`, [[1, aloe]]],
    [
      'empty lines',
      `\n${line}\n \t\r\n\n${line}`,
      [
        [2, aloe],
        [5, aloe],
      ],
    ],
    [
      'properties that nobody documented',
      '{"id":1,"name":"Aloe","__proto__":1,"x":[]}',
      [[1, aloe]],
    ],
    ['an integer of another notation', '{"id":10e-1,"name":"Aloe"}', [[1, aloe]]],
    [
      'the largest id',
      '{"id":9223372036854775807,"name":""}',
      [[1, { id: 2n ** 63n - 1n, name: '' }]],
    ],
    [
      'an id beyond it',
      '{"id":9223372036854775808,"name":""}',
      [[1, 'The line at "/id" must be an integer of 64 bits']],
    ],
    [
      'a text for an id',
      '{"id":"1","name":"Aloe"}',
      [[1, expect.stringMatching(/^The line at "\/id" must be /)]],
    ],
    ['no name', '{"id":1}', [[1, 'The line lacks the property "name"']]],
    ['no object', '[]', [[1, 'The line must be of type object']]],
    [
      'broken JSON',
      `{"id":1,}\n${line}`,
      [
        [
          1,
          'The line is not well-formed JSON at column 9: expected a property name in double quotes',
        ],
        [2, aloe],
      ],
    ],
    ['two objects', `${line}${line}`, [[1, expect.stringMatching(/expected the end$/)]]],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      [[1, 'The line is not UTF-8']],
    ],
    [
      'a line beyond the bound',
      `"${'x'.repeat(MAX_BYTES)}"\n${line}`,
      [
        [1, 'The line is larger than the limit of 1000 bytes, which MAX_BODY_BYTES raises'],
        [2, aloe],
      ],
    ],
    [
      'deep nesting',
      `${'['.repeat(400)}\n${line}`,
      [
        [1, 'The line is nested deeper than 256 levels'],
        [2, aloe],
      ],
    ],
  ])('%s', (_, bytes, want) => {
    expect(read('ndjson', bytes)).toEqual(want);
    expect(read('ndjson', bytes, 1)).toEqual(want);
  });
});

describe('csv', () => {
  const aloe = { id: 1n, name: 'Aloe' };
  const head = 'id,name,tag\n';
  it.each<[string, Buffer | string, [number, unknown][]]>([
    ['the header alone', head, []],
    ['no newline at the end', `${head}1,Aloe,`, [[2, aloe]]],
    [
      'CRLF',
      'id,name,tag\r\n1,Aloe,\r\n\r\n1,Aloe,"x"\r\n',
      [
        [2, aloe],
        [4, { ...aloe, tag: 'x' }],
      ],
    ],
    ['a byte order mark', `\ufeff${head}1,Aloe,`, [[2, aloe]]],
    ['quoted columns in another order', '"tag",name,id\n,Aloe,1', [[2, aloe]]],
    ['no column for tags', 'name,id\nAloe,1', [[2, aloe]]],
    ['an empty tag', `${head}1,Aloe,""`, [[2, { ...aloe, tag: '' }]]],
    [
      'commas, quotes and newlines',
      `${head}1,"a,""b""\r\nc",\n1,Aloe,`,
      [
        [2, { id: 1n, name: 'a,"b"\r\nc' }],
        [4, aloe],
      ],
    ],
    [
      'escapes',
      `${head}1,\\\\ \\0 \\uD83C C:\\temp,`,
      [[2, { id: 1n, name: '\\ \0 \ud83c C:\\temp' }]],
    ],
    [
      'an id that JSON would not write',
      `${head}007,Aloe,\n1,Aloe,`,
      [
        [2, expect.stringMatching(/^The column "id" must be /)],
        [3, aloe],
      ],
    ],
    [
      'an id beyond int64',
      `${head}9223372036854775808,Aloe,`,
      [[2, 'The column "id" must be an integer of 64 bits']],
    ],
    ['no name', `${head}1,,`, [[2, 'The line lacks the property "name"']]],
    [
      'too few fields',
      `${head}1,Aloe\n1,Aloe,`,
      [
        [2, 'The line has 2 of the 3 fields that the header names'],
        [3, aloe],
      ],
    ],
    [
      'too many fields',
      `${head}1,Aloe,,\n1,Aloe,`,
      [
        [2, 'The line has more than 3 fields'],
        [3, aloe],
      ],
    ],
    [
      'text after a closing quote',
      `${head}1,"a"b,\n1,Aloe,`,
      [
        [
          2,
          'The line has text after the closing quote at byte 5: expected a comma or the end of the line',
        ],
        [3, aloe],
      ],
    ],
    [
      'a quote in an unquoted field',
      `${head}1,5" pot,\n1,Aloe,`,
      [
        [
          2,
          'The line has a quote inside an unquoted field at byte 4: quote the field and double the quote',
        ],
        [3, aloe],
      ],
    ],
    [
      'a quote that is not closed',
      `${head}1,"a,\n1,Aloe,\n`,
      [
        [
          2,
          'The line lacks the closing quote of the field that begins at byte 3; the lines to 4 belong to it and are left out',
        ],
      ],
    ],
    [
      'a quote that is closed lines later',
      `${head}1,"a,\n2,"b"\n1,Aloe,`,
      [
        [
          2,
          'The line has text after the closing quote at byte 9: expected a comma or the end of the line; the lines to 3 belong to it and are left out',
        ],
        [4, aloe],
      ],
    ],
    [
      'bytes that are not UTF-8',
      Buffer.concat([
        Buffer.from(`${head}1,`),
        Buffer.from([0xff, 0x2c, 0x0a]),
        Buffer.from('1,Aloe,'),
      ]),
      [
        [2, 'The line is not UTF-8'],
        [3, aloe],
      ],
    ],
    [
      'a record beyond the bound',
      `${head}1,"${'x\n'.repeat(MAX_BYTES)}",\n1,Aloe,`,
      [
        [
          2,
          'The line is larger than the limit of 1000 bytes, which MAX_BODY_BYTES raises; the lines to 1002 belong to it and are left out',
        ],
        [1003, aloe],
      ],
    ],
  ])('%s', (_, bytes, want) => {
    expect(read('csv', bytes)).toEqual(want);
    expect(read('csv', bytes, 1)).toEqual(want);
  });

  it.each([
    ['', 'The header row is missing'],
    [
      '1,Aloe,x\n',
      'The header names "1", "Aloe", "x"; a header row names "id", "name" and, if wanted, "tag"',
    ],
    ['id,tag\n', 'The header lacks "name"; a header row names "id", "name" and, if wanted, "tag"'],
    [
      'id,name,id\n',
      'The header names a column twice; a header row names "id", "name" and, if wanted, "tag"',
    ],
    [
      'id,"name\n',
      'The line lacks the closing quote of the field that begins at byte 4; a header row was expected',
    ],
    [','.repeat(900), 'The line has more than 100 fields; a header row was expected'],
  ])('refuses a file that begins with %j', (text, message) => {
    expect(() => read('csv', text)).toThrow(new FileFormatError(1, message));
  });
});

it('takes time that grows with the bytes alone', () => {
  const quotes = `id,name,tag\n1,"${'""\n'.repeat(300_000)}`;
  const started = performance.now();
  read('csv', quotes, 100);
  read('ndjson', '['.repeat(900_000), 100);
  expect(performance.now() - started).toBeLessThan(2_000);
});

import fc from 'fast-check';
import {
  choosePlantFormat,
  type CsvOptions,
} from '../../../../src/plant-store/commands/formats/plant-format';
import {
  FileFormatError,
  type PlantSink,
} from '../../../../src/plant-store/commands/formats/plant-reader';
import type { Plant } from '../../../../src/plant-store/plants/plant-store';
import { startCpuClock } from '../../../support/cpu-time';

/** Plants as lines of a file, and back. */

const MAX_BYTES = 1_000;

/** What a file says, read in pieces of so many bytes: plants as they are, problems as texts. */
function read(
  format: string,
  bytes: Buffer | string,
  pieceBytes = Infinity,
  options: CsvOptions = {},
): [number, unknown][] {
  const found: [number, unknown][] = [];
  const sink: PlantSink = {
    plant: (line, plant) => found.push([line, plant]),
    problem: (line, problem) => found.push([line, problem]),
  };
  const reader = choosePlantFormat(format, '', options).createReader(MAX_BYTES);
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

it.each<[string, CsvOptions]>([
  ['ndjson', {}],
  ['csv', {}],
  ['csv', { spreadsheetSafe: true }],
])('%s %j gives back every plant, wherever its bytes are cut', (name, options) => {
  const format = choosePlantFormat(name, '', options);
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
      'backslashes of others, as they are',
      `${head}1,C:\\new\\table \\x,C:\\x`,
      [[2, { id: 1n, name: 'C:\\new\\table \\x', tag: 'C:\\x' }]],
    ],
    [
      'backslashes that an export of an earlier version wrote for others',
      `${head}1,a\\\\b,\n1,Aloe,\\0\n1,\\uD83C,`,
      [2, 3, 4].map((line) => [
        line,
        expect.stringMatching(/^The column "(name|tag)" has backslashes/),
      ]),
    ],
    [
      'escapes, where the header says so',
      `id,tag_escaped,name_escaped\n1,,\\\\ \\0 \\uD83C C:\\temp`,
      [[2, { id: 1n, name: '\\ \0 \ud83c C:\\temp' }]],
    ],
    [
      'guarded texts, where the header says so',
      `id_guarded,name_guarded,tag_guarded\n'1,'=1+1,\n2,Aloe,"'"\n3,'''',""`,
      [
        [2, { id: 1n, name: '=1+1' }],
        [3, { id: 2n, name: 'Aloe', tag: '' }],
        [4, { id: 3n, name: "'''" }],
      ],
    ],
    [
      'an id that JSON would not write',
      `${head}007,Aloe,\n1,Aloe,`,
      [
        [2, 'The column "id" must be an integer in plain digits, not "007"'],
        [3, aloe],
      ],
    ],
    [
      'ids as spreadsheets write them',
      `${head}9.22337E+18,Aloe,\n1E+03,Aloe,\n1.0,Aloe,\n"1,5",Aloe,\n1,Aloe,`,
      [
        ...['9.22337E+18', '1E+03', '1.0', '1,5'].map((id, index): [number, unknown] => [
          index + 2,
          `The column "id" must be an integer in plain digits, not "${id}", which a spreadsheet may have rounded; format the column as text, or as a number without decimals, and take the id from where it came from`,
        ]),
        [6, aloe],
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
      'The header names "1", "Aloe", "x"; a header row names "id", "name" and optionally "tag"',
    ],
    ['id,tag\n', 'The header lacks "name"; a header row names "id", "name" and optionally "tag"'],
    [
      'id,name,id\n',
      'The header names a column twice; a header row names "id", "name" and optionally "tag"',
    ],
    [
      'id,"name\n',
      'The line lacks the closing quote of the field that begins at byte 4; a header row was expected',
    ],
    ['id;name;tag\r\n1;Aloe;\r\n', 'The fields are separated by semicolons; use commas'],
    ['\ufeff"id"\t"name"\n', 'The fields are separated by tabs; use commas'],
    [','.repeat(900), 'The line has more than 100 fields; a header row was expected'],
  ])('refuses a file that begins with %j', (text, message) => {
    expect(() => read('csv', text)).toThrow(new FileFormatError(1, message));
  });
});

describe('the backslashes of a file that does not say', () => {
  const text = 'id,name\n1,C:\\\\new\\0';

  it('are those of an earlier export if one says so, else what they are', () => {
    const name = (backslashes: string): unknown =>
      read('csv', text, Infinity, { backslashes })[0]?.[1];
    expect(name('escaped')).toEqual({ id: 1n, name: 'C:\\new\0' });
    expect(name('literal')).toEqual({ id: 1n, name: 'C:\\\\new\\0' });
  });

  it('are asked for by two words, and for CSV alone', () => {
    expect(() => choosePlantFormat('csv', '', { backslashes: 'no' })).toThrow(
      '--backslashes is "no", but must be literal or escaped',
    );
    expect(() => choosePlantFormat(undefined, 'a.json', { backslashes: 'literal' })).toThrow(
      '--backslashes is for CSV; add --format csv',
    );
    expect(() => choosePlantFormat('ndjson', '', { spreadsheetSafe: true })).toThrow(
      '--spreadsheet-safe is for CSV; add --format csv',
    );
  });
});

describe('what is written for spreadsheets', () => {
  const format = choosePlantFormat('csv', '', { spreadsheetSafe: true });
  const cells = (plant: Plant): string => format.record(plant);

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    "'=1",
    '007',
    '1E5',
    '2026-01-01',
    'MAR1',
    'true',
    '',
    ' =1',
  ])('has %j behind an apostrophe', (name) => {
    expect(cells({ id: 1n, name })).toBe(`1,"'${name}",\r\n`);
  });

  it.each(['Monstera deliciosa', 'éa', 'Aloe; =x', 'truely'])('leaves %j as it is', (name) => {
    expect(cells({ id: 1n, name, tag: name })).toBe(`1,"${name}","${name}"\r\n`);
  });

  it('has ids behind one that a spreadsheet would round', () => {
    const ids = [-99_999_999_999n, 99_999_999_999n, 100_000_000_000n, -(2n ** 63n)];
    expect(ids.map((id) => cells({ id, name: 'a' }).split(',')[0])).toEqual([
      '-99999999999',
      '99999999999',
      "'100000000000",
      "'-9223372036854775808",
    ]);
  });

  it('names its columns otherwise, so that nothing is taken for what it is not', () => {
    expect(format.head).toBe('id_guarded,name_guarded,tag_guarded\r\n');
    expect(choosePlantFormat('csv').head).toBe('id,name_escaped,tag_escaped\r\n');
  });
});

it('takes time that grows with the bytes alone', () => {
  const quotes = `id,name,tag\n1,"${'""\n'.repeat(300_000)}`;
  const cpuTimeMs = startCpuClock();
  read('csv', quotes, 100);
  read('ndjson', '['.repeat(900_000), 100);
  expect(cpuTimeMs()).toBeLessThan(2_000);
});

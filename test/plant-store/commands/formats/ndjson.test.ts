import fc from 'fast-check';
import {
  ndjsonLine,
  NdjsonReader,
  type PlantSink,
} from '../../../../src/plant-store/commands/formats/ndjson';
import type { Plant } from '../../../../src/plant-store/plants/plant-store';
import { startCpuClock } from '../../../support/cpu-time';
import { itEach } from '../../../support/it-each';

const MAX_BYTES = 1_000;

/** What a file says, read in pieces of so many bytes: plants as they are, problems as texts. */
function read(bytes: Buffer | string, pieceBytes = Infinity): [number, unknown][] {
  const found: [number, unknown][] = [];
  const sink: PlantSink = {
    plant: (line, plant) => found.push([line, plant]),
    problem: (line, problem) => found.push([line, problem]),
  };
  const reader = new NdjsonReader(MAX_BYTES);
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

it('gives back every plant, wherever its bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(plants), fc.integer({ min: 1, max: 40 }), (given, pieceBytes) => {
      const text = given.map(ndjsonLine).join('');
      expect(Buffer.from(text).toString()).toBe(text);
      expect(read(text, pieceBytes).map(([, plant]) => plant)).toEqual(given);
    }),
  );
});

describe('ndjson', () => {
  const aloe = { id: 1n, name: 'Aloe' };
  const line = '{"id":1,"name":"Aloe"}';
  itEach<[Buffer | string, [number, unknown][]]>({
    nothing: ['', []],
    'no newline at the end': [line, [[1, aloe]]],
    CRLF: [
      `${line}\r\n${line}\r\n`,
      [
        [1, aloe],
        [2, aloe],
      ],
    ],
    'a byte order mark': [`\ufeff${line}\n`, [[1, aloe]]],
    'empty lines': [
      `\n${line}\n \t\r\n\n${line}`,
      [
        [2, aloe],
        [5, aloe],
      ],
    ],
    'properties that nobody documented': [
      '{"id":1,"name":"Aloe","__proto__":1,"x":[]}',
      [[1, aloe]],
    ],
    'an integer of another notation': ['{"id":10e-1,"name":"Aloe"}', [[1, aloe]]],
    'the largest id': [
      '{"id":9223372036854775807,"name":""}',
      [[1, { id: 2n ** 63n - 1n, name: '' }]],
    ],
    'an id beyond it': [
      '{"id":9223372036854775808,"name":""}',
      [[1, 'The line at "/id" must be an integer of 64 bits']],
    ],
    'a text for an id': [
      '{"id":"1","name":"Aloe"}',
      [[1, expect.stringMatching(/^The line at "\/id" must be /)]],
    ],
    'no name': ['{"id":1}', [[1, 'The line lacks the property "name"']]],
    'no object': ['[]', [[1, 'The line must be of type object']]],
    'broken JSON': [
      `{"id":1,}\n${line}`,
      [
        [
          1,
          'The line is not well-formed JSON at column 9: expected a property name in double quotes',
        ],
        [2, aloe],
      ],
    ],
    'two objects': [`${line}${line}`, [[1, expect.stringMatching(/expected the end$/)]]],
    'bytes that are not UTF-8': [
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      [[1, 'The line is not UTF-8']],
    ],
    'a line beyond the bound': [
      `"${'x'.repeat(MAX_BYTES)}"\n${line}`,
      [
        [1, 'The line is larger than the limit of 1000 bytes, which MAX_BODY_BYTES raises'],
        [2, aloe],
      ],
    ],
    'deep nesting': [
      `${'['.repeat(400)}\n${line}`,
      [
        [1, 'The line is nested deeper than 256 levels'],
        [2, aloe],
      ],
    ],
  })('%s', (_, bytes, want) => {
    expect(read(bytes)).toEqual(want);
    expect(read(bytes, 1)).toEqual(want);
  });
});

it('takes time that grows with the bytes alone', () => {
  const cpuTimeMs = startCpuClock();
  read('['.repeat(900_000), 100);
  expect(cpuTimeMs()).toBeLessThan(2_000);
});

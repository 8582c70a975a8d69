import type { FormPart } from '../../../../../src/runtime/contract/request/form/parse-multipart';
import type { JsonFault, ParsedJson } from '../../../../../src/runtime/contract/json/parse-json';
import {
  EventParser,
  ItemTooLargeError,
  type ItemParser,
  LineParser,
  RecordParser,
} from '../../../../../src/runtime/contract/request/items/item-parsers';
import { PartParser } from '../../../../../src/runtime/contract/request/items/part-parser';

type AnyParser = ItemParser<ParsedJson | FormPart>;

function itemsOf(parser: AnyParser, chunk: Uint8Array): (ParsedJson | JsonFault | FormPart)[] {
  parser.add(chunk);
  const items = [];
  for (let item = parser.next(); item !== undefined; item = parser.next()) items.push(item);
  return items;
}

/** What a parser finds in chunks: values, the texts of parts, and of what is no item the fault. */
function parse(parser: AnyParser, chunks: readonly Uint8Array[]): unknown[] {
  const found = [...chunks.flatMap((chunk) => itemsOf(parser, chunk)), parser.end() ?? []].flat();
  return found.map((item) => {
    if ('fault' in item) return item.fault;
    return 'value' in item ? item.value : item.content.toString();
  });
}

type Given = readonly [make: (maxBytes: number) => AnyParser, text: string];

const lines = (maxBytes: number): ItemParser => new LineParser(maxBytes);
const records = (maxBytes: number): ItemParser => new RecordParser(maxBytes);
const events = (maxBytes: number): ItemParser => new EventParser(maxBytes);
const parts = (maxBytes: number): AnyParser => new PartParser('--b', maxBytes);

const notJson =
  'is not well-formed JSON at line 1, column 2: expected a property name in double quotes';
const cutOff = 'does not end with a line feed, and may be cut off';

const PARTS =
  'preamble\r\n--b\r\nContent-Type: text/plain\r\n\r\né🌱\r\n\r\n--b \t\r\n\r\n--bb\r\n--c\r\n--b\r\n\r\n\r\n--b--\r\nepilogue\r\n--b\r\n\r\n';

describe.each<[name: string, given: Given, want: readonly unknown[]]>([
  ['lines', [lines, '{"a":"é🌱"}\n7\n'], [{ a: 'é🌱' }, 7]],
  ['a last line without an end', [lines, '1\n2'], [1, 2]],
  ['empty lines', [lines, '\n1\r\n\r\n \t\n2\n\n'], [1, 2]],
  ['no lines', [lines, ''], []],
  ['a line that is no JSON', [lines, '1\n{\n2\n'], [1, notJson, 2]],
  ['a byte order mark before lines', [lines, '\ufeff1\n2\n'], [1, 2]],
  ['records', [records, '\x1e{"a":\n"é🌱"}\n\x1e7\n'], [{ a: 'é🌱' }, 7]],
  ['several record separators', [records, '\x1e\x1e1\n\x1e'], [1]],
  ['no records', [records, ''], []],
  ['a record that is no JSON', [records, '\x1e{]\x1e2\n'], [notJson, 2]],
  [
    'records whose end is uncertain',
    [records, '\x1e1\x1etrue\x1e"a"\x1e[]\x1e2 '],
    [cutOff, cutOff, 'a', [], 2],
  ],
  [
    'what stands before the first record',
    [records, ' \x1e1\n'],
    ['does not begin with a record separator', 1],
  ],
  ['lines in place of records', [records, '1\n2\n'], ['does not begin with a record separator']],
  [
    'events',
    [events, 'event: é\ndata: 🌱\nid: 1\nretry: 5\n\ndata: b\n\n'],
    [{ event: 'é', data: '🌱', id: '1', retry: 5 }, { data: 'b' }],
  ],
  [
    'the line ends of events',
    [events, 'data: a\r\ndata: b\rdata: c\n\r\ndata: d\r\rdata: e\n\n'],
    [{ data: 'a\nb\nc' }, { data: 'd' }, { data: 'e' }],
  ],
  [
    'a byte order mark before events',
    [events, '\ufeffdata: a\n\n\ufeffdata: b\n\n'],
    [{ data: 'a' }],
  ],
  ['comments', [events, ': a\n\n:b\ndata: c\n: d\n\n:\n\n'], [{ data: 'c' }]],
  ['one space behind the colon', [events, 'data:a\ndata:  b\n\n'], [{ data: 'a\n b' }]],
  [
    'empty data',
    [events, 'data\n\ndata:\n\ndata\ndata\n\n'],
    [{ data: '' }, { data: '' }, { data: '\n' }],
  ],
  ['what has no data', [events, 'event: a\nid: 1\n\nretry: 5\n\n\n\ndata: b\n\n'], [{ data: 'b' }]],
  ['other fields', [events, 'color: red\nDATA: x\n data: y\ndata: a\n\n'], [{ data: 'a' }]],
  [
    'values that are ignored',
    [events, 'data: a\nid: 1\nid: \0\nretry: 5\nretry: 1s\nretry: -1\nretry:\n\n'],
    [{ data: 'a', id: '1', retry: 5 }],
  ],
  ['the last of two', [events, 'data: a\nevent: b\nevent: c\n\n'], [{ data: 'a', event: 'c' }]],
  ['parts', [parts, PARTS], ['é🌱\r\n', '--bb\r\n--c', '']],
  ['parts without a preamble', [parts, '--b\r\n\r\na\r\n--b--'], ['a']],
  ['a part of nothing', [parts, '--b\r\n--b\r\n\r\na\r\n--b--'], ['has no end of headers', 'a']],
  ['no parts', [parts, '--b--\r\n'], []],
  [
    'a part without an end of its headers',
    [parts, '--b\r\na\r\n--b\r\n\r\nb\r\n--b--'],
    ['has no end of headers', 'b'],
  ],
  [
    'parts without an end',
    [parts, '--b\r\n\r\na\r\n--b\r\n\r\nb\r\n--'],
    ['a', 'ends before the last boundary'],
  ],
  [
    'parts at another boundary',
    [parts, '--a\r\n\r\na\r\n--a--\r\n--ab'],
    ['is missing, and so is the boundary that the Content-Type names'],
  ],
  ['an event without an end', [events, 'data: a\n\ndata: b\n'], [{ data: 'a' }]],
])('%s', (_, [make, text], want) => {
  const bytes = Buffer.from(text);

  it('in one chunk, or one for each byte', () => {
    expect(parse(make(1_000), [bytes])).toStrictEqual(want);
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(parse(make(1_000), single)).toStrictEqual(want);
  });

  it('in two chunks, wherever those end', () => {
    for (let at = 0; at <= bytes.length; at++) {
      const chunks = [bytes.subarray(0, at), bytes.subarray(at)];
      expect([at, parse(make(1_000), chunks)]).toStrictEqual([at, want]);
    }
  });
});

it.each<[string, Given]>([
  ['a line', [lines, '"12345678"']],
  ['a record', [records, '\x1e"1234567"']],
  ['a line of an event', [events, 'data: 1234']],
  ['an event of many lines', [events, 'data\ndata\nid']],
  ['a comment', [events, ':123456789']],
  ['the content of a part', [parts, '--b\r\nA: 1\r\n\r\n1234567890\r\n--b--']],
])('%s is bounded, also while it arrives', (_, [make, text]) => {
  const chunks = Array.from(Buffer.from(`${text}\n`), (byte) => Uint8Array.of(byte));
  expect(() => parse(make(10), chunks)).not.toThrow();
  expect(() => parse(make(9), chunks)).toThrow(ItemTooLargeError);
});

it.each<[string, Given, kept: number]>([
  ['a line', [lines, '1\n23'], 2],
  ['a record', [records, '\x1e1\n\x1e23'], 2],
  ['an event', [events, 'data: 1\n\ndata: 2\nid'], 9],
  ['a part', [parts, '--b\r\n\r\na\r\n--b\r\n\r\nbc'], 4],
  ['nothing behind an event', [events, 'data: 1\n\n: comment\n'], 0],
])('of %s only what has begun is kept', (_, [make, text], kept) => {
  const parser = make(1_000);
  expect(itemsOf(parser, Buffer.from(text))).not.toHaveLength(0);
  expect(parser.keptBytes).toBe(kept);
});

import { ResponseReader } from './response-reader';

/** Only what RFC 9112 allows is a response. */

/** Reads a text in pieces of that many bytes. @returns status and body of each response, or what is wrong */
function read(text: string, pieceBytes: number, isForHead = false): unknown {
  const reader = new ResponseReader(() => isForHead);
  const responses: unknown[] = [];
  const bytes = Buffer.from(text, 'latin1');
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      reader.push(bytes.subarray(at, at + pieceBytes));
      for (let next = reader.next(); next !== undefined; next = reader.next()) {
        responses.push([next.status, next.body.toString('latin1')]);
      }
    }
  } catch (error) {
    return (error as Error).message;
  }
  return reader.isWithin ? [...responses, 'within'] : responses;
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

it.each<[string, string, unknown]>([
  ['nothing', '', []],
  ['one', OK, [[200, 'ab']]],
  [
    'two',
    OK + OK,
    [
      [200, 'ab'],
      [200, 'ab'],
    ],
  ],
  ['one and a part', `${OK}HTTP/1.1 2`, [[200, 'ab'], 'within']],
  ['one whose content is not complete', OK.slice(0, -1), ['within']],
  [
    'an interim one',
    `HTTP/1.1 100 Continue\r\n\r\n${OK}`,
    [
      [100, ''],
      [200, 'ab'],
    ],
  ],
  [
    'no content',
    `HTTP/1.1 204 No Content\r\n\r\n${OK}`,
    [
      [204, ''],
      [200, 'ab'],
    ],
  ],
  [
    'not modified',
    `HTTP/1.1 304 \r\nContent-Length: 9\r\n\r\n${OK}`,
    [
      [304, ''],
      [200, 'ab'],
    ],
  ],
  [
    'chunks',
    `${CHUNKED}1\r\na\r\nA\r\n0123456789\r\n0\r\n\r\n${OK}`,
    [
      [200, 'a0123456789'],
      [200, 'ab'],
    ],
  ],
  ['chunks that do not end', `${CHUNKED}1\r\na\r\n`, ['within']],
  ['another version', 'HTTP/1.0 200 OK\r\n\r\n', 'no status line: "HTTP/1.0 200 OK"'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', 'no status line: "HTTP/1.1 2000 OK"'],
  ['what is left of a body', `${OK}c${OK}`, 'no status line: "cHTTP/1.1 200 OK"'],
  ['a space before the colon', 'HTTP/1.1 200 OK\r\nA : b\r\n\r\n', 'no header: "A : b"'],
  ['a folded header', 'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n', 'no header: " c"'],
  ['a control character', 'HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n', 'no header: "A: b\\u0000c"'],
  ['no length', 'HTTP/1.1 200 OK\r\n\r\n', 'a response of 200 says no length'],
  [
    'two lengths',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n',
    'the Content-Length is "2, 2"',
  ],
  [
    'a length and a coding',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n',
    'a response has a Content-Length and a Transfer-Encoding',
  ],
  [
    'another coding',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
    'the Transfer-Encoding is "gzip"',
  ],
  [
    'content where there is none',
    'HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n',
    'a response of 204 announces content',
  ],
  ['a wrong chunk size', `${CHUNKED}x\r\n`, 'no chunk size: "x"'],
  ['a chunk that is too long', `${CHUNKED}1\r\nab\r\n`, 'a chunk is not as long as it says'],
])('reads %s', (_, text, wanted) => {
  for (const pieceBytes of [1, 7, 100_000]) expect(read(text, pieceBytes)).toEqual(wanted);
});

it('reads no content behind a response to HEAD', () => {
  const head = OK.slice(0, -2);
  expect(read(head + head, 1_000, true)).toEqual([
    [200, ''],
    [200, ''],
  ]);
});

it('refuses a head without end', () => {
  expect(read('HTTP/1.1 200 OK\r\n'.padEnd(20_000, 'a'), 20_000)).toMatch(/more than 16384 bytes/);
});

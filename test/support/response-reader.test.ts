import { headerOf, ResponseReader } from './response-reader';

/** Only responses that RFC 9112 allows are accepted. */

/** Reads a text in pieces of some bytes. @returns status and body of each response, or the error */
function read(text: string, pieceBytes: number, isForHead = false): unknown {
  const reader = new ResponseReader(true);
  reader.isForHead = isForHead;
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

const ONE = [[200, 'ab']];
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

it.each<[string, string, unknown]>([
  ['nothing', '', []],
  ['one', OK, [[200, 'ab']]],
  ['two', OK + OK, [...ONE, ...ONE]],
  ['one and a part', `${OK}HTTP/1.1 2`, [[200, 'ab'], 'within']],
  ['one whose content is not complete', OK.slice(0, -1), ['within']],
  ['an interim one', `HTTP/1.1 100 Continue\r\n\r\n${OK}`, [[100, ''], ...ONE]],
  ['no content', `HTTP/1.1 204 No Content\r\n\r\n${OK}`, [[204, ''], ...ONE]],
  ['not modified', `HTTP/1.1 304 \r\nContent-Length: 9\r\n\r\n${OK}`, [[304, ''], ...ONE]],
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

it('a lenient one takes responses of a known length in pieces, and leaves the rest unread', () => {
  const reader = new ResponseReader();
  const bytes = `${OK}HTTP/1.1 404 Not Found\r\nX: y\r\nContent-Length: 4\r\n\r\nnoneHTTP/1.1`;
  const responses: unknown[] = [];
  for (const byte of bytes) {
    reader.push(Buffer.from(byte));
    const next = reader.next();
    if (next !== undefined)
      responses.push([next.status, next.body.toString(), headerOf(next.head, 'x')]);
  }
  expect(responses).toEqual([
    [200, 'ab', undefined],
    [404, 'none', 'y'],
  ]);
  expect(reader.unread.toString()).toBe('HTTP/1.1');
});

it('what is unread of a response has its head', () => {
  const reader = new ResponseReader();
  reader.push(Buffer.from(OK.slice(0, -1)));
  expect(reader.next()).toBeUndefined();
  expect(reader.unread.toString()).toBe(OK.slice(0, -1));
});

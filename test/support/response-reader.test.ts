import { headerOf, ResponseReader } from './response-reader';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab';

/** Reads a text in pieces of some bytes. @returns status, body and header X of each response, and what is unread */
function read(text: string, pieceBytes: number, isForHead = false): unknown {
  const reader = new ResponseReader();
  reader.isForHead = isForHead;
  const responses: unknown[] = [];
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    reader.push(bytes.subarray(at, at + pieceBytes));
    for (let next = reader.next(); next !== undefined; next = reader.next()) {
      responses.push([next.status, next.body.toString('latin1'), headerOf(next.head, 'x')]);
    }
  }
  return [...responses, reader.unread.toString('latin1')];
}

const ONE = [200, 'ab', undefined];

it.each<[string, string, unknown[]]>([
  ['nothing', '', ['']],
  ['one', OK, [ONE, '']],
  ['two', OK + OK, [ONE, ONE, '']],
  ['one and a part', `${OK}HTTP/1.1 2`, [ONE, 'HTTP/1.1 2']],
  ['one whose content is not complete', OK.slice(0, -1), [OK.slice(0, -1)]],
  ['an interim one', `HTTP/1.1 100 Continue\r\n\r\n${OK}`, [[100, '', undefined], ONE, '']],
  ['no content', `HTTP/1.1 204 No Content\r\n\r\n${OK}`, [[204, '', undefined], ONE, '']],
  ['a header', 'HTTP/1.1 404 x\r\nX: y\r\nContent-Length: 4\r\n\r\nnone', [[404, 'none', 'y'], '']],
])('reads %s', (_, text, wanted) => {
  for (const pieceBytes of [1, 7, 100_000]) expect(read(text, pieceBytes)).toEqual(wanted);
});

it('reads no content behind a response to HEAD', () => {
  const head = OK.slice(0, -2);
  const response = [200, '', undefined];
  expect(read(head + head, 1_000, true)).toEqual([response, response, '']);
});

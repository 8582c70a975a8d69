import { PlainRequests } from '../../../src/express/connections/plain-requests';

const BODY = '{"id":1}';

/** @param lines the request line and header fields */
function request(lines: readonly string[], body = ''): string {
  return [...lines, '', body].join('\r\n');
}

function post(fields: readonly string[], body = BODY): string {
  return request(['POST /plants HTTP/1.1', 'Host: a', ...fields], body);
}

/** @param chunks as they are sent */
function chunked(chunks: string, coding = 'Transfer-Encoding: chunked'): string {
  return post([coding], chunks);
}

const CHUNKS = '5\r\nab\r\nc\r\n3\r\n0\r\n\r\n0\r\n\r\n';

const PLAIN = post([`Content-Length: ${BODY.length}`]);

function read(text: string): { count: number; behind: string; endsWithin: boolean } {
  const { ends, endsWithin } = new PlainRequests(text, (target) => !target.startsWith('/-/'));
  return { count: ends.length, behind: text.slice(ends.at(-1) ?? 0), endsWithin };
}

it.each<[string, string]>([
  ['with content', PLAIN],
  ['without content', request(['GET /plants?limit=1 HTTP/1.1', 'Host: a'])],
  ['with a length of 0', post(['content-length:0'], '')],
  ['with white space around a length', post([`Content-Length: \t${BODY.length} `])],
  ['with leading zeros', post([`Content-Length: 000${BODY.length}`])],
  ['that is to stay open', post(['Connection: keep-alive', `Content-Length: ${BODY.length}`])],
  ['with bytes that are no ASCII', post(['X-Name: \xe9', `Content-Length: ${BODY.length}`])],
  ['in chunks', chunked(CHUNKS)],
  ['in one chunk that is the last', chunked('0\r\n\r\n')],
  [
    'in chunks with hexadecimal sizes',
    chunked(`1A\r\n${'x'.repeat(26)}\r\n000a\r\n${'x'.repeat(10)}\r\n00\r\n\r\n`),
  ],
  ['in chunks, in other letters', chunked(CHUNKS, 'transfer-encoding:\tCHUNKED ')],
  [
    'whose chunk looks like requests',
    chunked(`${PLAIN.length.toString(16)}\r\n${PLAIN}\r\n0\r\n\r\n`),
  ],
  ['whose content looks like requests', post([`Content-Length: ${PLAIN.length}`], PLAIN)],
])('a request %s is plain', (_, text) => {
  expect(read(text)).toStrictEqual({ count: 1, behind: '', endsWithin: false });
  expect(read(text.repeat(3) + PLAIN)).toMatchObject({ count: 4, behind: '' });
});

it.each<[string, string]>([
  ['in chunks, with a length too', post(['Transfer-Encoding: chunked', 'Content-Length: 8'])],
  [
    'in chunks, by two fields',
    post(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], CHUNKS),
  ],
  ['in chunks of another coding', chunked(CHUNKS, 'Transfer-Encoding: gzip, chunked')],
  ['in another coding', chunked(CHUNKS, 'Transfer-Encoding: identity')],
  ['with an empty coding', chunked(CHUNKS, 'Transfer-Encoding:')],
  ['in chunks with an extension', chunked('1;a=b\r\nx\r\n0\r\n\r\n')],
  ['in chunks with a trailer field', chunked('0\r\nX: y\r\n\r\n')],
  ['in chunks with a sign', chunked('+1\r\nx\r\n0\r\n\r\n')],
  ['in chunks with a size in another notation', chunked('0x1\r\nx\r\n0\r\n\r\n')],
  ['in chunks without a size', chunked('\r\n0\r\n\r\n')],
  ['in chunks whose lines end with LF', chunked('1\nx\n0\n\n')],
  ['in a chunk that is longer than its size', chunked('1\r\nxy\r\n0\r\n\r\n')],
  ['in a large chunk', chunked(`4001\r\n${'x'.repeat(16_385)}\r\n0\r\n\r\n`)],
  ['in many small chunks', chunked(`${'1\r\nx\r\n'.repeat(2_731)}0\r\n\r\n`)],
  ['with two lengths', post(['Content-Length: 8', 'Content-Length: 8'])],
  ['with a list of lengths', post(['Content-Length: 8, 8'])],
  ['with a sign before its length', post(['Content-Length: +8'])],
  ['with a length in hexadecimal digits', post(['Content-Length: 0x8'])],
  ['with an empty length', post(['Content-Length:'])],
  ['with a large length', post(['Content-Length: 16385'], 'x'.repeat(16_385))],
  ['with a space before a colon', post(['Content-Length : 8'])],
  ['with a folded field', post(['X-Name: a', ' b', 'Content-Length: 8'])],
  ['with a CR within a field', post(['X-Name: a\rContent-Length: 9', 'Content-Length: 8'])],
  ['with a NUL within a field', post(['X-Name: \0', 'Content-Length: 8'])],
  ['whose lines end with LF', PLAIN.replaceAll('\r\n', '\n') + PLAIN],
  ['with an expectation', post(['Expect: 100-continue', 'Content-Length: 8'])],
  ['with an upgrade', post(['Upgrade: h2c', 'Content-Length: 8'])],
  ['that is the last', post(['Connection: close', 'Content-Length: 8'])],
  ['that is the last, in a list', post(['Connection: keep-alive, close', 'Content-Length: 8'])],
  ['of HTTP/1.0', PLAIN.replace('HTTP/1.1', 'HTTP/1.0')],
  ['of no HTTP', PLAIN.replace('HTTP/1.1', 'HTCPCP/1.0')],
  ['in absolute form', PLAIN.replace('/plants', 'http://a/plants')],
  ['with HEAD', PLAIN.replace('POST', 'HEAD')],
  ['with OPTIONS', PLAIN.replace('POST', 'OPTIONS')],
  ['without any field', 'GET /plants HTTP/1.1\r\n\r\n'],
  ['for what is always served', PLAIN.replace('/plants', '/-/live')],
  ['with two hosts', post(['Host: b', 'Content-Length: 8'])],
  ['with no host', 'GET /plants HTTP/1.1\r\nX-Host: a\r\n\r\n'],
  ['with a host that is none', PLAIN.replace('Host: a', 'Host: a/b')],
  ['with a host whose port is none', PLAIN.replace('Host: a', 'Host: a:b:c')],
  ['with a large head', post([`X-Name: ${'x'.repeat(8_192)}`, 'Content-Length: 8'])],
  ['behind an empty line', `\r\n${PLAIN}`],
])('a request %s is left to the parser, with all behind it', (_, text) => {
  const rest = text + PLAIN;
  expect(read(rest)).toStrictEqual({ count: 0, behind: rest, endsWithin: false });
  expect(read(PLAIN + rest)).toStrictEqual({ count: 1, behind: rest, endsWithin: false });
});

it.each([
  ['with a length', PLAIN],
  ['in chunks', chunked(CHUNKS)],
])('a text may end anywhere within a request %s', (_, request) => {
  for (let length = 1; length < request.length; length++) {
    const part = request.slice(0, length);
    expect(read(PLAIN + part)).toStrictEqual({ count: 1, behind: part, endsWithin: true });
  }
});

it('a head without an end is left to the parser', () => {
  const endless = `GET / HTTP/1.1\r\nX: ${'x'.repeat(8_192)}`;
  expect(read(endless)).toMatchObject({ count: 0, endsWithin: false });
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Sender } from '../../../src/conformance/http/send';
import { curlLine } from '../../../src/conformance/report/curl';
import { Redaction } from '../../../src/conformance/report/redact';
import type { OperationRequest } from '../../../src/samples/requests/operation-request';
import { exchange, response } from './library-results';

/** The second is for HTTP basic; the third needs percent-encoding. */
const TOKENS = ['token-of-$HOME-"`id`', 'user:pass word', 'key&of=all+caf\u00e9'];
const redaction = new Redaction({
  tokens: TOKENS,
  securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
});
const secrets = TOKENS.map((token) => ({
  isPair: token.includes(':'),
  isPlain: encodeURIComponent(token) === token,
}));
const environment = { ...process.env, TOKEN: TOKENS[0], TOKEN_2: TOKENS[1], TOKEN_3: TOKENS[2] };

let server: net.Server;
let url: string;
let arrived = Buffer.alloc(0);

beforeAll(async () => {
  server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      arrived = Buffer.concat([arrived, bytes]);
      const end = arrived.indexOf('\r\n\r\n');
      const length = Number(/content-length: *(\d+)/i.exec(arrived.toString('latin1'))?.[1] ?? 0);
      if (end < 0 || arrived.length < end + 4 + length) return;
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
});

/** The received request: the first line, the sorted headers, and the bytes of the body. */
function got(): { start: string; headers: string[]; body: string } {
  const [head = '', ...rest] = arrived.toString('latin1').split('\r\n\r\n');
  arrived = Buffer.alloc(0);
  const [start = '', ...headers] = head.split('\r\n');
  const own = headers.filter((line) => !/^connection:/i.test(line));
  const kept = own.map((line) => line.trimEnd()).sort();
  return { start, headers: kept, body: rest.join('\r\n\r\n') };
}

const json = ['Content-Type', 'application/json'] as const;
const bearer = ['Authorization', `Bearer ${TOKENS[0]}`] as const;

it.each<[title: string, request: Partial<OperationRequest>]>([
  ['nothing beside', {}],
  ['a token', { headers: [bearer] }],
  ['a token at the start of a word', { headers: [['X-Key', `${TOKENS[0]}_and_more`]] }],
  ['what a shell would read', { headers: [bearer, ['X-A', `$HOME "\`id\`" 'b' \\ ! %d`]] }],
  [
    'credentials of HTTP basic',
    { headers: [['Authorization', `Basic ${Buffer.from(TOKENS[1]!).toString('base64')}`]] },
  ],
  ['a key in the query', { target: `/a?b=c%20d&key=${encodeURIComponent(TOKENS[2]!)}` }],
  ['brackets, braces and dots in the target', { target: '/a/../{b}/[1-3]?c=$d&e=*' }],
  [
    'an empty header, and one with bytes',
    {
      headers: [
        ['X-A', ''],
        ['X-B', "caf\xe9 %41 \\n\t'x"],
      ],
    },
  ],
  ['a method of its own, without content', { method: 'M-SEARCH' }],
  ['HEAD', { method: 'HEAD' }],
  ['POST without content', { method: 'POST' }],
  [
    'quotes and lines',
    { method: 'POST', headers: [json], body: Buffer.from(`"a'\n\\n"$(id)\r\n`) },
  ],
  [
    'text on one line',
    { method: 'PUT', headers: [json], body: Buffer.from(`@"it's \\u0041 😀 $B"`) },
  ],
  [
    'a token in the content',
    { method: 'POST', headers: [json], body: Buffer.from(`["${TOKENS[1]}","$"]`) },
  ],
  ['content without a media type', { method: 'POST', body: Buffer.from('a') }],
  [
    'bytes that are no text',
    { method: 'PATCH', body: Buffer.from([0, 1, 0xff, 10, 0xc3, 0x28, 10]) },
  ],
  ['empty content', { method: 'POST', headers: [json], body: Buffer.alloc(0) }],
  ['long content', { method: 'POST', headers: [json], body: Buffer.alloc(3_000, 'a') }],
])('a line sends the same: %s', async (_, given) => {
  const request = { method: 'GET', target: '/', headers: [], ...given };
  const sender = new Sender(url);
  await sender.send(request);
  sender.close();
  const wanted = got();
  const written = exchange({ title: '', request, outcome: response(200, {}) });
  const line = curlLine(redaction.exchange(written).testCase.request, url, secrets);
  for (const token of TOKENS) expect(line).not.toContain(token);
  await promisify(execFile)('sh', ['-c', line], { env: environment });
  const came = got();
  expect({ ...came, start: decodeURIComponent(came.start) }).toEqual({
    ...wanted,
    start: decodeURIComponent(wanted.start),
  });
});

it('a token is taken from the shell, and all else is as it is', () => {
  const request = { method: 'GET', target: '/', headers: [bearer] };
  const written = redaction.exchange(exchange({ title: '', request, outcome: response(200, {}) }));
  expect(curlLine(written.testCase.request, 'http://a.test/v1', secrets)).toBe(
    'curl -sig --path-as-is -X GET http://a.test/ -H "Authorization: Bearer $TOKEN" -H Accept: -H User-Agent:',
  );
});

import {
  chunkedDraft,
  createDraft,
  replaceHeader,
  textOf,
  TOKEN,
  withHeaders,
  type Draft,
  type Header,
} from '../../lab/request-text';
import { startPlantService } from '../../support/plant-service';
import { sendRaw, type RawResponse } from '../../support/raw-http';
import { useStarted } from '../../support/use-started';

/**
 * Creates of which a server cannot be certain where they end, or whom they are for: each is refused, and nothing
 * behind it on the connection counts.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-5
 */

const ERROR = /^\{"error":\d+,"message":"/;

const service = useStarted(() => startPlantService({ ACCESS_TOKENS: TOKEN }));

const FAULTY = '{"id":2,"name":"Faulty"}';
const FAULTY_HEX = FAULTY.length.toString(16);
const CHUNKS = `${FAULTY_HEX}\r\n${FAULTY}\r\n0\r\n\r\n`;

const good = (id: number): string => textOf(createDraft(`{"id":${id},"name":"Good"}`));
const draft = createDraft(FAULTY);
const text = textOf(draft);
const chunked = chunkedDraft(CHUNKS);

const TRANSFER = 'Transfer-Encoding';
const LENGTH = 'Content-Length';

const instead = (name: string, values: readonly string[]): Draft[] =>
  values.map((value) => replaceHeader(draft, name, [name, value]));
const coded = (values: readonly string[]): Draft[] =>
  values.map((value) => replaceHeader(draft, LENGTH, [TRANSFER, value]));
const more = (headers: readonly Header[]): Draft[] =>
  headers.map((header) => withHeaders(draft, header));
const atEitherEnd = (to: Draft, header: Header): Draft[] => [
  { ...to, headers: [header, ...to.headers] },
  withHeaders(to, header),
];
const withX = (values: readonly string[]): Draft[] =>
  more(values.map((value): Header => ['X', value]));

/** Each fault in all its forms, as drafts or as texts. */
const FAULTS: Readonly<Record<string, readonly (Draft | string)[]>> = {
  'HTTP/1.0 with Transfer-Encoding': [
    { ...chunked, version: '1.0' },
    { ...withHeaders(chunked, ['Connection', 'keep-alive']), version: '1.0' },
  ],
  'two Transfer-Encodings': atEitherEnd(chunked, [TRANSFER, 'chunked']),
  'no Host': [{ ...draft, headers: draft.headers.filter(([name]) => name !== 'Host') }],
  'empty Transfer-Encoding': coded(['']),
  'wrong Transfer-Encoding': coded([
    'gzip',
    'gzip, chunked',
    'chunked, gzip',
    'chunked, chunked',
    'identity',
  ]),
  'odd Transfer-Encoding': coded([
    'xchunked',
    'chunkedx',
    'chunked;q=1',
    'chunked,',
    '"chunked"',
    'chunk ed',
  ]),
  'Transfer-Encoding with Content-Length': atEitherEnd(chunked, [LENGTH, String(CHUNKS.length)]),
  'two Content-Lengths that differ': [-1, 1, 9].flatMap((difference) =>
    atEitherEnd(draft, [LENGTH, String(FAULTY.length + difference)]),
  ),
  'Content-Length of two numbers': instead(LENGTH, [`${FAULTY.length}, ${FAULTY.length + 1}`]),
  'wrong Content-Length': instead(LENGTH, [
    '-1',
    '+5',
    '1e3',
    '0x10',
    '5 5',
    '5,',
    '99999999999999999999',
    'x',
  ]),
  'two Hosts': more([
    ['Host', 'x'],
    ['hOST', '127.0.0.1'],
  ]),
  'wrong Host': instead('Host', [
    'a b',
    'u@h',
    'x, y',
    'a/b',
    'a?b',
    'a#b',
    'http://a',
    'a:b',
    'a:80:80',
    'a\tb',
    '%zz',
    '[::1',
  ]),
  'folded header': withX(['a\r\n b', 'a\r\n\tb', '\r\n b']),
  'folded first header': [text.replace('\r\nHost', '\r\n Folded: x\r\nHost')],
  'line that ends in LF alone': ['HTTP/1.1', '127.0.0.1', 'application/json'].map((end) =>
    text.replace(`${end}\r\n`, `${end}\n`),
  ),
  'lines that all end in LF alone': [text.replaceAll('\r\n', '\n')],
  'space before a colon': ['Host:', 'Content-Length:'].map((name) =>
    text.replace(name, name.replace(':', ' :')),
  ),
  'header without a colon': [text.replace('\r\nHost', '\r\nNonsense\r\nHost')],
  'wrong header name': more(
    ['X A', 'X\x01', 'X(A)', 'X"A', 'X/A', '', 'X\xe9', '{X}'].map((name): Header => [name, 'x']),
  ),
  'control character in a header': withX(['a\0b', 'a\rb', 'a\x01b', 'a\x7fb']),
  'wrong chunk size': [
    ...['zz', '-1', '0x5', '', '5 5', 'fffffffffffffffff', '+5', '5,5', ';a'],
  ].flatMap((size) =>
    ['', '1\r\n{\r\n'].map((before) => chunkedDraft(`${before}${size}\r\n${FAULTY}\r\n0\r\n\r\n`)),
  ),
  'chunk longer than its size': [
    chunkedDraft(`${(FAULTY.length - 1).toString(16)}\r\n${FAULTY}\r\n0\r\n\r\n`),
  ],
  'chunk line that ends in LF alone': [chunkedDraft(`${FAULTY_HEX}\n${FAULTY}\r\n0\r\n\r\n`)],
  'wrong version': [
    ...['HTTP/1.2', 'HTTP/3.0', 'HTTP/11', 'HTTP/x', 'HTTP', 'http/1.1', 'ICY/1.0'],
  ].map((version) => text.replace('HTTP/1.1', version)),
  'wrong method': ['FOO', 'post', 'P(ST', 'PO ST', '\0POST', 'P', 'GETPOST'].map((method) => ({
    ...draft,
    method,
  })),
  'control character in the target': ['/pl\0ants', '/pl\x01ants', '/\x7f'].map((target) => ({
    ...draft,
    target,
  })),
  'preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'],
  'hello of TLS': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
};

/** What became of a request; the response where it must not be. */
function outcome(response: RawResponse): unknown {
  const { status, headers, body } = response;
  if (status === 200) return 'created';
  const isError = headers['content-type'] === 'application/json' && ERROR.test(body);
  const isRefusal = status >= 400 && status < 500 && isError && !body.includes(TOKEN);
  return isRefusal && headers.connection === 'close' ? 'refused' : response;
}

it.each(Object.entries(FAULTS))('%s is refused, and what comes behind it', async (_, forms) => {
  for (const form of forms) {
    const faulty = typeof form === 'string' ? form : textOf(form);
    const bytes = Buffer.from(good(1) + faulty + good(3), 'latin1');
    const responses = await sendRaw(service.url, bytes, { end: false });
    expect({ faulty, outcomes: responses.map(outcome) }).toEqual({
      faulty,
      outcomes: ['created', 'refused'],
    });
  }
});

it('nothing of them is stored', async () => {
  expect(await service.stored()).toEqual([{ id: 1n, name: 'Good' }]);
});

it('the same requests without a fault are served', async () => {
  const bytes = [text, textOf(chunked), good(3)].join('');
  const responses = await sendRaw(service.url, bytes);
  expect(responses.map(outcome)).toEqual(['created', 'created', 'created']);
});

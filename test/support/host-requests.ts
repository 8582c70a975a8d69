import type { Answer } from './hosted-service';

/** Requests for test/fixtures/hosts: lines of the head, and the content. */
type Request = readonly [lines: readonly string[], content?: string];

const JSON_TYPE = 'Content-Type: application/json';
const BYTES_TYPE = 'Content-Type: application/octet-stream';

const get = (target: string, ...fields: readonly string[]): Request => [
  [`GET ${target} HTTP/1.1`, ...fields],
];

const request = (line: string, ...fields: readonly string[]): Request => [
  [`${line} HTTP/1.1`, ...fields],
];

const post = (path: string, content: string, ...fields: readonly string[]): Request => [
  [`POST ${path} HTTP/1.1`, `Content-Length: ${content.length}`, ...fields],
  content,
];

const chunked = (path: string, type: string, ...chunks: readonly string[]): Request => [
  [`POST ${path} HTTP/1.1`, type, 'Transfer-Encoding: chunked'],
  [...chunks, ''].map((each) => `${each.length.toString(16)}\r\n${each}\r\n`).join(''),
];

const FORM_TYPE = 'Content-Type: multipart/form-data; boundary=x';
const FORM = [
  ...['--x', 'Content-Disposition: form-data; name="n"', '', '7'],
  ...['--x', 'Content-Disposition: form-data; name="file"; filename="a"', '', 'abc', '--x--', ''],
].join('\r\n');

/** Answered by every host alike. */
export const SAME: Readonly<Record<string, Request>> = {
  json: post('/echo', '{"a":1}', JSON_TYPE),
  'an integer beyond 2^53': post('/echo', '{"a":9007199254740993}', JSON_TYPE),
  'JSON in chunks': chunked('/echo', JSON_TYPE, '{"a"', ':1}'),
  'an invalid body': post('/echo', '{"a":"x"}', JSON_TYPE),
  'malformed JSON': post('/echo', '{', JSON_TYPE),
  'an empty body': post('/echo', '', JSON_TYPE),
  'no chunks': chunked('/echo', JSON_TYPE),
  'no body': request('POST /echo'),
  'no body, with a type': request('POST /echo', JSON_TYPE),
  'no type': post('/echo', '{"a":1}'),
  'another type': post('/echo', 'abc', 'Content-Type: text/plain'),
  'a coding that it has not': post('/echo', '{"a":1}', JSON_TYPE, 'Content-Encoding: gzip'),
  'an unknown coding': post('/echo', '{"a":1}', JSON_TYPE, 'Content-Encoding: x'),
  'more than the limit': post('/echo', ' '.repeat(200_000), JSON_TYPE),
  'chunks of more than the limit': chunked(
    '/echo',
    JSON_TYPE,
    ...Array<string>(20).fill(' '.repeat(10_000)),
  ),
  'no bytes': request('POST /bytes'),
  'bytes of the length 0': post('/bytes', ''),
  'a form': post('/form', FORM, FORM_TYPE),
  'a form that is cut off': post('/form', FORM.slice(0, 20), FORM_TYPE),
  'a query': get('/echo?q=1&q=2'),
  'an invalid query': get('/echo?q=x'),
  'an empty query': get('/echo?'),
  'fields sent twice': get('/echo', 'X-Many: a', 'X-Many: b', 'Cookie: c=1', 'Cookie: d=2'),
  'the path of the server': get('/api/echo'),
  'an absolute target': get('http://127.0.0.1/echo'),
  'another path': get('/none'),
  'another case': get('/ECHO'),
  'an empty segment': get('//echo'),
  'an encoded slash': get('/%2Fecho'),
  'a bar': get('/a|b'),
  'content that nobody accepts': get('/echo', 'Accept: text/html'),
  'content of GET': [['GET /echo HTTP/1.1', 'Content-Length: 3'], 'abc'],
  HEAD: request('HEAD /echo'),
  'HEAD of nothing': request('HEAD /none'),
  OPTIONS: request('OPTIONS /echo'),
  'another method': request('DELETE /echo'),
  'two cookies': get('/status/200'),
  '204': get('/status/204'),
  '304': get('/status/304'),
  '500 without content': get('/status/500'),
  'an undocumented status': get('/status/202'),
  'no credentials': get('/secret'),
  credentials: get('/secret', 'Authorization: Bearer t'),
  'unknown credentials': get('/secret', 'Authorization: Bearer u'),
};

/** What a host makes of a request: of all of them, or of some; of others, it is what Express makes of it. */
interface Decided {
  readonly request: Request;
  readonly all?: Partial<Answer>;
  readonly of?: Readonly<Record<string, Partial<Answer>>>;
}

const NORMALIZED = { status: 200, body: '{"address":"127.0.0.1"}' };
const NOTHING = { status: 200, body: 'nothing' };
const EMPTY = { status: 200, body: '' };
/** Of a function that gives a complete response. */
const WITH_LENGTH = (length: number): Partial<Answer> => ({
  status: 200,
  headers: expect.objectContaining({ 'content-length': [String(length)] }) as Answer['headers'],
});
const LENGTH_OF_NOTHING = {
  ...EMPTY,
  headers: { 'content-length': ['0'], 'content-type': ['text/event-stream'] },
};
const BROKEN_OFF = { status: 200, body: undefined };

/** What hosts decide, as docs/hosts.md says. */
export const DECIDED: Readonly<Record<string, Decided>> = {
  'a type sent twice': {
    request: post('/echo', '{"a":1}', JSON_TYPE, JSON_TYPE),
    all: { status: 415 },
  },
  'types that differ': {
    request: post('/bytes', 'abc', BYTES_TYPE, 'Content-Type: text/plain'),
    all: { status: 415 },
  },
  'credentials sent twice': {
    request: get('/secret', 'Authorization: Bearer t', 'Authorization: Bearer t'),
    all: { status: 401 },
  },
  'credentials that differ': {
    request: get('/secret', 'Authorization: Bearer t', 'Authorization: Bearer u'),
    all: { status: 401 },
  },
  'bytes without length': {
    request: request('POST /bytes', BYTES_TYPE),
    all: EMPTY,
    of: { 'AWS Lambda': NOTHING },
  },
  'dot segments': { request: get('/x/../echo'), all: NORMALIZED },
  'encoded dot segments': { request: get('/x/%2e%2e/echo'), all: NORMALIZED },
  backslashes: {
    request: get('/x\\..\\echo'),
    all: { status: 400 },
    of: { Deno: NORMALIZED },
  },
  'a Host that has a path': {
    request: get('/none', 'Host: a/status/204?'),
    all: { status: 400 },
  },
  'broken percent-encoding': { request: get('/%zz'), of: { Fastify: { status: 400 } } },
  'a number sign': { request: get('/echo#x'), of: { 'AWS Lambda': NORMALIZED } },
  'an unknown method': {
    request: request('PURGE /echo'),
    of: { Fastify: { status: 404 }, 'Next.js': { status: 405 } },
  },
  'an event stream': { request: get('/events'), of: { 'AWS Lambda': WITH_LENGTH(27) } },
  'bytes in chunks': {
    request: chunked('/bytes', BYTES_TYPE, 'ab', 'c'),
    of: { 'AWS Lambda': WITH_LENGTH(3) },
  },
  'HEAD of an event stream': {
    request: request('HEAD /events'),
    of: { Deno: LENGTH_OF_NOTHING },
  },
  '205': { request: get('/status/205'), all: { status: 205, headers: {}, body: '' } },
  'a stream that fails': {
    request: get('/broken'),
    all: BROKEN_OFF,
    of: { 'AWS Lambda': { status: 500 } },
  },
};

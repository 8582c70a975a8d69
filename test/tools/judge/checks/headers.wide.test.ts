import { type Answer, answering, testServer } from '../../conformance/test-server';

/** Each value of a header field is what one operation responds with: with the field undocumented, or documented. */

interface Sent {
  readonly name: string;
  readonly values: readonly string[];
  /** The Header Object; absent for a field that the document does not have. */
  readonly header?: object;
}

const all: Sent[] = [];

/** Sends a value of a field, and gives the index of its operation. */
function sent(name: string, value: string | readonly string[], header?: object): number {
  return all.push({ name, values: [value].flat(), ...(header && { header }) }) - 1;
}

const both = (name: string, value: string): number[] => [
  sent(name, value),
  sent(name, value, { schema: { type: 'string' } }),
];

const findings = new Map<number, string[]>();

beforeAll(async () => {
  const paths = all.map(({ name, header }, index) => {
    const headers = header && { headers: { [name]: header } };
    const responses = { 200: { description: 'Read', ...headers }, default: { description: 'No' } };
    return [`/${index}`, { get: { operationId: String(index), responses } }];
  });
  const info = { title: 'Fields', version: '1' };
  const document = { openapi: '3.1.0', info, paths: Object.fromEntries(paths) as object };
  const server = answering(({ method, url = '' }): Answer => {
    const { name, values } = all[Number(url.slice(1))] ?? { name: 'x', values: [] };
    return method === 'GET' ? [200, { [name]: [...values] }] : [405, { allow: 'GET' }];
  });
  const limits = { timeMs: Infinity, requests: Infinity };
  const results = await testServer(server, JSON.stringify(document), {
    limits,
    stateless: true,
    readOnly: true,
  });
  for (const { check, fault, message, operationId } of results.findings) {
    const known = findings.get(Number(operationId)) ?? [];
    findings.set(Number(operationId), [...known, `${check} (${fault}): ${message}`]);
  }
});

/** The findings of the operation that sends a value. */
const found = (index: number): readonly string[] => findings.get(index) ?? [];

type Row = readonly [name: string, value: string, indexes: readonly number[]];

const rowsOf = (fields: readonly (readonly [name: string, ...values: string[]])[]): Row[] =>
  fields.flatMap(([name, ...values]) =>
    values.map((value): Row => [name, value, both(name, value)]),
  );

const GOOD = 'Sun, 06 Nov 1994 08:49:37 GMT';

/** What a sender may send, and what all recipients read alike. */
const GOOD_VALUES: readonly (readonly [name: string, ...values: string[]])[] = [
  ['ETag', '"a"', 'W/"a"', '""', '"a,b\\c"', '"\u00e9"'],
  ['Last-Modified', GOOD, 'Sat, 31 Dec 2016 23:59:60 GMT'],
  ['Expires', GOOD, '0', '-1', 'never', '1994-11-06'],
  ['Date', GOOD],
  ['Sunset', GOOD],
  ['Deprecation', '@1688169599', 'true', GOOD],
  ['Retry-After', '0', '120', GOOD],
  ['Age', '0', '86400'],
  ['Vary', '*', 'Accept', 'accept-encoding,origin', 'Accept, , Origin,', ''],
  ['Allow', 'GET', 'GET, HEAD', '', 'M-SEARCH'],
  ['Accept-Ranges', 'none', 'bytes', 'bytes, items'],
  [
    'Cache-Control',
    'no-store',
    'max-age=0, private',
    'private="set-cookie, x", x="a\\"b"',
    'a=-1,',
  ],
  [
    'Content-Disposition',
    'inline',
    'attachment; filename="a \\"b\\".txt"',
    'attachment;filename=a.b;',
  ],
  [
    'Content-Disposition',
    "attachment; filename=a; filename*=UTF-8''%e2%82%ac",
    'form-data; name="a"',
  ],
  [
    'Content-Disposition',
    'attachment; filename=r\u00e9(1).pdf',
    'attachment; filename="a;b"; size=1',
  ],
  ['Content-Language', 'en', 'de-CH-1996, en', 'x-private', 'sr-Latn-RS'],
  ['Content-Range', 'bytes 0-9/10', 'bytes */10', 'items 0-9/*', '0-9/10'],
  ['Content-Location', '/a', '../a?b=c#d', 'urn:a:b', ''],
  ['Location', 'https://[::1]:80/a%20b?c[d]=e', '?a=b', '//a/b'],
  [
    'Link',
    '</a>; rel="next"',
    '</a>;rel=next, </b?c=1,2>; rel="prev"; title="a,b;c"',
    '<>; rel=a; x;',
  ],
  ['Link', '</a>; rel="a b"; title*=UTF-8\'de\'n%c3%a4chstes', '</{id}>; rel="item"'],
  [
    'Set-Cookie',
    'a=b',
    'a=b c,d; Path=/',
    'a[b]="{}"; Expires=Sun, 06-Nov-1994 08:49:37 GMT',
    'a=',
  ],
  ['Strict-Transport-Security', 'max-age=31536000 ; includeSubDomains', 'max-age="0";preload;'],
  ['Accept-Patch', 'application/json', 'text/a;charset=utf-8, application/b+json;c="d,e"'],
  ['Access-Control-Allow-Origin', '*', 'null', 'https://a.example:8443'],
  ['Access-Control-Max-Age', '-1', '600'],
  ['Access-Control-Allow-Credentials', 'true', 'false'],
  ['WWW-Authenticate', 'Bearer realm="a b", Basic', 'Negotiate YWI=='],
  ['X-Tag', 'two words', '"'],
];

it.each(rowsOf(GOOD_VALUES))('finds nothing wrong with %s: %j', (_name, _value, indexes) => {
  expect(indexes.flatMap(found)).toEqual([]);
});

const SEVERAL = [
  sent('Set-Cookie', ['a=b', 'c=d']),
  sent('Vary', ['a', 'b, c']),
  sent('Link', ['<a>', '<b>; rel="c"']),
];

it('finds nothing wrong with fields that come several times', () => {
  expect(SEVERAL.flatMap(found)).toEqual([]);
});

const BAD_VALUES: readonly (readonly [name: string, ...values: string[]])[] = [
  ['ETag', 'thyme dune', 'a1b2', "'a'", 'w/"a"', '"a', '"a b"', '"a", "b"'],
  ['Last-Modified', '1994-11-06T08:49:37Z', '0', 'Sunday, 06-Nov-94 08:49:37 GMT'],
  ['Last-Modified', 'Sun Nov  6 08:49:37 1994', 'Sun, 6 Nov 1994 08:49:37 GMT'],
  ['Last-Modified', 'Sun, 06 Nov 1994 08:49:37 UTC', 'So, 06 Nov 1994 08:49:37 GMT'],
  ['Date', 'now'],
  ['Sunset', '@1688169599'],
  ['Deprecation', 'yes'],
  ['Retry-After', 'soon', '60s', '1.5', '-1'],
  ['Age', '1.5', '-1', 'old'],
  ['Vary', 'Accept Origin', 'Accept; Origin'],
  ['Allow', 'GET POST', '["GET"]'],
  ['Accept-Ranges', 'by the page'],
  ['Cache-Control', 'max-age = 60', 'private; max-age=60', 'no cache'],
  [
    'Content-Disposition',
    'filename="a"',
    'attachment; filename=a b.txt',
    'attachment; filename="a',
  ],
  ['Content-Language', 'en_US', 'English (US)', 'de;q=1'],
  ['Content-Range', '0 to 9 of 10', 'bytes 0-9'],
  ['Location', '/a b', '/\u00e4', '<a>'],
  ['Link', '/a; rel="next"', '</a> rel="next"', '</a>; rel=next page', '{"next":"/a"}'],
  ['Set-Cookie', 'thyme dune', '=a', 'HttpOnly; a=b'],
  ['Strict-Transport-Security', 'max-age=1, preload'],
  ['Accept-Patch', 'json'],
  ['Access-Control-Allow-Origin', 'https://a.example, https://b.example', 'a.example'],
  ['Access-Control-Allow-Credentials', 'True'],
];

it.each(rowsOf(BAD_VALUES))('finds a wrong %s: %j', (name, value, indexes) => {
  const what = `the header ${name} is ${JSON.stringify(value)}, which its standard does not allow`;
  const message = `headers-well-formed (service): 200 for a valid request: ${what}`;
  expect(indexes.map(found)).toEqual([[message], [message]]);
});

const BY_SCHEMA: readonly (readonly [
  name: string,
  value: string,
  schema: object,
  found: string,
])[] = [
  ['ETag', 'a1', { type: 'string', pattern: '^[a-f\\d]+$' }, 'well-formed (document)'],
  [
    'Last-Modified',
    '1994-11-06T08:49:37Z',
    { type: 'string', format: 'date-time' },
    'well-formed (document)',
  ],
  ['ETag', 'a1', { enum: ['a1'] }, 'well-formed (document)'],
  ['Retry-After', '-5', { type: 'integer' }, 'well-formed (service)'],
  ['Retry-After', 'soon', { type: 'integer' }, 'match-schema (service)'],
  ['Last-Modified', 'soon', { type: 'string', format: 'http-date' }, 'well-formed (service)'],
];

it.each(BY_SCHEMA.map((row) => [...row, sent(row[0], row[1], { schema: row[2] })] as const))(
  'tells of %s: %s by %j once',
  (_name, _value, _schema, expected, index) => {
    expect(found(index)).toEqual([expect.stringContaining(`headers-${expected}: 200`)]);
  },
);

const OTHERWISE_DESCRIBED = [
  sent('ETag', 'a1', { description: 'The tag' }),
  sent('ETag', 'a1', { content: { 'text/plain': { schema: { type: 'string' } } } }),
  sent('ETag', 'a1', { schema: true }),
  sent('ETag', 'a1', { schema: {} }),
];

it.each(OTHERWISE_DESCRIBED)('finds a wrong field whose schema says nothing: %s', (index) => {
  expect(found(index)).toEqual([expect.stringContaining('headers-well-formed (service): 200')]);
});

const WRONG_TWICE = sent('Vary', ['a b', 'c d', 'e']);

it('tells of a field once, however often it comes', () => {
  expect(found(WRONG_TWICE)).toEqual([expect.stringContaining('the header Vary is "a b"')]);
});

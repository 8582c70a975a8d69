import { RawConnection } from '../../support/raw-connection';
import { BOOK, type Client, HOLD, MEMBER } from './client';
import type { FaultName } from './faults';

/** A request that reveals a fault, and the answer of the correct service. */
export type FaultRow = readonly [
  fault: FaultName,
  correct: unknown,
  ask: (client: Client) => Promise<unknown>,
];

const UNKNOWN = '00000000-0000-4000-8000-0000000000ff';
const copy = { barcode: 'AB1234', lendable: true };
const worn = { barcode: 'AB1234', lendable: false };
const astral = '\u{1F33F}';
const author = { name: 'Ada Moss', role: 'author' };
const publisher = { name: 'Moor Press', city: 'Leeds' };
const bearer = (token: string | null): Record<string, string | null> => ({
  authorization: token === null ? null : `Bearer ${token}`,
  'x-desk-key': null,
});
const reader = { cookie: 'reader=r0001' };

/** The bytes of a response, which fetch does not show. */
async function raw(client: Client, head: string): Promise<string> {
  const lines = [head, 'Host: x', 'Authorization: Bearer bench-token', 'Connection: close', ''];
  const arrived = await (await RawConnection.open(client.url)).write(lines).rest();
  const [, status, body] = /^HTTP\/1\.1 (\d+) [\s\S]*?\r\n\r\n([\s\S]*)$/.exec(arrived)!;
  return `${status} ${body}`;
}

const crashes: readonly FaultRow[] = [
  ['nul-500', 201, (c) => c.book({ title: 'a\0b' })],
  ['surrogate-500', 201, (c) => c.book({ title: 'a\uD800' })],
  ['malformed-json-500', 400, (c) => c.status('POST', '/members', json('{'))],
  ['large-integer-500', 201, (c) => c.book({ stockNumber: 2n ** 53n })],
  ['path-percent-500', 400, (c) => c.status('GET', '/books/%zz')],
  ['query-percent-500', 400, (c) => c.status('GET', '/books?q=%zz')],
  [
    'duplicate-names-500',
    201,
    (c) => c.status('POST', '/books', json(JSON.stringify(BOOK).replace('{', '{"pages":1,'))),
  ],
  ['unknown-discriminator-500', 400, (c) => c.hold({ item: { kind: 'map' } })],
  ['path-uuid-500', 400, (c) => c.status('GET', '/members/7')],
  ['astral-500', 204, async (c) => putSummary(c, await c.bookPath(), astral)],
  ['empty-tags-500', 201, (c) => c.book({ tags: [] })],
  ['two-options-500', 201, (c) => c.book({ subtitle: 'a', series: { name: 'b' } })],
  ['exact-length-500', 201, (c) => c.book({ title: 'a'.repeat(40) })],
  ['max-limit-500', 200, (c) => c.status('GET', '/books?limit=10')],
  [
    'patch-null-500',
    200,
    async (c) => (await c.patch(await c.bookPath(), { subtitle: null })).status,
  ],
  [
    'media-type-500',
    415,
    async (c) => c.status('PUT', await c.bookPath(), { text: 'a', headers: type('text/csv') }),
  ],
  ['empty-body-500', 400, (c) => c.status('POST', '/books', json(''))],
  ['null-body-500', 400, (c) => c.status('POST', '/holds', json('null'))],
  ['head-500', 200, (c) => c.status('HEAD', '/status')],
  ['options-500', 204, (c) => c.status('OPTIONS', '/books')],
  ['missing-500', 404, (c) => c.status('GET', `/books/${UNKNOWN}`)],
  ['hangs', 200, (c) => orNone(c.status('GET', '/books?lendable=false', { timeoutMs: 200 }))],
  ['endless-status', 200, (c) => orNone(c.status('GET', '/status', { timeoutMs: 200 }))],
  ['int64-limit-500', 400, (c) => c.status('GET', '/members?limit=9223372036854775808')],
  ['overflow-500', 400, (c) => c.member({ birthYear: 10n ** 400n })],
  [
    'drops-connection',
    200,
    (c) => orNone(c.status('GET', '/recommendations', { headers: { ...reader, 'x-age': '0' } })),
  ],
];

const leaks: readonly FaultRow[] = [
  [
    'stack-leaked',
    false,
    async (c) => String((await c.send('POST', '/books', json('{'))).body.detail).includes('.ts:'),
  ],
  [
    'sql-leaked',
    false,
    async (c) => {
      await c.createMember();
      return String((await c.createMember({ name: 'Another' })).body.message).includes('INSERT');
    },
  ],
  ['path-leaked', false, async (c) => String((await missing(c)).body.detail).includes('/srv/')],
];

const responses: readonly FaultRow[] = [
  ['undocumented-success', 201, (c) => c.hold({})],
  ['undocumented-refusal', 400, (c) => c.hold({ days: 8 })],
  ['ok-for-missing', 404, async (c) => (await missing(c)).status],
  ['ok-for-invalid', 400, (c) => c.book({ pages: 0 })],
  ['bad-request-without-token', 401, (c) => c.status('GET', '/books', { headers: bearer(null) })],
  ['conflict-for-new', 201, (c) => c.member({ birthYear: 1990 })],
  [
    'always-404',
    200,
    async (c) => {
      await c.createMember();
      return c.status('GET', `/members/${MEMBER.id}`);
    },
  ],
  ['wrong-media-type', 'application/json', async (c) => mediaType(c, await c.bookPath())],
  ['no-media-type', 'application/json', (c) => mediaType(c, '/books')],
  [
    'error-as-html',
    'application/json',
    async (c) => (await c.createHold({ days: 8 })).headers.get('content-type'),
  ],
  ['body-on-204', '204 ', async (c) => raw(c, `DELETE ${await c.bookPath()} HTTP/1.1`)],
  ['missing-member', 1, async (c) => (await c.readBook()).revision],
  ['third-item-wrong', 'print', async (c) => (await c.get('/books')).body[2].medium],
  ['extra-member', publisher, async (c) => (await c.readBook({ publisher })).publisher],
  ['wrong-type', 2, async (c) => (await c.patch(await c.bookPath(), { pages: 1 })).body.revision],
  ['bad-date-time', true, async (c) => String((await c.readBook()).addedAt).endsWith('Z')],
  ['bad-enum-for-one', 'poetry', async (c) => (await c.readBook({ genre: 'poetry' })).genre],
  [
    'wrong-branch',
    ['book', 'disc'],
    async (c) => {
      const { body } = await c.get('/recommendations', { headers: reader });
      return [body[0].kind, body[1].kind];
    },
  ],
  [
    'write-only-leaked',
    undefined,
    async (c) => {
      await c.createMember();
      return (await c.get(`/members/${MEMBER.id}`)).body.password;
    },
  ],
  [
    'write-only-leaked-on-retry',
    undefined,
    async (c) => {
      await c.createMember();
      return (await c.createMember()).body.password;
    },
  ],
  ['null-for-absent', undefined, async (c) => (await c.readBook()).subtitle],
  ['malformed-response', true, async (c) => (await c.get('/status')).body.open],
  ['list-ignores-limit', 2, async (c) => (await c.get('/books?limit=2')).body.length],
  ['header-missing', '12', (c) => c.total('/books')],
  ['header-type', '0', (c) => c.total('/holds')],
  [
    'etag-missing',
    '"1"',
    async (c) => (await c.send('PUT', await c.bookPath(), { json: BOOK })).headers.get('etag'),
  ],
  ['location-missing', true, async (c) => (await c.createHold()).headers.has('location')],
  ['error-off-schema', 'Not Found', async (c) => (await missing(c)).body.title],
  [
    'failure-open',
    ['code', 'message'],
    async (c) => {
      await c.createMember();
      return Object.keys((await c.createMember({ name: 'Another' })).body);
    },
  ],
];

const schemas: readonly FaultRow[] = [
  ['length-max-plus-one', 400, (c) => c.book({ title: 'a'.repeat(41) })],
  ['integer-max-plus-one', 400, (c) => c.status('GET', '/books?limit=11')],
  ['email-max-refused', 201, (c) => c.member({ email: `${'a'.repeat(60)}@${'b'.repeat(55)}.org` })],
  ['integer-max-refused', 201, (c) => c.book({ pages: 5000 })],
  ['length-min-refused', 201, (c) => c.book({ title: 'ab' })],
  ['length-in-utf16-units', 201, (c) => c.book({ title: astral.repeat(40) })],
  ['length-in-utf16-units', 400, (c) => c.book({ title: astral })],
  ['exclusive-minimum-inclusive', 400, (c) => c.book({ weightKg: 0 })],
  ['multiple-of-ignored', 400, (c) => c.hold({ days: 8 })],
  ['fraction-multiple-of-ignored', 400, (c) => c.book({ weightKg: 0.3 })],
  ['half-cents-accepted', 400, (c) => c.hold({ deposit: 0.075 })],
  ['cents-refused', 201, (c) => c.hold({ deposit: 0.07 })],
  ['capitals-in-names-refused', 201, (c) => c.member({ labels: { Shelf: 'a' } })],
  ['pattern-ignored', 400, (c) => c.book({ copies: [copy, copy, { ...copy, barcode: 'ab' }] })],
  ['pattern-unanchored', 400, (c) => c.book({ publisher, isbn: 'x978-0123456789' })],
  ['additional-properties-ignored', 400, (c) => c.book({ publisher: { ...publisher, a: 1 } })],
  ['unevaluated-properties-ignored', 400, (c) => c.book({ unknown: 1 })],
  ['dependent-required-ignored', 400, (c) => c.book({ isbn: '978-0123456789' })],
  ['then-ignored', 400, (c) => c.book({ medium: 'audio' })],
  ['else-ignored', 400, (c) => c.book({ pages: undefined, minutes: 9 })],
  ['contains-ignored', 400, (c) => c.book({ copies: [worn, worn] })],
  ['min-contains-ignored', 400, (c) => c.book({ copies: [copy, worn] })],
  ['max-contains-ignored', 400, (c) => c.book({ copies: [copy, copy, copy, copy, copy] })],
  ['prefix-items-ignored', 400, (c) => c.book({ dimensions: ['a', 2, 'cm'] })],
  ['third-prefix-item-ignored', 400, (c) => c.book({ dimensions: [1, 2, 'm'] })],
  ['items-after-prefix-accepted', 400, (c) => c.book({ dimensions: [1, 2, 'cm', 3] })],
  ['property-names-ignored', 400, (c) => c.book({ identifiers: { A: 'a' } })],
  ['pattern-properties-ignored', 400, (c) => c.book({ identifiers: { oclc: 'a' } })],
  [
    'max-properties-ignored',
    400,
    (c) => c.book({ identifiers: { aa: 'a', ab: 'a', ac: 'a', ad: 'a', ae: 'a' } }),
  ],
  ['min-properties-ignored', 400, async (c) => (await c.patch(await c.bookPath(), {})).status],
  ['unique-items-ignored', 400, (c) => c.book({ tags: ['a', 'a'] })],
  ['max-items-ignored', 400, (c) => c.book({ tags: ['a', 'b', 'c', 'd', 'e', 'f'] })],
  ['body-enum-ignored', 400, (c) => c.book({ contributors: [{ ...author, role: 'cook' }] })],
  ['branch-required-ignored', 400, (c) => c.hold({ item: { kind: 'magazine', name: 'a' } })],
  ['branch-closed-ignored', 400, (c) => c.hold({ item: { kind: 'disc', label: 'a', b: 1 } })],
  ['required-ignored', 400, (c) => c.member({ email: undefined })],
  ['format-date-time-ignored', 400, (c) => c.hold({ dueBy: '2030-02-30T00:00:00Z' })],
  ['format-email-ignored', 400, (c) => c.member({ email: 'nobody' })],
  ['format-uuid-ignored', 400, (c) => c.member({ id: '7' })],
  ['null-accepted', 400, (c) => c.book({ publisher: { name: 'a', city: null } })],
  ['null-refused', 201, (c) => c.book({ rating: null })],
  ['int64-overflow-accepted', 400, (c) => c.book({ stockNumber: 2n ** 63n })],
  ['int32-for-int64', 201, (c) => c.book({ stockNumber: 2 ** 31 })],
  ['query-enum-ignored', 400, (c) => c.status('GET', '/books?sort=colour')],
  ['one-enum-value-refused', 200, (c) => c.status('GET', '/books?sort=-pages')],
  [
    'query-array-max-items-ignored',
    400,
    (c) => c.status('GET', '/books?genres=novel,essay,drama,poetry'),
  ],
  ['query-array-min-items-ignored', 400, (c) => c.status('GET', '/books?languages=en')],
  ['query-unique-items-ignored', 400, (c) => c.status('GET', '/books?genres=novel,novel')],
  ['query-item-pattern-ignored', 400, (c) => c.status('GET', '/books?languages=en&languages=E')],
  ['deep-object-open', 400, (c) => c.status('GET', '/books?size%5Bby%5D=1')],
  ['query-max-length-ignored', 400, (c) => c.status('GET', `/books?q=${'a'.repeat(31)}`)],
  [
    'header-pattern-ignored',
    400,
    async (c) => (await c.createHold({}, { 'idempotency-key': 'a b c d e' })).status,
  ],
  [
    'patch-bounds-ignored',
    400,
    async (c) => (await c.patch(await c.bookPath(), { pages: 0 })).status,
  ],
];

const decoding: readonly FaultRow[] = [
  ['string-for-integer', 400, (c) => c.book({ pages: '12' })],
  ['fraction-truncated', 400, (c) => c.hold({ days: 14.5 })],
  ['query-integer-prefix', 400, (c) => c.status('GET', '/books?limit=5abc')],
  ['int32-wrapped', 400, (c) => c.status('GET', `/books?offset=${2 ** 32 + 1}`)],
  ['two-digits-refused', 200, (c) => c.status('GET', '/holds?minDays=12')],
  ['later-items-unchecked', 400, (c) => c.book({ contributors: [author, author, { name: 'a' }] })],
  ['form-unchecked', 400, (c) => form(c, 'score=9')],
  ['put-unchecked', 400, async (c) => put(c, await c.bookPath(), { pages: 0 })],
  ['cookie-ignored', 400, (c) => c.status('GET', '/recommendations')],
  [
    'header-type-ignored',
    400,
    (c) => c.status('GET', '/recommendations', { headers: { ...reader, 'x-age': 'old' } }),
  ],
  ['empty-body-accepted', 400, (c) => c.status('POST', '/feedback', json(''))],
  ['explode-false-unsplit', 200, (c) => c.status('GET', '/books?genres=novel,essay')],
  ['explode-true-last', 200, (c) => c.status('GET', '/books?languages=en&languages=de')],
  [
    'charset-accepted',
    415,
    async (c) => {
      const headers = type('text/plain; charset=iso-8859-1');
      const text = Buffer.from('caf\xE9', 'latin1');
      return c.status('PUT', `${await c.bookPath()}/summary`, { text, headers });
    },
  ],
  [
    'any-media-type',
    415,
    (c) => c.status('POST', '/books', { json: BOOK, headers: type('text/plain') }),
  ],
  [
    'patch-as-json',
    415,
    async (c) => c.status('PATCH', await c.bookPath(), { json: { pages: 2 } }),
  ],
  ['form-of-texts', 202, (c) => form(c, 'message=a&score=5')],
  [
    'charset-refused',
    201,
    (c) =>
      c.status('POST', '/holds', { json: HOLD, headers: type('application/json; charset=utf-8') }),
  ],
  [
    'quoted-charset-refused',
    201,
    (c) =>
      c.status('POST', '/books', { json: BOOK, headers: type('application/json;charset="UTF-8"') }),
  ],
  [
    'media-type-by-case',
    201,
    (c) => c.status('POST', '/members', { json: MEMBER, headers: type('Application/JSON') }),
  ],
  ['form-unsupported', 202, (c) => form(c, 'message=a+b&topics=books&topics=staff&score=5')],
];

const access: readonly FaultRow[] = [
  ['no-authentication', 401, (c) => c.status('GET', '/members', { headers: bearer(null) })],
  [
    'garbage-token',
    401,
    async (c) => c.status('GET', await c.bookPath(), { headers: bearer('garbage') }),
  ],
  [
    'token-tail-ignored',
    401,
    (c) => c.status('POST', '/holds', { json: HOLD, headers: bearer('bench-tokex') }),
  ],
  ['longer-token', 401, (c) => c.status('GET', '/holds', { headers: bearer('bench-tokens') })],
  [
    'shorter-token',
    401,
    async (c) =>
      c.status('PUT', `${await c.bookPath()}/summary`, {
        text: 'a',
        headers: { ...bearer('bench-toke'), ...type('text/plain') },
      }),
  ],
  [
    'token-in-any-case',
    401,
    (c) => c.status('GET', '/members', { headers: bearer('BENCH-TOKEN') }),
  ],
  [
    'empty-bearer',
    401,
    (c) =>
      c.status('GET', `/members/${UNKNOWN}`, {
        headers: { ...bearer(null), authorization: 'Bearer' },
      }),
  ],
  [
    'any-scheme',
    401,
    (c) =>
      c.status('POST', '/members', {
        json: MEMBER,
        headers: { ...bearer(null), 'x-desk-key': 'bench-key' },
      }),
  ],
  [
    'any-desk-key',
    401,
    (c) => c.status('GET', '/recommendations', { headers: { ...reader, 'x-desk-key': 'a' } }),
  ],
  [
    'scope-ignored',
    403,
    async (c) => c.status('DELETE', await c.bookPath(), { headers: bearer('bench-reader') }),
  ],
  [
    'read-scope-writes',
    403,
    async (c) =>
      c.status('PATCH', await c.bookPath(), {
        json: { pages: 2 },
        headers: { ...bearer('bench-reader'), ...type('application/merge-patch+json') },
      }),
  ],
  [
    'challenge-missing',
    'Bearer realm="library"',
    async (c) => {
      const { headers } = await c.get('/members', { headers: bearer(null) });
      return headers.get('www-authenticate');
    },
  ],
  ['foreign-403', 404, (c) => foreign(c)],
  [
    'undeclared-method',
    405,
    (c) => c.status('DELETE', `/members/00000000-0000-4000-8000-000000000001`),
  ],
  [
    'allow-missing',
    'GET, POST, HEAD, OPTIONS',
    async (c) => (await c.send('PUT', '/books')).headers.get('allow'),
  ],
  ['any-method-reads', 405, (c) => c.status('POST', '/status')],
  ['head-with-body', '200 ', (c) => raw(c, 'HEAD /books?limit=1 HTTP/1.1')],
];

const state: readonly FaultRow[] = [
  [
    'deleted-readable',
    [204, 404],
    async (c) => {
      const path = await c.bookPath();
      return [await c.status('DELETE', path), await c.status('GET', path)];
    },
  ],
  [
    'deleted-listed',
    '12',
    async (c) => {
      await c.send('DELETE', await c.bookPath());
      return c.total('/books');
    },
  ],
  ['created-not-stored', 200, async (c) => c.status('GET', await c.bookPath())],
  ['member-dropped', 'a', async (c) => (await c.readBook({ subtitle: 'a' })).subtitle],
  [
    'nested-member-dropped',
    { name: 'a', number: 2 },
    async (c) => {
      const json = { ...BOOK, series: { name: 'a', number: 2 } };
      return (await c.send('PUT', await c.bookPath(), { json })).body.series;
    },
  ],
  ['number-rounded', 0.75, async (c) => (await c.readBook({ weightKg: 0.75 })).weightKg],
  [
    'int64-rounded',
    2n ** 53n + 1n,
    async (c) => (await c.readBook({ stockNumber: 2n ** 53n + 1n })).stockNumber,
  ],
  ['text-trimmed', ' a ', async (c) => (await c.readBook({ title: ' a ' })).title],
  [
    'text-normalized',
    'e\u0301',
    async (c) => (await c.createMember({ name: 'e\u0301' })).body.name,
  ],
  ['line-ends-changed', 'a\r\nb', (c) => summary(c, 'a\r\nb')],
  ['summary-latin1', '\u017B', (c) => summary(c, '\u017B')],
  [
    'refused-create-stored',
    '0',
    async (c) => {
      await c.createHold({ days: 8 });
      return c.total('/holds');
    },
  ],
  [
    'refused-change-stored',
    'On Ferns',
    async (c) => {
      const path = await c.bookPath();
      await put(c, path, { title: 'Other', pages: 0 });
      return (await c.get(path)).body.title;
    },
  ],
  [
    'put-merges',
    undefined,
    async (c) => {
      const path = await c.bookPath({ subtitle: 'a' });
      await put(c, path, {});
      return (await c.get(path)).body.subtitle;
    },
  ],
  [
    'put-appends',
    ['b'],
    async (c) => {
      const path = await c.bookPath({ tags: ['a'] });
      await put(c, path, { tags: ['b'] });
      return (await c.get(path)).body.tags;
    },
  ],
  [
    'patch-null-ignored',
    undefined,
    (c) => patched(c, { genre: 'essay' }, { genre: null }, 'genre'),
  ],
  ['patch-null-stored', undefined, (c) => patched(c, { genre: 'essay' }, { genre: null }, 'genre')],
  [
    'patch-shallow',
    { name: 'Moor Press', city: 'York' },
    (c) => patched(c, { publisher }, { publisher: { city: 'York' } }, 'publisher'),
  ],
  ['patch-appends', ['b'], (c) => patched(c, { tags: ['a'] }, { tags: ['b'] }, 'tags')],
  ['patch-resets', 'essay', (c) => patched(c, { genre: 'essay' }, { pages: 1 }, 'genre')],
  [
    'location-elsewhere',
    true,
    async (c) => {
      await c.createBook();
      const { headers, body } = await c.createBook();
      return headers.get('location') === `/books/${body.id}`;
    },
  ],
  [
    'location-unresolvable',
    200,
    async (c) => {
      const { headers } = await c.createHold();
      const { pathname } = new URL(headers.get('location')!, `${c.url}/holds`);
      return c.status('GET', pathname);
    },
  ],
  [
    'retry-repeats',
    '1',
    async (c) => {
      await c.createHold({}, { 'idempotency-key': 'key-0001' });
      await c.createHold({}, { 'idempotency-key': 'key-0001' });
      return c.total('/holds');
    },
  ],
  [
    'member-twice',
    '2',
    async (c) => {
      await c.createMember();
      await c.createMember();
      return c.total('/members');
    },
  ],
  [
    'taken-overwritten',
    [409, 'Cleo Reed'],
    async (c) => {
      await c.createMember();
      const status = await c.member({ name: 'Another' });
      return [status, (await c.get(`/members/${MEMBER.id}`)).body.name];
    },
  ],
  [
    'header-injection',
    null,
    async (c) => (await c.get('/books?q=a%0D%0AX-Injected:%201')).headers.get('x-injected'),
  ],
  [
    'read-only-settable',
    false,
    async (c) =>
      String((await c.readBook({ addedAt: '2000-01-01T00:00:00Z' })).addedAt).startsWith('2000'),
  ],
  [
    'read-changes',
    1,
    async (c) => {
      const path = await c.bookPath();
      await c.get(path);
      return (await c.get(path)).body.revision;
    },
  ],
  [
    'if-match-ignored',
    412,
    async (c) =>
      c.status('PUT', await c.bookPath(), { json: BOOK, headers: { 'if-match': '"99"' } }),
  ],
];

export const faultRows: readonly FaultRow[] = [
  ...crashes,
  ...leaks,
  ...responses,
  ...schemas,
  ...decoding,
  ...access,
  ...state,
];

function json(text: string): { text: string; headers: Record<string, string> } {
  return { text, headers: type('application/json') };
}

function type(mediaType: string): Record<string, string> {
  return { 'content-type': mediaType };
}

const missing = (c: Client): ReturnType<Client['get']> => c.get(`/books/${UNKNOWN}`);

async function mediaType(c: Client, path: string): Promise<string | null> {
  return (await c.get(path)).headers.get('content-type');
}

function putSummary(c: Client, path: string, text: string): Promise<number> {
  return c.status('PUT', `${path}/summary`, { text, headers: type('text/plain') });
}

async function summary(c: Client, text: string): Promise<unknown> {
  const path = await c.bookPath();
  await putSummary(c, path, text);
  return (await c.get(`${path}/summary`)).body;
}

function form(c: Client, text: string): Promise<number> {
  const headers = type('application/x-www-form-urlencoded');
  return c.status('POST', '/feedback', { text, headers });
}

function put(c: Client, path: string, fields: object): Promise<number> {
  return c.status('PUT', path, { json: { ...BOOK, ...fields } });
}

async function patched(c: Client, fields: object, patch: object, name: string): Promise<unknown> {
  const path = await c.bookPath(fields);
  await c.patch(path, patch);
  return (await c.get(path)).body[name];
}

/** Reads a hold of another user. */
export async function foreign(c: Client): Promise<number> {
  const { body } = await c.createHold();
  return c.status('GET', `/holds/${body.id}`, { headers: bearer('bench-other') });
}

async function orNone(status: Promise<number>): Promise<number | undefined> {
  try {
    return await status;
  } catch {
    // No response, or not in time.
    return undefined;
  }
}

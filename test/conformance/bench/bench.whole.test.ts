import { createConfig, lint } from '@redocly/openapi-core';
import { loadContract, readDocument } from '../../../src/generate/index';
import { BOOK, Client, HOLD, MEMBER, type Received, type Sent } from './client';
import { faultRows, foreign } from './fault-rows';
import { type FaultName, faults } from './faults';
import { contradictions } from './judge';
import { LIBRARY_FILE } from './library';
import { schemaFaults } from './schema-faults';
import { type RunningService, type ServiceOptions, startService } from './service';
import { type VariantName, variants } from './variants';

/** The bench for conformance testing: a rich document, a correct service, faults and variants. */

const running: RunningService[] = [];
const wrong: string[] = [];

async function started(options: ServiceOptions = {}): Promise<Client> {
  const service = await startService(options);
  running.push(service);
  const judge = (method: string, path: string, received: Received): void => {
    wrong.push(...contradictions(method, path, received));
  };
  return new Client(service.url, options.faults === undefined ? judge : undefined);
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
  // All responses of a service without faults conform to the document.
  expect(wrong.splice(0)).toEqual([]);
});

describe('the document', () => {
  it('is accepted without a notice', () => {
    const { document, faults: found } = readDocument(LIBRARY_FILE);
    const notices: unknown[] = [];
    loadContract(document, { strict: true, faults: found, report: (each) => notices.push(each) });
    expect(notices).toEqual([]);
  });

  it("is clean under Redocly's recommended rules, but that one operation has only a default", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lint({ ref: LIBRARY_FILE, config });
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['operation-4xx-response']);
  });
});

describe('a fault changes what the service answers', () => {
  it.each(faultRows)('%s', async (fault, correct, ask) => {
    expect(await ask(await started())).toEqual(correct);
    expect(await ask(await started({ faults: [fault] }))).not.toEqual(correct);
  });

  it('each fault has a row, and each fault of validation is a fault', () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(faultRows.map(([name]) => name))).toEqual(new Set(names));
    expect(Object.keys(schemaFaults).filter((name) => !names.includes(name as FaultName))).toEqual(
      [],
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a book with everything', () => {
  const everything = {
    ...BOOK,
    subtitle: 'A "short" history\u0000\uFEFF \u{1F33F}',
    genre: 'poetry',
    language: 'en',
    stockNumber: -(2n ** 63n),
    weightKg: 0.25,
    rating: null,
    isbn: '978-0123456789',
    publisher: { name: 'Moor Press', city: 'Leeds' },
    series: { name: 'Moors', number: 3 },
    dimensions: [120, 200, 'mm'],
    copies: [
      { barcode: 'AB1234', lendable: true },
      { barcode: 'AB1235', lendable: false },
      { barcode: 'AB1236', lendable: true },
    ],
    tags: ['a', 'b'],
    identifiers: { oclc: '12345', lccn: 'n 1' },
  };

  it('is created, listed, read, replaced and removed', async () => {
    const client = await started();
    const { headers, body } = await client.createBook(everything);
    const { id, addedAt, revision, ...fields } = body;
    expect(fields).toEqual(everything);
    expect([id, addedAt, revision]).toEqual([expect.any(String), expect.any(String), 1]);
    const path = headers.get('location')!;
    expect((await client.get(path)).body).toEqual(body);
    const query = 'q=On%20Ferns&genres=poetry,essay&languages=en&languages=de&lendable=true';
    const listed = await client.get(`/books?${query}&size[from]=120&size[to]=120&sort=title`);
    expect(listed.body).toEqual([body]);
    const replaced = await client.send('PUT', path, {
      json: body,
      headers: { 'if-match': headers.get('etag') },
    });
    expect(replaced.body).toEqual(body);
    expect(await client.status('DELETE', path)).toBe(204);
    expect(await client.status('DELETE', path)).toBe(404);
  });

  it('keeps the largest integers, however they are written', async () => {
    const client = await started();
    const text = JSON.stringify({ ...BOOK, stockNumber: 0 }).replace(
      ':0}',
      ':9.223372036854775807e18}',
    );
    const { body } = await client.send('POST', '/books', {
      text,
      headers: { 'content-type': 'application/json' },
    });
    expect(body.stockNumber).toBe(2n ** 63n - 1n);
  });

  it('is as it was after a merge patch that would make it invalid', async () => {
    const client = await started();
    const path = await client.bookPath(everything);
    expect((await client.patch(path, { publisher: null })).status).toBe(409);
    expect((await client.get(path)).body.publisher).toEqual(everything.publisher);
  });
});

const NOBODY = { authorization: null, 'x-desk-key': null };
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const tip = (headers: Record<string, string>): Sent => ({ headers });

/** Further requests to the correct service, with the statuses of their responses. */
const requests: readonly [status: number, method: string, path: string, sent?: Sent][] = [
  [404, 'GET', '/nowhere'],
  [404, 'GET', '/books/'],
  [400, 'GET', '/books/1'],
  [400, 'GET', '/books?limit='],
  [400, 'GET', '/books?limit=0'],
  [400, 'GET', '/books?genres='],
  [200, 'GET', '/books?genres=poetry,novel'],
  [400, 'GET', '/books?size[from]=a'],
  [200, 'GET', '/books?q='],
  [200, 'GET', '/books?colour=red'],
  [400, 'GET', '/books?q=%FF'],
  [400, 'POST', '/books', { text: '['.repeat(40_000), headers: json }],
  [400, 'POST', '/books', { text: '[]', headers: json }],
  [400, 'POST', '/books', { text: '['.repeat(9_000) + ']'.repeat(9_000), headers: json }],
  [400, 'POST', '/books', { text: Buffer.from([0x22, 0xff, 0x22]), headers: json }],
  [400, 'POST', '/books', { json: { ...BOOK, ['__proto__']: 1 } }],
  [400, 'POST', '/books', { json: { ...BOOK, constructor: 1 } }],
  [413, 'POST', '/books', { text: ' '.repeat(100_001), headers: json }],
  [415, 'POST', '/books', { json: BOOK, headers: { 'content-encoding': 'gzip' } }],
  [415, 'POST', '/books', { json: BOOK, headers: { 'content-type': null } }],
  [
    415,
    'POST',
    '/books',
    { json: BOOK, headers: { 'content-type': 'application/json;charset=x' } },
  ],
  [201, 'POST', '/books', { json: { ...BOOK, id: 'mine', revision: 7 } }],
  [201, 'POST', '/members', { json: { ...MEMBER, unknown: 1 } }],
  [400, 'POST', '/members', { json: { ...MEMBER, phone: 1 } }],
  [400, 'POST', '/holds', { json: { ...HOLD, unknown: 1 } }],
  [400, 'GET', '/holds/0'],
  [404, 'GET', '/holds/9223372036854775807'],
  [400, 'GET', '/holds/9223372036854775808'],
  [200, 'GET', '/recommendations', tip({ cookie: 'a=b; reader=r0001', 'x-age': '120' })],
  [400, 'GET', '/recommendations', tip({ cookie: 'reader=r1' })],
  [400, 'GET', '/recommendations', tip({ cookie: 'reader=r0001', 'x-age': '121' })],
  [401, 'GET', '/recommendations', tip({ 'x-desk-key': 'a' })],
  [202, 'POST', '/feedback', { json: { message: 'a', unknown: {} }, headers: NOBODY }],
  [400, 'POST', '/feedback', { text: 'message=a&score=6', headers: form }],
  [400, 'POST', '/feedback', { text: 'message=%zz', headers: form }],
  [415, 'POST', '/feedback', { text: 'message: a', headers: { 'content-type': 'text/yaml' } }],
  [200, 'GET', '/status', { headers: NOBODY }],
];

it.each(requests)('answers %i to %s %s %#', async (...[status, method, path, sent]) => {
  const client = await started();
  expect(await client.status(method, path, sent)).toBe(status);
});

it('refuses a merge patch that names no member of books', async () => {
  const client = await started();
  const path = await client.bookPath();
  for (const patch of ['{"__proto__":{"a":1}}', '{"id":"a"}', '[]', '{"title":null}']) {
    const headers = { 'content-type': 'application/merge-patch+json' };
    expect(await client.status('PATCH', path, { text: patch, headers })).toBe(400);
  }
});

/** Faults whose requests every variant answers like the plain service. */
const COMMON: readonly FaultName[] = [
  'nul-500',
  'patch-null-500',
  'missing-500',
  'write-only-leaked',
  'unevaluated-properties-ignored',
  'one-enum-value-refused',
  'any-media-type',
  'form-unsupported',
  'no-authentication',
  'scope-ignored',
  'int64-rounded',
  'retry-repeats',
  'location-unresolvable',
];

/** The fault whose request counts items. */
const COUNTING: FaultName = 'retry-repeats';

/** The request that reveals a variant, and its answer where the plain service answers otherwise. */
const variantRows: Record<
  VariantName,
  readonly [answer: unknown, ask: (client: Client) => unknown]
> = {
  strict: [400, (c) => c.status('GET', '/books?colour=red')],
  lenient: [200, (c) => c.status('GET', '/books?limit=2.0')],
  'other-error-shape': ['/errors/17', async (c) => (await c.get('/recommendations')).body.instance],
  'statuses-by-range': [422, (c) => c.status('GET', '/recommendations')],
  'framework-defaults': ['text/html; charset=utf-8', (c) => contentType(c, '/nowhere')],
  'not-found-for-method': [404, (c) => c.status('PUT', '/books')],
  'methods-refused': [405, (c) => c.status('HEAD', '/books')],
  slow: [true, (c) => takes(15, () => c.get('/status'))],
  'http10-closing': [null, (c) => headerOf(c, '/status', 'content-length')],
  chunked: ['application/JSON;charset="UTF-8"', (c) => contentType(c, '/books')],
  gzip: ['gzip', (c) => headerOf(c, '/books', 'content-encoding')],
  'rate-limited': [true, (c) => isLimited(c)],
  'delete-with-content': [200, async (c) => c.status('DELETE', await c.bookPath())],
  conditional: [
    304,
    async (c) => c.status('GET', await c.bookPath(), { headers: { 'if-none-match': '"1"' } }),
  ],
  redirecting: ['/books', (c) => headerOf(c, '/books/', 'location')],
  'revision-per-write': [
    2,
    async (c) => (await c.send('PUT', await c.bookPath(), { json: BOOK })).body.revision,
  ],
  'other-spelling': ['revision', async (c) => Object.keys((await c.createBook()).body)[0]],
  'absolute-location': [
    true,
    async (c) => (await c.createHold()).headers.get('location')?.startsWith(c.url),
  ],
  'endless-news': [
    undefined,
    (c) => c.status('GET', '/news', { timeoutMs: 200 }).catch(() => undefined),
  ],
  'malformed-credentials': [
    400,
    (c) => c.status('GET', '/members', { headers: { ...NOBODY, authorization: 'Bearer' } }),
  ],
  'loose-boolean': [200, (c) => c.status('GET', '/books?lendable=yes')],
  'shared-holds': [200, (c) => foreign(c)],
  'validates-first': [
    400,
    (c) => c.status('POST', '/holds', { json: { ...HOLD, days: 8 }, headers: NOBODY }),
  ],
  'key-of-one-request': [
    [201, 400],
    async (c) => {
      const headers = { 'idempotency-key': 'fern-order-1' };
      const first = await c.status('POST', '/holds', { json: HOLD, headers });
      return [first, await c.status('POST', '/holds', { json: { ...HOLD, days: 21 }, headers })];
    },
  ],
};

async function headerOf(c: Client, path: string, name: string): Promise<string | null> {
  return (await c.get(path)).headers.get(name);
}

const contentType = (c: Client, path: string): Promise<string | null> =>
  headerOf(c, path, 'content-type');

/** True if none of several requests takes less time. */
async function takes(ms: number, act: () => Promise<unknown>): Promise<boolean> {
  for (let tried = 0; tried < 20; tried += 1) {
    const start = performance.now();
    await act();
    if (performance.now() - start < ms) return false;
  }
  return true;
}

/** The client repeats requests refused because of the rate. */
async function isLimited(c: Client): Promise<boolean> {
  const statuses: number[] = [];
  const client = new Client(c.url, (_, __, { status }) => statuses.push(status));
  for (let sent = 0; sent < 20; sent += 1) await client.get('/books');
  return statuses.includes(429);
}

describe('a variant is correct', () => {
  it.each(Object.keys(variants) as VariantName[])('%s', async (variant) => {
    const rows = faultRows.filter(([fault]) => COMMON.includes(fault));
    expect(rows).toHaveLength(COMMON.length);
    const shared = await started({ variant });
    const answers = rows.map(async ([fault, , ask]) =>
      ask(fault === COUNTING ? await started({ variant }) : shared),
    );
    expect(await Promise.all(answers)).toEqual(rows.map(([, correct]) => correct));
    const [answer, ask] = variantRows[variant];
    expect(await ask(await started({ variant }))).toEqual(answer);
    expect(await ask(await started())).not.toEqual(answer);
  });
});

it('takes members again only with the same content', async () => {
  const client = await started();
  expect(await client.member({})).toBe(201);
  expect(await client.member({})).toBe(200);
  expect(await client.member({ phone: null })).toBe(409);
  expect((await client.get(`/members/${MEMBER.id}`)).body.name).toBe(MEMBER.name);
});

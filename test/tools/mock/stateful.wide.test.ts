import { parseSource } from '../../../src/tools/document/read/read-document';
import type { Listener } from '../../../src/runtime/express/listener';
import { serveMock } from '../../support/serve-mock';
import { FLAT, OWN_IDS, VARIOUS } from './stateful-documents';

/** The state of a mock. Every response is validated against its document, and a fault would be 500. */

interface Answer {
  readonly status: number;
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

let listener: Listener;

const LIMITS = { maxItems: 10, maxBytes: 2000 };

const serve = (document: string, seed = 1): Promise<Listener> =>
  serveMock(parseSource(document, 'stated.yaml'), {
    seed,
    keeps: LIMITS,
    validateResponses: true,
  });

const served = new Map<string, Promise<Listener>>();
afterAll(() => Promise.all([...served.values()].map(async (mock) => (await mock).close(0))));

/** Serves a document, once, to the tests of a block, each of which finds nothing kept. */
const serveAll = (document: string): void => {
  beforeAll(async () => {
    const mock = served.get(document) ?? serve(document);
    served.set(document, mock);
    listener = await mock;
  });
  beforeEach(() => send('DELETE /-/state'));
};

/** @param start such as `GET /things` @param sent a value, or text that is sent as it is */
const send = async (
  start: string,
  sent?: unknown,
  headers: Record<string, string> = {},
  to: Listener = listener,
): Promise<Answer> => {
  const [method = '', target = ''] = start.split(' ');
  const response = await fetch(to.url + target, {
    method,
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(sent !== undefined && { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    text,
    headers: response.headers,
  };
};

const MERGE = { 'content-type': 'application/merge-patch+json' };
const PATCH = { 'content-type': 'application/json-patch+json' };

describe('a collection with every operation', () => {
  serveAll(FLAT);

  it('shows what was created, read and listed alike', async () => {
    const created = await send('POST /v1/things', {
      ...{ name: 'a', secret: 's', createdAt: '1999-01-01T00:00:00Z', id: 77 },
    });
    expect([created.status, created.headers.get('location')]).toEqual([201, '/v1/things/1']);
    expect(created.headers.get('x-mock-source')).toBe('kept');
    // Neither the write-only properties, nor the client's values of read-only ones.
    expect(created.body).toEqual({
      ...{ id: 1, name: 'a', note: 'none', createdAt: '2020-02-02T00:00:00Z' },
    });
    const read = await send('GET /v1/things/1');
    expect([read.status, read.body]).toEqual([200, created.body]);
    const listed = await send('GET /things');
    expect([listed.status, listed.body]).toEqual([200, [created.body]]);
    expect(listed.headers.get('x-total-count')).toBe('1');
    expect((await send('HEAD /v1/things/1')).status).toBe(200);
    expect((await send('HEAD /v1/things/2')).status).toBe(404);
  });

  it('keeps integers of 64 bits exact', async () => {
    await send('POST /v1/things', '{"name":"a","size":9007199254740993}');
    const { text } = await send('GET /v1/things/1');
    expect(text).toContain('"size":9007199254740993');
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('has the documented 404 for %s', async (method) => {
    const sent = { PUT: { name: 'a' }, PATCH: {} }[method];
    const headers = method === 'PATCH' ? MERGE : {};
    const { status, body } = await send(`${method} /v1/things/9223372036854775807`, sent, headers);
    expect([status, body]).toEqual([
      404,
      { message: 'There is none with the id "9223372036854775807"' },
    ]);
  });

  it('replaces all but what is read-only', async () => {
    await send('POST /v1/things', { name: 'a', size: 1, detail: { a: 1 } });
    const replaced = await send('PUT /v1/things/1', { name: 'b', note: 'n' });
    expect([replaced.status, replaced.body]).toEqual([
      200,
      { id: 1, name: 'b', note: 'n', createdAt: '2020-02-02T00:00:00Z' },
    ]);
    expect((await send('GET /v1/things/1')).body).toEqual(replaced.body);
  });

  it('merges a JSON Merge Patch, without the defaults of its schema', async () => {
    await send('POST /v1/things', { name: 'a', note: 'mine', detail: { a: 1, b: 2 } });
    const patched = await send('PATCH /v1/things/1', { detail: { a: null, c: 3 } }, MERGE);
    expect([patched.status, patched.body]).toMatchObject([
      200,
      { name: 'a', note: 'mine', detail: { b: 2, c: 3 } },
    ]);
    const { body } = await send('PATCH /v1/things/1', { note: null }, MERGE);
    expect(body).toEqual({ ...patched.body, note: undefined });
  });

  it('applies a JSON Patch, and changes nothing where one operation does not apply', async () => {
    await send('POST /v1/things', { name: 'a', detail: { a: 1 } });
    const operations = [
      { op: 'test', path: '/name', value: 'a' },
      { op: 'replace', path: '/name', value: 'b' },
      { op: 'move', from: '/detail/a', path: '/detail/z' },
      { op: 'remove', path: '/note' },
    ];
    const patched = await send('PATCH /v1/things/1', operations, PATCH);
    expect([patched.status, patched.body]).toEqual([
      200,
      { id: 1, name: 'b', createdAt: '2020-02-02T00:00:00Z', detail: { z: 1 } },
    ]);
    const wrong = [
      { op: 'remove', path: '/name' },
      { op: 'remove', path: '/none' },
    ];
    const refused = await send('PATCH /v1/things/1', wrong, PATCH);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      'The operation 1 of the patch finds nothing at "/none"',
    ]);
    expect((await send('GET /v1/things/1')).body).toEqual(patched.body);
  });

  it('removes, and never gives an id twice', async () => {
    await send('POST /v1/things', { name: 'a' });
    expect((await send('DELETE /v1/things/1')).status).toBe(204);
    expect((await send('GET /v1/things/1')).status).toBe(404);
    expect((await send('GET /v1/things')).body).toEqual([]);
    expect((await send('POST /v1/things', { name: 'b' })).body.id).toBe(2);
  });

  it('lists a part, and says which parameters select nothing', async () => {
    for (const name of ['a', 'b', 'c']) await send('POST /v1/things', { name });
    const { body, headers } = await send('GET /v1/things?limit=1&offset=1&name=c');
    expect((body as { name: string }[]).map(({ name }) => name)).toEqual(['b']);
    expect(headers.get('x-total-count')).toBe('3');
    expect(headers.get('x-mock-warning')).toBe('"name" selects nothing of what is kept');
  });

  it('changes nothing where the client prefers another response', async () => {
    const preferred = await send('POST /v1/things', { name: 'a' }, { prefer: 'code=400' });
    expect([preferred.status, preferred.headers.get('x-mock-source')]).toEqual([400, 'made']);
    expect((await send('GET /v1/things')).body).toEqual([]);
    const read = await send('GET /v1/things/1', undefined, { prefer: 'code=200' });
    expect([read.status, read.headers.get('x-mock-source')]).toEqual([200, 'made']);
    const created = await send('POST /v1/things', { name: 'a' }, { prefer: 'code=201' });
    expect(created.headers.get('preference-applied')).toBe('code=201');
    expect((await send('GET /v1/things')).body).toEqual([created.body]);
  });

  it('refuses a request before anything is kept', async () => {
    const refused = await send('POST /v1/things', { name: 1 });
    expect([refused.status, refused.headers.get('x-mock-source')]).toEqual([400, 'mock']);
    expect((await send('GET /v1/things')).body).toEqual([]);
  });

  it('shows at /-/state how much is kept, and forgets it by DELETE', async () => {
    await send('POST /v1/things', { name: 'a' });
    const { status, body } = await send('GET /-/state');
    expect([status, body.resources]).toEqual([
      200,
      [
        {
          path: '/things',
          kept: 1,
          operations:
            '/things: created by createThing, replaced by replaceThing, changed by changeThing, read by readThing, listed by listThings, removed by removeThing',
        },
      ],
    ]);
    expect((await send('DELETE /-/state')).status).toBe(204);
    expect((await send('GET /v1/things')).body).toEqual([]);
    expect((await send('POST /v1/things', { name: 'b' })).body.id).toBe(1);
    const other = await send('PUT /-/state', {});
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS']);
  });
});

describe('ids that clients give', () => {
  serveAll(OWN_IDS);

  it('are exact, and tell a repeated request from another one', async () => {
    const sent = '{"noteId":9007199254740993,"text":null}';
    const created = await send('POST /notes', sent);
    expect([created.status, created.text]).toEqual([200, sent]);
    const again = await send('POST /notes', sent);
    expect([again.status, again.text]).toEqual([200, sent]);
    expect((await send('GET /notes')).text).toBe(`[${sent}]`);
    expect((await send('GET /notes/9007199254740992')).status).toBe(404);
    expect((await send('GET /notes/9007199254740993')).text).toBe(sent);
    expect((await send('POST /notes', '{"noteId":9007199254740993}')).status).toBe(200);
    const conflicting = await send('POST /notes', '{"noteId":9007199254740993,"text":"b"}');
    expect([conflicting.status, conflicting.body.message]).toEqual([
      409,
      'There is another one with the id "9007199254740993"',
    ]);
  });
});

describe('things within others', () => {
  serveAll(VARIOUS);

  it('are those of the one around them, and go with it', async () => {
    const owners = [];
    for (const name of ['a', 'b']) {
      const { body } = await send('POST /owners', { data: { name } });
      owners.push(body.data);
    }
    const [one, other] = owners;
    expect(one).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'a' });
    const pet = await send(`POST /owners/${one.id}/pets`, { name: 'Rex' });
    expect(pet.body).toEqual({ petId: expect.stringMatching(/^p-[a-z]{6}$/), name: 'Rex' });
    const at = `/owners/${one.id}/pets`;
    expect((await send(`GET ${at}`)).body).toEqual({ items: [pet.body], total: 1 });
    expect((await send(`GET ${at}/${pet.body.petId}`)).body).toEqual(pet.body);
    expect((await send(`GET /owners/${other.id}/pets`)).body).toEqual({ items: [], total: 0 });
    const removed = await send(`DELETE /owners/${one.id}`);
    expect([removed.status, removed.body]).toEqual([200, { data: one }]);
    const gone = await send(`GET ${at}/${pet.body.petId}`);
    expect([gone.status, gone.body.message]).toEqual([
      404,
      `There is nothing with the id "${one.id}" in /owners`,
    ]);
    expect((await send(`POST ${at}`, { name: 'Rex' })).status).toBe(404);
    const { body } = await send('GET /-/state');
    const resources = body.resources as { readonly path: string; readonly kept: number }[];
    const kept = resources
      .filter(({ path }) => path.startsWith('/owners'))
      .map((each) => each.kept);
    expect(kept).toEqual([1, 0]);
  });

  it('are listed page by page in an envelope that leads nowhere else', async () => {
    for (const name of ['a', 'b', 'c']) await send('POST /owners', { data: { name } });
    const { body } = await send('GET /owners?page=2&per_page=2');
    expect(body).toEqual({
      data: [{ id: expect.any(String), name: 'c' }],
      ...{ next: null, has_more: false, meta: { total: 3 } },
    });
    expect((await send('GET /owners?per_page=2')).body).toMatchObject({ has_more: true });
  });

  it('have the same ids for the same seed', async () => {
    const idsOf = async (mock: Listener): Promise<string> =>
      (await send('POST /owners', { data: { name: 'a' } }, {}, mock)).body.data.id;
    const first = await idsOf(listener);
    await send('DELETE /-/state');
    expect(await idsOf(listener)).toBe(first);
    const other = await serve(VARIOUS, 2);
    try {
      expect(await idsOf(other)).not.toBe(first);
    } finally {
      await other.close(0);
    }
  });
});

describe('what PUT makes, and what there is one of', () => {
  serveAll(VARIOUS);

  it('is created once, then replaced', async () => {
    expect((await send('GET /pages/a%2Fb')).status).toBe(404);
    const created = await send('PUT /pages/a%2Fb', { text: 'x' });
    expect([created.status, created.body]).toEqual([201, { slug: 'a/b', text: 'x' }]);
    expect((await send('PUT /pages/a%2Fb', { text: 'y' })).status).toBe(200);
    expect((await send('GET /pages/a%2Fb')).body).toEqual({ slug: 'a/b', text: 'y' });
  });

  it('is as the document shows it until it is changed', async () => {
    const before = await send('GET /settings');
    expect([before.body, before.headers.get('x-mock-source')]).toEqual([
      { theme: 'dark', size: 3 },
      'made',
    ]);
    await send('PATCH /settings', { theme: 'light', size: 3 });
    expect((await send('GET /settings')).body).toEqual({ theme: 'light', size: 3 });
  });

  it('is listed where it has no path of its own, as far as the media type says it', async () => {
    expect((await send('POST /events', { kind: 'a' })).status).toBe(201);
    expect((await send('POST /events', { kind: 'a' })).status).toBe(201);
    expect((await send('GET /events')).body).toEqual([{ kind: 'a' }, { kind: 'a' }]);
    const csv = await send('GET /events', undefined, { accept: 'text/csv' });
    expect([csv.text, csv.headers.get('x-mock-warning')]).toEqual([
      'kind',
      'what is kept is not shown as text/csv',
    ]);
    const status = await send('GET /status');
    expect([status.status, status.headers.get('x-mock-source')]).toEqual([200, 'made']);
  });
});

describe('what no response can show', () => {
  serveAll(VARIOUS);

  it('is responded to by the document, with a warning', async () => {
    const empty = await send('GET /jobs');
    expect([
      empty.body[0].id,
      ...['x-mock-warning', 'x-mock-source'].map((name) => empty.headers.get(name)),
    ]).toEqual([9, 'what is kept must have at least 1 items', 'made']);
    const created = await send('POST /jobs', { tags: ['a'] });
    expect(created.body).toEqual({ id: 1, tags: [{ name: 'made' }] });
    expect(created.headers.get('x-mock-warning')).toBe(
      '"/tags/0" is made, since the response does not take what is kept there',
    );
    const missing = await send('GET /jobs/5');
    expect([missing.status, missing.headers.get('x-mock-warning')]).toEqual([
      404,
      'the document states no 404 for this operation',
    ]);
  });

  it.each([
    ['so many things', 'a', 11],
    ['so large things', 'x'.repeat(900), 3],
  ])('is refused where there is no room for %s', async (_, tag, refused) => {
    const sent = [];
    for (let count = 1; count <= refused; count++)
      sent.push(await send('POST /jobs', { tags: [tag] }));
    const last = sent.at(-1)!;
    expect(sent.map(({ status }) => status)).toEqual([...Array(refused - 1).fill(201), 507]);
    expect(last.body.message).toBe(
      'The mock keeps no more than 10 things of 2000 bytes together; delete some, or send DELETE /-/state',
    );
    expect(last.headers.get('x-mock-warning')).toBe(
      'the document states no 507 for this operation',
    );
    await send('DELETE /-/state');
    expect((await send('POST /jobs', { tags: [tag] })).status).toBe(201);
  });
});

describe('a list with a filter, an order and a cursor', () => {
  serveAll(VARIOUS);
  beforeEach(async () => {
    for (const [kind, size] of ['a2', 'b3', 'a1', 'a4'])
      await send('POST /things', { kind, size: Number(size) });
  });

  it.each([
    ['', [2, 3, 1, 4], undefined],
    ['?kind=a', [2, 1, 4], undefined],
    ['?kind=a&sort=size', [1, 2, 4], undefined],
    ['?sort=-size&limit=3', [4, 3, 2], '3'],
    ['?sort=-size&limit=3&cursor=3', [1], undefined],
  ])('has what %j asks for', async (query, sizes, next) => {
    const { body, headers } = await send(`GET /things${query}`);
    const things = body.things as { size: number }[];
    expect([things.map(({ size }) => size), body.nextCursor]).toEqual([sizes, next]);
    expect(body.page).toEqual({ ...(next && { endCursor: next }), hasNextPage: Boolean(next) });
    expect(headers.get('x-mock-warning')).toBeNull();
  });

  it('has another entity tag for each state of a thing', async () => {
    const tags: (string | null)[] = [];
    for (const size of [2, 5, 5, 2]) {
      await send('PUT /things/1', { kind: 'a', size });
      tags.push((await send('GET /things/1')).headers.get('etag'));
    }
    const [first, second] = tags;
    expect(tags).toEqual([first, second, second, first]);
    expect(first).not.toBe(second);
  });
});

describe('content that responses cannot show as it was sent', () => {
  serveAll(VARIOUS);

  it('a thing with another one in it, that has the id of the path, is no envelope of that', async () => {
    const put = await send('PUT /members/7', '{"nick":"oak","flags":3,"roles":["a"]}');
    expect([put.status, put.headers.get('x-mock-warning')]).toEqual([201, null]);
    expect(put.body).toMatchObject({ nick: 'oak', flags: 3, roles: ['a'] });
  });

  it('what is made beside it is the same in each response', async () => {
    const put = await send('PUT /members/8', '{"nick":"oak"}');
    expect(typeof put.body.joined).toBe('string');
    expect((await send('GET /members/8')).body).toEqual(put.body);
    expect((await send('PUT /members/8', '{"nick":"oak"}')).body).toEqual(put.body);
  });

  it('null where responses have none is nothing that was said', async () => {
    const { body, headers } = await send(
      'PUT /members/9',
      '{"nick":"oak","flags":null,"roles":null}',
    );
    expect(headers.get('x-mock-warning')).toBeNull();
    expect((await send('PUT /members/9', '{"nick":"oak"}')).body).toEqual(body);
    const rule = await send('POST /rules', '{"kind":"days","days":5,"words":null}');
    expect(rule.body).toEqual({ id: expect.any(String), kind: 'days', days: 5 });
  });

  it('what lacks what its alternative demands gets it', async () => {
    const { status, body, headers } = await send('POST /rules', '{"kind":"days"}');
    expect([status, headers.get('x-mock-warning')]).toEqual([201, null]);
    expect(body).toEqual({ id: expect.any(String), kind: 'days', days: expect.any(Number) });
    expect((await send(`GET /rules/${body.id}`)).body).toEqual(body);
  });

  it('what fits no alternative is shown as one of them', async () => {
    const created = await send('POST /rules', '{"kind":"hours","days":5}');
    expect([created.status, created.headers.get('x-mock-warning')]).toEqual([
      201,
      '"/kind" is made, since the response does not take what is kept there',
    ]);
    expect(created.body).toEqual({
      id: expect.any(String),
      kind: 'words',
      words: [expect.anything()],
    });
    expect((await send(`GET /rules/${created.body.id}`)).body).toEqual(created.body);
  });

  it('a response whose alternatives are doubled twenty times is made in no time', async () => {
    const levels = Array.from({ length: 20 }, (_, level) => {
      const next = `{ $ref: '#/components/schemas/Level${level + 1}' }`;
      return `    Level${level}: { anyOf: [${next}, ${next}] }\n`;
    });
    const doubled = VARIOUS.replace('    Rule:\n', `${levels.join('')}    Level20:\n`).replaceAll(
      '/schemas/Rule',
      '/schemas/Level0',
    );
    const mock = await serve(doubled);
    try {
      const created = await send('POST /rules', '{"kind":"hours","days":5}', {}, mock);
      expect([created.status, created.body.kind]).toEqual([201, 'words']);
    } finally {
      await mock.close(0);
    }
  });

  it('text that no URL can have is no id', async () => {
    const created = await send('POST /names', '{"id":"lone \\ud800"}');
    expect(created.status).toBe(201);
    expect(created.headers.get('location')).toBe(`/names/${created.body.id}`);
    expect((await send(`GET /names/${created.body.id}`)).body).toEqual(created.body);
  });

  it('ids that begin with a text of their own are counted', async () => {
    const made = ['one', 'two', 'three'].map((name) =>
      send('POST /customers', `{"name":"${name}"}`),
    );
    const ids = (await Promise.all(made)).map(({ body }) => body.id);
    expect(ids).toEqual(['cus_1', 'cus_2', 'cus_3']);
  });

  it('what the body of a replacement has no place for stays', async () => {
    const { id } = (await send('POST /customers', '{"kind":"many","name":"oak"}')).body;
    expect((await send(`PUT /customers/${id}`, '{}')).body).toEqual({ id, kind: 'many' });
    expect((await send(`GET /customers/${id}`)).body).toEqual({ id, kind: 'many' });
  });

  it('a create with the Idempotency-Key of another one is that one, or a conflict', async () => {
    const first = await send('POST /customers', '{"name":"oak"}', { 'idempotency-key': 'a' });
    expect(first.status).toBe(201);
    const again = await send('POST /customers', '{"name":"oak"}', { 'idempotency-key': 'a' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(
      (await send('POST /customers', '{"name":"elm"}', { 'idempotency-key': 'a' })).status,
    ).toBe(409);
    const other = await send('POST /customers', '{"name":"oak"}', { 'idempotency-key': 'b' });
    expect(other.body.id).not.toBe(first.body.id);
    await send(`DELETE /customers/${other.body.id}`);
    expect(
      (await send('POST /customers', '{"name":"elm"}', { 'idempotency-key': 'b' })).status,
    ).toBe(201);
    await send('DELETE /-/state');
    // It gets the id of the first one again.
    await send('POST /customers', '{"name":"ash"}');
    expect(
      (await send('POST /customers', '{"name":"elm"}', { 'idempotency-key': 'a' })).status,
    ).toBe(201);
  });

  it('a failure with a status of another meaning says what is wrong', async () => {
    const { status, headers } = await send('GET /members/none');
    expect([status, headers.get('x-mock-warning')]).toEqual([
      400,
      'There is none with the id "none"; the document states no 404 for this operation',
    ]);
  });
});

/** What nothing reads, in an envelope and alone, and a setting that has 404 for something else. */
const UNREAD = `openapi: 3.1.0
info: { title: Unread, version: 1.0.0 }
paths:
  /beds:
    post:
      operationId: makeBed
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } }
      responses:
        201: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } }
  /wrapped:
    post:
      operationId: wrapBed
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Bed' } } } }
      responses:
        200:
          description: d
          content:
            application/json:
              schema: { type: object, required: [data], properties: { data: { $ref: '#/components/schemas/Bed' } } }
  /setting:
    get:
      operationId: readSetting
      responses: { 200: { $ref: '#/components/responses/Setting' }, 404: { description: Nobody } }
    put:
      operationId: writeSetting
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } }
      responses: { 200: { $ref: '#/components/responses/Setting' }, 404: { description: Nobody } }
components:
  responses:
    Setting: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Setting' } } } }
  schemas:
    Setting: { type: object, required: [days], properties: { days: { type: integer, examples: [30] } } }
    Bed:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true, examples: [9] }
        name: { type: string, examples: [Fern] }
        raised: { type: boolean }
        secret: { type: string, writeOnly: true }
`;

describe('what nothing reads', () => {
  serveAll(UNREAD);
  const sent = { name: 'Ivy', raised: false, secret: 's', other: 1 };

  it('has in its response what was sent, as far as the response has members for it', async () => {
    const made = await send('POST /beds', sent);
    expect([made.status, made.body]).toEqual([201, { id: 9, name: 'Ivy', raised: false }]);
    expect(made.headers.get('x-mock-source')).toBe('made');
    expect((await send('POST /wrapped', sent)).body.data).toMatchObject({ id: 9, name: 'Ivy' });
  });

  it('is the value of the document for a client that asks for another', async () => {
    expect((await send('POST /beds', sent, { prefer: 'dynamic=true' })).body.name).not.toBe('Ivy');
  });

  it('is kept where there is one of it, whatever 404 stands for', async () => {
    expect((await send('GET /setting')).body).toEqual({ days: 30 });
    expect((await send('PUT /setting', { days: 7 })).body).toEqual({ days: 7 });
    expect((await send('GET /setting')).body).toEqual({ days: 7 });
  });
});

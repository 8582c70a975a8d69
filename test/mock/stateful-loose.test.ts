import { parseSource } from '../../src/document/read/read-document';
import type { Listener } from '../../src/express/listener';
import { serveMock } from '../support/serve-mock';
import { LOOSE } from './stateful-documents';

/** The state of a mock after requests whose content responses cannot show. */

let listener: Listener;

beforeAll(async () => {
  listener = await serveMock(parseSource(LOOSE, 'loose.yaml'), {
    seed: 1,
    keeps: { maxItems: 100, maxBytes: 100_000 },
    validateResponses: true,
  });
});
afterAll(() => listener.close(0));

interface Answer {
  readonly status: number;
  readonly body: any;
  readonly headers: Headers;
}

async function send(
  start: string,
  sent?: string,
  key?: string,
  to: Listener = listener,
): Promise<Answer> {
  const [method = '', target = ''] = start.split(' ');
  const response = await fetch(to.url + target, {
    method,
    ...(sent !== undefined && { body: sent }),
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

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
  const doubled = LOOSE.replace('    Rule:\n', `${levels.join('')}    Level20:\n`).replaceAll(
    '/schemas/Rule',
    '/schemas/Level0',
  );
  const mock = await serveMock(parseSource(doubled, 'doubled.yaml'), {
    seed: 1,
    keeps: { maxItems: 100, maxBytes: 100_000 },
  });
  try {
    const created = await send('POST /rules', '{"kind":"hours","days":5}', undefined, mock);
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
  const made = ['one', 'two', 'three'].map((name) => send('POST /customers', `{"name":"${name}"}`));
  const ids = (await Promise.all(made)).map(({ body }) => body.id);
  expect(ids).toEqual(['cus_1', 'cus_2', 'cus_3']);
});

it('what the body of a replacement has no place for stays', async () => {
  const { id } = (await send('POST /customers', '{"kind":"many","name":"oak"}')).body;
  expect((await send(`PUT /customers/${id}`, '{}')).body).toEqual({ id, kind: 'many' });
  expect((await send(`GET /customers/${id}`)).body).toEqual({ id, kind: 'many' });
});

it('a create with the Idempotency-Key of another one is that one, or a conflict', async () => {
  const first = await send('POST /customers', '{"name":"oak"}', 'a');
  expect(first.status).toBe(201);
  const again = await send('POST /customers', '{"name":"oak"}', 'a');
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await send('POST /customers', '{"name":"elm"}', 'a')).status).toBe(409);
  const other = await send('POST /customers', '{"name":"oak"}', 'b');
  expect(other.body.id).not.toBe(first.body.id);
  await fetch(`${listener.url}/customers/${other.body.id}`, { method: 'DELETE' });
  expect((await send('POST /customers', '{"name":"elm"}', 'b')).status).toBe(201);
  await fetch(`${listener.url}/-/state`, { method: 'DELETE' });
  expect((await send('POST /customers', '{"name":"elm"}', 'a')).status).toBe(201);
});

it('a failure with a status of another meaning says what is wrong', async () => {
  const { status, headers } = await send('GET /members/none');
  expect([status, headers.get('x-mock-warning')]).toEqual([
    400,
    'There is none with the id "none"; the document states no 404 for this operation',
  ]);
});

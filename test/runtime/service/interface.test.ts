import { failureKinds } from '../../../src/runtime/contract/failure';
import { plantFailureKinds } from '../../../src/plant-store/plants/handler';
import { startPlantService, TOKEN } from '../../support/plant-service';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

/**
 * Every rule of the interface and every decision on what it leaves open, over a real socket against
 * the real service and a real SQLite file.
 */

const plant = (members: object): string => JSON.stringify({ id: 1, name: 'Monstera', ...members });
const json = 'application/json';
const kinds = { ...failureKinds, ...plantFailureKinds };

const service = useStarted(() => startPlantService({ MAX_BODY_BYTES: '1000' }));

interface Given {
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly method?: string;
  readonly path?: string;
}
interface Want {
  readonly status: number;
  readonly body?: object;
  /** The kind of failure, of which the body must hold the number. */
  readonly kind?: keyof typeof kinds;
  readonly message?: string;
  readonly headers?: Record<string, string>;
}

const invalid: [what: string, body: string, message: string][] = [
  ['without id', '{"name":"x"}', '"id"'],
  ['without name', '{"id":1}', '"name"'],
  ['with an id that is a string', plant({ id: '1' }), 'at "/id" must be of type integer'],
  ['with an id that is a fraction', plant({ id: 1.5 }), '/id'],
  ['with an id of null', plant({ id: null }), '/id'],
  ['with a name that is a number', plant({ name: 1 }), '/name'],
  ['with a tag of null', plant({ tag: null }), '/tag'],
  ['that is no object', '[]', 'object'],
  ['with an id one beyond 2^63-1', '{"id":9223372036854775808,"name":"x"}', '/id'],
  ['with an id one beyond -2^63', '{"id":-9223372036854775809,"name":"x"}', '/id'],
  ['with an id that only rounding makes one', '{"id":9007199254740993.5,"name":"x"}', '/id'],
];

const ids: [what: string, id: string, name: string][] = [
  ['2^63-1', '9223372036854775807', 'max'],
  ['-2^63', '-9223372036854775808', 'min'],
  ['20.0, which is the integer 20', '20.0', 'twenty'],
  ['2e1, which is the same integer', '2e1', 'twenty'],
  ['an integer beyond 2^53 with a fraction of zero', '9007199254740993.0', 'odd'],
  ['its neighbour, which is another plant', '9007199254740992', 'even'],
];

const rows: Readonly<Record<string, [given: Given, want: Want]>> = {
  'a valid NewPlant with valid authentication is 200 with the Plant, without its id': [
    { body: plant({ id: 10, tag: 'tropical' }) },
    {
      status: 200,
      body: { name: 'Monstera', tag: 'tropical' },
      headers: { 'content-type': json },
    },
  ],
  'tag is optional, and absent from the response when absent from the request': [
    { body: plant({ id: 11 }) },
    { status: 200, body: { name: 'Monstera' } },
  ],
  'an empty name and an empty tag are strings': [
    { body: plant({ id: 12, name: '', tag: '' }) },
    { status: 200, body: { name: '', tag: '' } },
  ],
  'unknown properties are accepted and dropped': [
    { body: plant({ id: 13, colour: 'green', ['__proto__']: { name: 'x' } }) },
    { status: 200, body: { name: 'Monstera' } },
  ],
  'malformed JSON is 400': [{ body: '{"id":1' }, { status: 400, kind: 'malformedBody' }],
  'a body that is not UTF-8 is 400': [
    { body: Buffer.from('7b22ff223a317d', 'hex') },
    { status: 400, kind: 'malformedBody', message: 'UTF-8' },
  ],
  'a missing body is 400': [{}, { status: 400, kind: 'missingBody' }],
  'a wrong media type is 400': [
    { body: plant({}), headers: { 'content-type': 'text/plain' } },
    { status: 400, kind: 'unsupportedMediaType', message: json },
  ],
  'a media type with a charset of UTF-8 is taken': [
    {
      body: plant({ id: 14 }),
      headers: { 'content-type': 'Application/JSON; charset="UTF-8"' },
    },
    { status: 200 },
  ],
  'too large a body is 400': [
    { body: plant({ name: 'x'.repeat(2000) }) },
    { status: 400, kind: 'bodyTooLarge', message: '1000 bytes' },
  ],
  'no Authorization is 401 with WWW-Authenticate and an Error body': [
    { body: plant({}), headers: { authorization: '' } },
    { status: 401, kind: 'missingCredentials', headers: { 'www-authenticate': 'Bearer' } },
  ],
  'another scheme is 401': [
    { body: plant({}), headers: { authorization: 'Basic dGVzdDp0ZXN0' } },
    { status: 401, kind: 'missingCredentials', headers: { 'www-authenticate': 'Bearer' } },
  ],
  'an unknown token is 401, and the message does not repeat it': [
    { body: plant({}), headers: { authorization: 'Bearer unknown-secret' } },
    {
      status: 401,
      kind: 'invalidCredentials',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    },
  ],
  'Bearer is matched without regard to case and may be followed by several spaces': [
    { body: plant({ id: 15 }), headers: { authorization: `bEARER   ${TOKEN}` } },
    { status: 200 },
  ],
  'authentication comes before validation': [
    { body: '{', headers: { authorization: 'Bearer unknown' } },
    { status: 401, kind: 'invalidCredentials' },
  ],
  'a path outside the document is 404': [
    { body: plant({}), path: '/animals' },
    { status: 404, kind: 'notFound' },
  ],
  'a slash at the end makes another path': [
    { body: plant({}), path: '/plants/' },
    { status: 404, kind: 'notFound' },
  ],
  'a method outside the document is 405 with Allow': [
    { method: 'GET' },
    { status: 405, kind: 'methodNotAllowed', headers: { allow: 'POST, OPTIONS' } },
  ],
  'OPTIONS answers Allow': [
    { method: 'OPTIONS' },
    { status: 204, headers: { allow: 'POST, OPTIONS' } },
  ],
  'HEAD is 405 where there is no GET': [
    { method: 'HEAD' },
    { status: 405, headers: { allow: 'POST, OPTIONS' } },
  ],
  'a query that the document does not name is ignored': [
    { body: plant({ id: 16 }), path: '/plants?colour=green&%zz' },
    { status: 200 },
  ],
};

describe('POST /plants', () => {
  it.each(invalid)('refuses a body %s', async (_, body, message) => {
    const response = await service.post(body);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: kinds.invalidBody.number, message: expect.stringContaining(message) as string },
    ]);
  });

  it.each(ids)('takes the id %s', async (_, id, name) => {
    const response = await service.post(`{"id":${id},"name":"${name}"}`);
    expect([response.status, await response.json()]).toEqual([200, { name }]);
  });
});

describe('POST /plants and what lies around it', () => {
  itEach(rows)('%s', async (_, given, want) => {
    const { body, method = 'POST', path = '/plants', headers = {} } = given;
    const response = await fetch(service.url + path, {
      method,
      headers: { 'content-type': json, authorization: `Bearer ${TOKEN}`, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();

    expect({ status: response.status, text }).toMatchObject({ status: want.status });
    for (const [name, value] of Object.entries(want.headers ?? {})) {
      expect(response.headers.get(name)).toBe(value);
    }
    if (want.body !== undefined) expect(JSON.parse(text)).toEqual(want.body);
    if (want.kind !== undefined) {
      const error = JSON.parse(text) as { error: number; message: string };
      expect(Object.keys(error)).toEqual(['error', 'message']);
      expect(error.error).toBe(kinds[want.kind].number);
      expect(error.message).toContain(want.message ?? '');
      expect(response.headers.get('content-type')).toBe(json);
    }
    expect(text).not.toContain('secret');
  });
});

describe('an id that exists', () => {
  const first = '{"id":100,"name":"Ficus","tag":"a"}';
  const responses = async (body: string): Promise<[number, unknown]> => {
    const response = await service.post(body);
    return [response.status, await response.json()];
  };
  const plantOf100 = async (): Promise<unknown[]> =>
    (await service.stored()).filter(({ id }) => id === 100n);

  it('with the same content is 200 again, stored once', async () => {
    expect(await responses(first)).toEqual([200, { name: 'Ficus', tag: 'a' }]);
    expect(await responses(first)).toEqual([200, { name: 'Ficus', tag: 'a' }]);
    expect(await plantOf100()).toEqual([{ id: 100n, name: 'Ficus', tag: 'a' }]);
  });

  it.each([
    ['another name', '{"id":100,"name":"Fig","tag":"a"}'],
    ['another tag', '{"id":100,"name":"Ficus","tag":"b"}'],
    ['no tag', '{"id":100,"name":"Ficus"}'],
    ['an empty tag', '{"id":100,"name":"Ficus","tag":""}'],
  ])('with %s is 400, and the stored plant is unchanged', async (_, body) => {
    await service.post(first);
    const [status, error] = await responses(body);
    expect(status).toBe(400);
    expect(error).toEqual({
      error: kinds.idTaken.number,
      message: 'The id 100 belongs to another plant; choose another id',
    });
    expect(await plantOf100()).toEqual([{ id: 100n, name: 'Ficus', tag: 'a' }]);
  });

  it('is stored once when many clients send it at once', async () => {
    const bodies = Array.from({ length: 40 }, (_, index) => `{"id":200,"name":"n${index % 4}"}`);
    const statuses = await Promise.all(
      bodies.map(async (body) => (await service.post(body)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect((await service.stored()).filter(({ id }) => id === 200n)).toHaveLength(1);
  });
});

describe('what is stored', () => {
  it.each([
    ['NUL', '"a\\u0000b"', 'a\0b'],
    ['a lone high surrogate', '"\\ud800"', '\ud800'],
    ['a lone low surrogate', '"x\\udfff"', 'x\udfff'],
    ['a byte order mark', '"\\ufeffx"', '\ufeffx'],
    ['U+FFFF', '"\\uffff"', '\uffff'],
    ['U+1F331', '"🌱"', '🌱'],
    ['U+1F331 written as two escapes', '"\\ud83c\\udf31"', '🌱'],
    ['backslashes', '"\\\\u0000 \\\\"', '\\u0000 \\'],
    ['text that reads like SQL', '"\'); DROP TABLE plants; --"', "'); DROP TABLE plants; --"],
  ])('a name and a tag with %s come back exactly', async (_, literal, value) => {
    const id = 1000 + Math.floor(Math.random() * 1e9);
    const response = await service.post(`{"id":${id},"name":${literal},"tag":${literal}}`);
    expect(response.status).toBe(200);
    expect(JSON.parse(await response.text())).toEqual({ name: value, tag: value });
    const [stored] = (await service.stored()).filter((each) => each.id === BigInt(id));
    expect(stored).toEqual({ id: BigInt(id), name: value, tag: value });
  });

  it('keeps integers beyond 2^53 apart', async () => {
    const ids = new Set((await service.stored()).map(({ id }) => id));
    for (const id of [9007199254740992n, 9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n)]) {
      expect(ids).toContain(id);
    }
  });
});

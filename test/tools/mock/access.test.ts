import type { MockAccess } from '../../../src/tools/mock/start-mock';
import type { Listener } from '../../../src/runtime/express/listener';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { KEPT_LIMITS } from '../../../src/tools/mock/state/kept-items';
import { sendRaw } from '../../support/raw-http';
import { serveMock } from '../../support/serve-mock';

/** Access to a mock: from pages of which origins, for which requests, and under which names. */

const DOCUMENT = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        '200':
          description: Pets
          headers:
            X-Total: { schema: { type: integer }, example: 1 }
            access-control-allow-origin: { schema: { type: string }, example: https://pets.example }
          content: { application/json: { schema: { type: array }, example: [] } }
    post:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: Added, content: { application/json: { schema: { type: object } } } } }
`;

type Ask = (target: string, init?: RequestInit) => Promise<Response>;

const mocks = new Map<string, Promise<Listener>>();

afterAll(() => Promise.all([...mocks.values()].map(async (mock) => (await mock).close(0))));

/** Calls a mock with this access, of which there is one for all tests. */
async function withMock(
  access: MockAccess,
  use: (ask: Ask, url: string) => Promise<void>,
): Promise<void> {
  const key = JSON.stringify(access);
  const source = parseSource(DOCUMENT, 'pets.yaml');
  const mock = mocks.get(key) ?? serveMock(source, { keeps: KEPT_LIMITS, ...access });
  mocks.set(key, mock);
  const { url } = await mock;
  await use((target, init) => fetch(url + target, init), url);
}

/** The header fields of CORS, and Vary. */
function fieldsOf({ headers }: Response): Record<string, string> {
  const isOfCors = (name: string): boolean => name.startsWith('access-control-');
  return Object.fromEntries([...headers].filter(([name]) => isOfCors(name) || name === 'vary'));
}

const origin = 'https://page.example';
const preflight = {
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': 'authorization, x-own',
  },
};

describe('a page of another origin', () => {
  it('may read responses, failures too, and is never sent with credentials', async () => {
    await withMock({ cors: 'plain' }, async (ask) => {
      const read = fieldsOf(await ask('/pets', { headers: { origin } }));
      expect(read).toEqual({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('X-Total') as string,
      });
      const missing = await ask('/nowhere', { headers: { origin } });
      expect([missing.status, fieldsOf(missing)]).toMatchObject([
        404,
        { 'access-control-allow-origin': '*' },
      ]);
    });
  });

  it('is granted by a preflight what it asks for, on every path', async () => {
    await withMock({ cors: 'plain' }, async (ask) => {
      const response = await ask('/nowhere', preflight);
      expect([response.status, fieldsOf(response)]).toEqual([
        204,
        {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'DELETE',
          'access-control-allow-headers': 'authorization, x-own',
          'access-control-max-age': '600',
        },
      ]);
      const options = await ask('/pets', { method: 'OPTIONS', headers: { origin } });
      expect(options.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    });
  });

  it('is sent with credentials where that is asked for', async () => {
    await withMock({ cors: 'credentials' }, async (ask) => {
      const allowed = {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
      };
      expect(fieldsOf(await ask('/pets', { headers: { origin } }))).toMatchObject(allowed);
      expect(fieldsOf(await ask('/pets', preflight))).toMatchObject(allowed);
      const own = fieldsOf(await ask('/pets'));
      expect(own).toMatchObject({ vary: 'Origin' });
      expect(own).not.toHaveProperty('access-control-allow-credentials');
    });
  });

  it.each(['none', 'plain', 'credentials'] as const)(
    'reads nothing under /-/ and changes nothing there (CORS: %s)',
    async (cors) => {
      await withMock({ cors }, async (ask) => {
        for (const page of ['openapi.json', 'openapi.yaml', 'docs', 'state', 'nothing']) {
          expect(fieldsOf(await ask(`/-/${page}`, { headers: { origin } }))).not.toHaveProperty(
            'access-control-allow-origin',
          );
          expect(fieldsOf(await ask(`/-/${page}`, preflight))).not.toHaveProperty(
            'access-control-allow-origin',
          );
        }
        const json = { 'content-type': 'application/json' };
        await ask('/pets', { method: 'POST', headers: json, body: '{}' });
        const remove = (headers: Record<string, string>): Promise<Response> =>
          ask('/-/state', { method: 'DELETE', headers });
        const refused = [
          await remove({ origin }),
          await remove({ origin: 'null' }),
          await remove({ 'sec-fetch-site': 'same-site' }),
          await remove({ 'sec-fetch-site': 'cross-site' }),
          await ask('/%2D/state', { method: 'POST', headers: { origin } }),
        ];
        expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
        expect(await refused[0]!.json()).toMatchObject({
          message: 'Pages of other origins may not change what is under /-/',
        });
      });
    },
  );
});

it('its own origin changes what is under /-/, and so do clients that are no browser', async () => {
  await withMock({ cors: 'plain' }, async (ask, url) => {
    const statuses = [
      {},
      { origin: url },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ].map(
      async (headers) =>
        (await ask('/-/state', { method: 'DELETE', headers: headers as never })).status,
    );
    expect(await Promise.all(statuses)).toEqual([204, 204, 204, 204]);
  });
});

describe('under the Host', () => {
  const hostNames = ['dev.example.com'];
  const at = async (url: string, host: string, target = '/-/openapi.json'): Promise<number[]> => {
    const raw = await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    return raw.map(({ status }) => status);
  };

  it.each([
    'localhost',
    'LOCALHOST:4010',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.8.9.10',
    '[::1]',
    '[::1]:4010',
    '192.168.1.5:4010',
    'dev.example.com',
    'Dev.Example.Com:8080',
  ])('%s it responds', async (host) => {
    await withMock({ hostNames }, async (_, url) => {
      expect(await at(url, host)).toEqual([200]);
      expect(await at(url, host, '/pets')).toEqual([200]);
    });
  });

  it.each([
    'evil.example',
    'evil.example:4010',
    'localhost.evil.example',
    'dev.example.com.evil.example',
    'a.dev.example.com',
    '127.0.0.1.evil.example',
    '',
  ])('"%s" it gives 421, and says what to do', async (host) => {
    await withMock({ cors: 'credentials', hostNames }, async (_, url) => {
      const targets = ['/-/openapi.json', '/-/state', '/pets', '/nowhere', '*'];
      for (const target of targets) expect(await at(url, host, target)).toEqual([421]);
      const method = 'OPTIONS /pets HTTP/1.1\r\nOrigin: http://evil.example\r\n';
      const asks = `${method}Access-Control-Request-Method: GET\r\nHost: ${host}\r\n\r\n`;
      const [response] = await sendRaw(url, asks);
      expect(response!.status).toBe(421);
      expect(response!.headers).not.toHaveProperty('access-control-allow-origin');
      expect(JSON.parse(response!.body)).toEqual({
        error: 42190,
        message: `"${host}" is no name of this server; it answers under localhost, IP addresses, and names that --host-name gives`,
      });
    });
  });

  it('that HTTP/1.0 leaves out, it responds', async () => {
    await withMock({ hostNames }, async (_, url) => {
      const [response] = await sendRaw(url, 'GET /pets HTTP/1.0\r\n\r\n');
      expect(response!.status).toBe(200);
    });
  });
});

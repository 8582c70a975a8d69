import { readConfig } from '../../../src/plant-store/config';
import { UnavailableError } from '../../../src/runtime/contract';
import { startPlantService } from '../../support/plant-service';
import { type ServedDocument, withDocument } from '../../support/serve-document';

/** CORS_ORIGINS: what pages of other origins may do is what the document says may be asked. */

const SHOP = 'https://shop.example';
const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    key: { type: apiKey, in: header, name: X-Key }
    session: { type: apiKey, in: cookie, name: session }
    card: { type: mutualTLS }
paths:
  /notes/{id}:
    parameters:
      - { in: path, name: id, required: true, schema: { type: string } }
      - { in: header, name: X-Tenant, schema: { type: string } }
      - { in: cookie, name: theme, schema: { type: string } }
    get:
      operationId: readNote
      security: [{ session: [] }, {}]
      responses:
        200: { description: Note, headers: { X-Version: { schema: { type: string } }, vary: { schema: { type: string } } } }
        304: { description: Same, headers: { etag: { schema: { type: string } } } }
    put:
      operationId: writeNote
      security: [{ bearer: [], card: [] }, { key: [] }]
      requestBody: { content: { text/plain: { schema: { type: string } } } }
      responses: { 204: { description: Written } }
  /health:
    options:
      operationId: askHealth
      responses: { 200: { description: Fine, content: { text/plain: { schema: { type: string } } } } }
`;

function withNotes(
  corsOrigins: readonly string[],
  use: (served: ServedDocument) => Promise<void>,
): Promise<void> {
  const handlers: Record<string, () => Promise<never>> = {
    readNote: () =>
      Promise.resolve({ status: 200, headers: { 'X-Version': '1', vary: 'X-Tenant' } } as never),
    writeNote: () => Promise.reject(new UnavailableError('away')),
    askHealth: () => Promise.resolve({ status: 200, body: 'fine' } as never),
  };
  const rejected = (): { outcome: 'rejected' } => ({ outcome: 'rejected' });
  const accepted = (name: string): object => ({ outcome: 'accepted', principal: { name } });
  const authenticators = {
    bearer: rejected,
    card: rejected,
    key: (key: string) => accepted(key) as never,
    session: rejected,
  };
  return withDocument(document, handlers, { authenticators, corsOrigins }, use);
}

function fieldsOf({ headers }: Response): Record<string, string> {
  const isOfCors = (name: string): boolean => name.startsWith('access-control-');
  return Object.fromEntries([...headers].filter(([name]) => isOfCors(name) || name === 'vary'));
}

function ask(url: string, method: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method, headers });
}

const preflightOf = (method: string, origin = SHOP): Record<string, string> => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': 'x-anything',
});

const EXPOSED =
  'ETag, Allow, Deprecation, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Request-Id';

it('a preflight is answered by what the document has at the path', async () => {
  await withNotes([SHOP], async ({ url }) => {
    const preflight = await ask(`${url}/notes/7`, 'OPTIONS', preflightOf('PUT'));
    expect(preflight.status).toBe(204);
    expect(fieldsOf(preflight)).toEqual({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'GET, PUT, HEAD, OPTIONS',
      'access-control-allow-headers': 'X-Tenant, authorization, X-Key, content-type',
      'access-control-max-age': '600',
      vary: 'Origin',
    });
  });
});

it('a page may read a response, with the header fields of the document', async () => {
  await withNotes([SHOP], async ({ url }) => {
    const read = await ask(`${url}/notes/7`, 'GET', { origin: SHOP });
    expect(fieldsOf(read)).toEqual({
      'access-control-allow-origin': SHOP,
      'access-control-expose-headers': `X-Version, vary, ${EXPOSED}`,
      vary: 'X-Tenant, Origin',
    });
  });
});

it('a page may read what went wrong', async () => {
  await withNotes([SHOP], async ({ url }) => {
    const text = { origin: SHOP, 'content-type': 'text/plain' };
    const responses = [
      await ask(`${url}/notes/7`, 'PUT', text),
      await ask(`${url}/nothing`, 'GET', text),
      await ask(`${url}/notes/7`, 'DELETE', text),
      await ask(`${url}/notes/7`, 'PUT', { ...text, 'x-key': 'k' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 404, 405, 503]);
    for (const response of responses) {
      expect(fieldsOf(response)).toMatchObject({ 'access-control-allow-origin': SHOP });
      expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After');
    }
  });
});

it.each(['https://other.example', 'https://shop.example:444', 'http://shop.example', 'null'])(
  'the origin %s gets nothing but Vary',
  async (origin) => {
    await withNotes([SHOP, 'http://localhost:1'], async ({ url }) => {
      const preflight = await ask(`${url}/notes/7`, 'OPTIONS', preflightOf('PUT', origin));
      expect([preflight.status, fieldsOf(preflight)]).toEqual([204, { vary: 'Origin' }]);
      expect(preflight.headers.get('allow')).toBe('GET, PUT, HEAD, OPTIONS');
      const read = await ask(`${url}/notes/7`, 'GET', { origin });
      expect(fieldsOf(read)).toEqual({ vary: 'X-Tenant, Origin' });
    });
  },
);

it('for all origins, a response is the same for each', async () => {
  await withNotes(['*'], async ({ url }) => {
    const read = await ask(`${url}/notes/7`, 'GET');
    expect(fieldsOf(read)).toMatchObject({ 'access-control-allow-origin': '*', vary: 'X-Tenant' });
    const preflight = await ask(`${url}/notes/7`, 'OPTIONS', preflightOf('GET', 'null'));
    expect(fieldsOf(preflight)).toMatchObject({ 'access-control-allow-origin': '*' });
  });
});

it('OPTIONS that is no preflight stays as it is', async () => {
  await withNotes([SHOP], async ({ url }) => {
    const options = await ask(`${url}/notes/7`, 'OPTIONS', { origin: SHOP });
    expect([options.status, options.headers.get('allow')]).toEqual([
      204,
      'GET, PUT, HEAD, OPTIONS',
    ]);
    expect(options.headers.has('access-control-allow-methods')).toBe(false);
    const health = await ask(`${url}/health`, 'OPTIONS', { origin: SHOP });
    expect(await health.text()).toBe('fine');
    const preflight = await ask(`${url}/health`, 'OPTIONS', preflightOf('OPTIONS'));
    expect(preflight.headers.get('access-control-allow-methods')).toBe('OPTIONS');
  });
});

it('without CORS_ORIGINS, no response has a field of CORS', async () => {
  await withNotes([], async ({ url }) => {
    const read = await ask(`${url}/notes/7`, 'GET', { origin: SHOP });
    expect(fieldsOf(read)).toEqual({ vary: 'X-Tenant' });
  });
});

it('the service reads CORS_ORIGINS', async () => {
  const service = await startPlantService({ CORS_ORIGINS: `${SHOP},http://localhost:8080` });
  try {
    const preflight = await ask(`${service.url}/plants`, 'OPTIONS', preflightOf('POST'));
    expect(fieldsOf(preflight)).toMatchObject({
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type',
    });
    const refused = await ask(`${service.url}/plants`, 'POST', { origin: SHOP });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('access-control-allow-origin')).toBe(SHOP);
  } finally {
    await service.close();
  }
});

it.each(['https://shop.example', '*', 'http://localhost:8080, https://[::1]', ''])(
  'CORS_ORIGINS may be "%s"',
  (value) => {
    const want = value === '' ? [] : value.split(', ');
    expect(readConfig({ CORS_ORIGINS: value }).corsOrigins).toEqual(want);
  },
);

it.each([
  'shop.example',
  'https://shop.example/',
  'https://Shop.example',
  'https://shop.example:443',
  'https://a@shop.example',
  'https://*.example',
  'null',
  'file://',
  '*,https://shop.example',
])('CORS_ORIGINS may not be "%s"', (value) => {
  expect(() => readConfig({ CORS_ORIGINS: value })).toThrow(
    /^CORS_ORIGINS is ".*", but must be origins such as .*$/,
  );
});

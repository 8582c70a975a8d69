import { createHash, createHmac } from 'node:crypto';
import type { AnyHandler, PrincipalsOf } from '../../../../src/runtime/contract';
import { loadContract } from '../../../../src/tools/generate';
import { parseSource } from '../../../../src/tools/document';
import {
  type AccessSetup,
  accessTokenAuthenticator,
  ConfigError,
  jwtAuthenticator,
  readServiceConfig,
  type RunningService,
  sessionAuthenticator,
  startService,
  tokenAuthenticator,
} from '../../../../src/runtime/service';
import {
  AUDIENCE,
  ISSUER,
  newKey,
  sign,
  startKeyServer,
  type KeyServer,
  type SigningKey,
} from '../../../support/issuer';
import { LogLines } from '../../../support/log-lines';

/** What a project imports to decide who may call, through the front door. */

const operation = (operationId: string, scheme: string, scopes = ''): string => `
  /${operationId}:
    get:
      operationId: ${operationId}
      security: [{ ${scheme}: [${scopes}] }]
      responses: { 200: { description: Who calls, content: { application/json: { schema: {} } } } }`;

const document = `
openapi: 3.1.0
info: { title: Access, version: 1.0.0 }
paths:${[
  operation('byJwt', 'jwt'),
  operation('byScope', 'jwt', 'edit'),
  operation('byKey', 'key'),
  operation('byKeyWithScope', 'key', 'edit'),
  operation('bySession', 'session'),
  operation('byPassword', 'password'),
].join('')}
components:
  securitySchemes:
    jwt: { type: http, scheme: bearer, bearerFormat: JWT }
    key: { type: apiKey, in: header, name: X-Key }
    session: { type: apiKey, in: cookie, name: sid }
    password: { type: http, scheme: basic }
`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const shops = new Map([
  [sha256('reader-key'), { shop: 7, may: ['read'] }],
  [sha256('editor-key'), { shop: 8, may: ['edit'] }],
]);
const sessions = new Map([['4f1c', { userId: 12n }]]);
const SECRET = 'keyboard cat';

const authenticators = (setup: AccessSetup) => ({
  jwt: jwtAuthenticator(setup, {
    principal: ({ sub, roles }) =>
      Array.isArray(roles) ? { id: sub ?? '', isEditor: roles.includes('editor') } : undefined,
    scopes: ({ roles }) => (Array.isArray(roles) && roles.includes('editor') ? ['edit'] : []),
  }),
  key: tokenAuthenticator({
    find: (hash) => shops.get(hash.toString('hex')),
    scopes: ({ may }) => may,
  }),
  session: sessionAuthenticator({ find: (id) => sessions.get(id), secrets: ['newer', SECRET] }),
  password: accessTokenAuthenticator(setup),
});
type Principals = PrincipalsOf<typeof authenticators>;
type Wants<Scheme extends keyof Principals> = AnyHandler<object, Pick<Principals, Scheme>>;

/** Typed by what the authenticators accept with. */
const byJwt: Wants<'jwt'> = (_, { principals }: { principals: Pick<Principals, 'jwt'> }) => {
  const { id, isEditor } = principals.jwt;
  return Promise.resolve({ status: 200, body: { id: id.toUpperCase(), isEditor } });
};
const byKey: Wants<'key'> = (_, { principals }: { principals: Pick<Principals, 'key'> }) =>
  Promise.resolve({ status: 200, body: { next: principals.key.shop + 1 } });
const bySession: Wants<'session'> = (
  _,
  { principals }: { principals: Pick<Principals, 'session'> },
) => Promise.resolve({ status: 200, body: { user: String(principals.session.userId + 1n) } });
const byPassword: Wants<'password'> = (
  _,
  { principals }: { principals: Pick<Principals, 'password'> },
) => Promise.resolve({ status: 200, body: principals.password });

const { contract, validators } = loadContract(parseSource(document, 'access.yaml').document);
const ENV = { PORT: '0', LOG_LEVEL: 'silent', ACCESS_TOKENS: 'open-sesame' };

let key: SigningKey;
let keys: KeyServer;
let service: RunningService<object, typeof authenticators>;
const logs = new LogLines();
beforeAll(async () => {
  key = await newKey('ec');
  keys = await startKeyServer(key);
  service = await startService({
    ...{ contract, validators, dependencies: {}, authenticators, log: logs.log },
    handlers: {
      ...{ byJwt, byScope: byJwt, byKey, byKeyWithScope: byKey },
      ...{ bySession, byPassword },
    },
    config: readServiceConfig({
      ...ENV,
      ...{ JWKS_URL: keys.url, TOKEN_ISSUER: ISSUER, TOKEN_AUDIENCE: AUDIENCE },
    }),
  });
});
afterAll(async () => {
  await service.close();
  await keys.close();
});

async function ask(path: string, headers: Record<string, string>): Promise<unknown> {
  const response = await fetch(service.url + path, { headers });
  return response.status === 200 ? response.json() : response.status;
}

const bearer = async (claims: object): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await sign(key, claims as Record<string, unknown>)}`,
});

it('a JWT gives handlers what is made of its claims, and the log its subject', async () => {
  logs.clear();
  const editor = await bearer({ sub: 'ada', roles: ['editor'] });
  expect(await ask('/byJwt', editor)).toEqual({ id: 'ADA', isEditor: true });
  expect(await logs.nextRequest(0)).toMatchObject({ principal: 'ada', credentialId: 'token-1' });
});

it('roles of a JWT are what an operation asks for', async () => {
  expect(await ask('/byScope', await bearer({ roles: ['editor'] }))).toMatchObject({
    isEditor: true,
  });
  expect(await ask('/byScope', await bearer({ roles: ['reader'] }))).toBe(403);
});

it('a JWT is refused whose claims are not enough, or are of another audience', async () => {
  expect(await ask('/byJwt', await bearer({}))).toBe(401);
  expect(await ask('/byJwt', await bearer({ roles: [], aud: 'others' }))).toBe(401);
});

it('a key is found by its digest, and allows what its scopes say', async () => {
  expect(await ask('/byKey', { 'x-key': 'reader-key' })).toEqual({ next: 8 });
  expect(await ask('/byKey', { 'x-key': 'another' })).toBe(401);
  expect(await ask('/byKeyWithScope', { 'x-key': 'reader-key' })).toBe(403);
  expect(await ask('/byKeyWithScope', { 'x-key': 'editor-key' })).toEqual({ next: 9 });
});

describe('a session', () => {
  const signed = (id: string, secret: string): string => {
    const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '');
    return encodeURIComponent(`s:${id}.${signature}`);
  };

  it.each([
    ['signed as express-session signs it', signed('4f1c', SECRET), { user: '13' }],
    ['signed by another', signed('4f1c', 'a guess'), 401],
    ['that is not signed', '4f1c', 401],
    ['that is over', signed('0000', SECRET), 401],
    ['whose encoding is broken', '%s:4f1c', 401],
  ])('%s', async (_, cookie, want) => {
    expect(await ask('/bySession', { cookie: `sid=${cookie}` })).toEqual(want);
  });
});

it('a token of ACCESS_TOKENS is a password too', async () => {
  const basic = (password: string): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`,
  });
  expect(await ask('/byPassword', basic('open-sesame'))).toEqual({ name: 'static token 1' });
  expect(await ask('/byPassword', basic('open says me'))).toBe(401);
});

it('says at the start that JWKS_URL is missing', async () => {
  const start = startService({
    ...{ contract, validators, dependencies: {}, authenticators, log: logs.log },
    handlers: {
      ...{ byJwt, byScope: byJwt, byKey, byKeyWithScope: byKey },
      ...{ bySession, byPassword },
    },
    config: readServiceConfig(ENV),
  });
  await expect(start).rejects.toThrow(ConfigError);
  await expect(start).rejects.toThrow('JWKS_URL is not set');
});

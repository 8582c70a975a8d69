import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { exportSPKI, importJWK, type CryptoKey } from 'jose';
import {
  AUDIENCE,
  inSeconds,
  ISSUER,
  newKey,
  sign,
  startKeyServer,
  validClaims,
  type KeyServer,
  type SigningKey,
} from '../../support/issuer';
import { startPlantService, TOKEN, type PlantService } from '../../support/plant-service';
import { useStarted } from '../../support/use-started';
import { itEach } from '../../support/it-each';

let key: SigningKey;
let rsa: SigningKey;
let foreign: SigningKey;
let keys: KeyServer;
let service: PlantService;
beforeAll(async () => {
  key = await newKey('ec');
  rsa = await newKey('rsa', 'RS256');
  foreign = { ...(await newKey('ec')), kid: 'ec' };
  keys = await startKeyServer(key, rsa);
  service = await startService();
});
afterAll(async () => {
  await service.close();
  await keys.close();
});

function startService(): Promise<PlantService> {
  return startPlantService({
    JWKS_URL: keys.url,
    TOKEN_ISSUER: ISSUER,
    TOKEN_AUDIENCE: AUDIENCE,
  });
}

const send = (token: string, to = service): Promise<Response> =>
  to.post('{"id":1,"name":"Aloe"}', { headers: { authorization: `Bearer ${token}` } });

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A token that is made by hand, where no library would. */
function craft(
  header: object,
  signature: (input: string) => Buffer,
  claims: unknown = validClaims(),
): string {
  const input = `${base64url(header)}.${base64url(claims)}`;
  return `${input}.${signature(input).toString('base64url')}`;
}

async function publicPem(): Promise<string> {
  return exportSPKI((await importJWK(rsa.jwk, 'RS256', { extractable: true })) as CryptoKey);
}

describe('a token is accepted', () => {
  it.each<[string, () => Promise<string>]>([
    ['as RFC 9068 has it', () => sign(key)],
    ['with RS256', () => sign(rsa)],
    ['without a kid, by the keys of its algorithm', () => sign(rsa, {}, { kid: undefined })],
    ['of type application/at+jwt', () => sign(key, {}, { typ: 'application/at+jwt' })],
    ['of a type in upper case', () => sign(key, {}, { typ: 'AT+JWT' })],
    ['for several audiences', () => sign(key, { aud: ['https://other.example', AUDIENCE] })],
    ['that has just ended, since clocks differ', () => sign(key, { exp: inSeconds(-20) })],
    ['that has nearly begun, since clocks differ', () => sign(key, { nbf: inSeconds(20) })],
    ['of a client without a subject', () => sign(key, { sub: undefined, client_id: 'robot' })],
    ['of type JWT', () => sign(key, {}, { typ: 'JWT' })],
    ['of no type', () => sign(key, {}, { typ: undefined })],
    ['of nobody that it names', () => sign(key, { sub: undefined })],
    ['of somebody without a name', () => sign(key, { sub: '' })],
    ['without a jti', () => sign(key, { jti: undefined })],
  ])('%s', async (_, make) => expect((await send(await make())).status).toBe(200));
});

const UNKNOWN = 'Bearer error="invalid_token"';
const because = (reason: string): string => `${UNKNOWN}, error_description="${reason}"`;
const EXPIRED = because('The token has expired');
const INCOMPLETE = because(
  'The token lacks a claim that it must have, or has it in the wrong form',
);
const OTHER_TYPE = because(
  'The token is no access token: the typ of its header must be at+jwt, JWT or absent',
);
const OTHER_ISSUER = because('The token is of another issuer');
const OTHER_AUDIENCE = because('The token is for another audience');
const NOT_YET = because('The token is not valid yet');

describe('a token is 401', () => {
  itEach<[challenge: string, make: () => string | Promise<string>]>({
    'of another key of the same name': [UNKNOWN, () => sign(foreign)],
    'whose claims were altered': [UNKNOWN, async () => alter(await sign(key), 1)],
    'whose header was altered': [UNKNOWN, async () => alter(await sign(key), 0)],
    'whose signature was altered': [UNKNOWN, async () => alter(await sign(key), 2)],
    'without its signature': [UNKNOWN, async () => (await sign(key)).replace(/[^.]*$/, '')],
    'that is not signed: alg none': [
      UNKNOWN,
      () => craft({ alg: 'none', typ: 'at+jwt' }, () => Buffer.alloc(0)),
    ],
    'that is not signed: alg nOnE and a signature': [
      UNKNOWN,
      () => craft({ alg: 'nOnE', typ: 'at+jwt', kid: 'ec' }, () => Buffer.from('x')),
    ],
    'whose secret is the public key in PEM: HS256': [
      UNKNOWN,
      async () => {
        const pem = await publicPem();
        return craft({ alg: 'HS256', kid: 'rsa', typ: 'at+jwt' }, (input) =>
          createHmac('sha256', pem).update(input).digest(),
        );
      },
    ],
    'whose secret is the modulus: HS256': [
      UNKNOWN,
      () =>
        craft({ alg: 'HS256', kid: 'rsa', typ: 'at+jwt' }, (input) =>
          createHmac('sha256', Buffer.from(rsa.jwk.n ?? '', 'base64url'))
            .update(input)
            .digest(),
        ),
    ],
    'of an algorithm that is not its key’s': [UNKNOWN, () => sign({ ...key, kid: 'rsa' })],
    'of a key that an algorithm cannot have: ES256 with zeros': [
      UNKNOWN,
      () => craft({ alg: 'ES256', kid: 'ec', typ: 'at+jwt' }, () => Buffer.alloc(64)),
    ],
    'of RSA without a digest that is allowed': [
      UNKNOWN,
      () =>
        craft({ alg: 'RS1', kid: 'rsa', typ: 'at+jwt' }, (input) =>
          createSign('sha1')
            .update(input)
            .sign(generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey),
        ),
    ],
    'that brings its key: jwk': [UNKNOWN, () => sign(foreign, {}, { jwk: foreign.jwk })],
    'that brings the right key: jwk': [UNKNOWN, () => sign(key, {}, { jwk: key.jwk })],
    'that says where its key is: jku': [UNKNOWN, () => sign(key, {}, { jku: keys.url })],
    'that must be understood: crit': [UNKNOWN, () => sign(key, {}, { crit: ['exp'], exp: 1 })],
    'that is not encoded: b64': [UNKNOWN, () => sign(key, {}, { crit: ['b64'], b64: true })],
    'whose kid is no text': [UNKNOWN, () => sign(key, {}, { kid: 1 })],
    'of another type': [OTHER_TYPE, () => sign(key, {}, { typ: 'logout+jwt' })],
    'of a type that is no text': [OTHER_TYPE, () => sign(key, {}, { typ: ['at+jwt'] })],
    'that has ended': [EXPIRED, () => sign(key, { exp: inSeconds(-60) })],
    'that never ends': [INCOMPLETE, () => sign(key, { exp: undefined })],
    'whose end is a text': [INCOMPLETE, () => sign(key, { exp: String(inSeconds(60)) })],
    'whose end is null': [INCOMPLETE, () => sign(key, { exp: null })],
    'that has not begun': [NOT_YET, () => sign(key, { nbf: inSeconds(60) })],
    'of another issuer': [OTHER_ISSUER, () => sign(key, { iss: `${ISSUER}/` })],
    'of several issuers': [OTHER_ISSUER, () => sign(key, { iss: [ISSUER] })],
    'of no issuer': [OTHER_ISSUER, () => sign(key, { iss: undefined })],
    'for another audience': [OTHER_AUDIENCE, () => sign(key, { aud: `${AUDIENCE}.evil` })],
    'for no audience': [OTHER_AUDIENCE, () => sign(key, { aud: undefined })],
    'for an audience that is an object': [
      OTHER_AUDIENCE,
      () => sign(key, { aud: { 0: AUDIENCE } }),
    ],
    'whose claims are an array': [
      UNKNOWN,
      () => craft({ alg: 'ES256', kid: 'ec' }, () => Buffer.alloc(64), []),
    ],
    'of 9,000 characters': [UNKNOWN, () => sign(key, { padding: 'x'.repeat(9_000) })],
    'of five parts: JWE': [UNKNOWN, async () => `${await sign(key)}.x.y`],
    'of dots': [UNKNOWN, () => 'a.b.c'],
    'whose header is deep': [
      UNKNOWN,
      () => `${Buffer.from('['.repeat(3_000)).toString('base64url')}.e30.x`,
    ],
    'whose header is null': [UNKNOWN, () => `${base64url(null)}.e30.x`],
    'whose header has an inherited alg alone': [
      UNKNOWN,
      () => `${Buffer.from('{"__proto__":{"alg":"ES256"}}').toString('base64url')}.e30.x`,
    ],
  })('%s', async (_, challenge, make) => {
    const token = await make();
    const response = await send(token);
    const body = await response.text();
    expect({
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
    }).toEqual({ status: 401, challenge });
    expect(body).toMatch(/^\{"error":40102,"message":"[^"]*"\}$/);
    expect(body).not.toContain(token);
  });

  it('of more than the headers of a request may have: 431', async () => {
    expect((await send(await sign(key, { padding: 'x'.repeat(20_000) }))).status).toBe(431);
  });
});

/** Changes one character of a part, and nothing about its length. */
function alter(token: string, part: number): string {
  const parts = token.split('.');
  const text = parts[part] ?? '';
  const middle = Math.floor(text.length / 2);
  const other = text[middle] === 'A' ? 'B' : 'A';
  parts[part] = text.slice(0, middle) + other + text.slice(middle + 1);
  return parts.join('.');
}

it('tokens of the list are valid beside those of an issuer', async () => {
  expect((await send(TOKEN)).status).toBe(200);
});

describe('an issuer that is away', () => {
  it('leaves its tokens undecided, and the service goes on with others', async () => {
    const away = await startKeyServer(key);
    away.instead = { status: 503 };
    const own = await startPlantService({
      JWKS_URL: away.url,
      TOKEN_ISSUER: ISSUER,
      TOKEN_AUDIENCE: AUDIENCE,
    });
    const post = async (token: string): Promise<Response> =>
      own.post('{"id":1,"name":"Aloe"}', { headers: { authorization: `Bearer ${token}` } });
    try {
      const undecided = await post(await sign(key));
      expect(undecided.status).toBe(503);
      expect(Number(undecided.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await post(TOKEN)).status).toBe(200);
      expect((await post('opaque')).status).toBe(401);
      expect((await fetch(`${own.managementUrl}/-/ready`)).status).toBe(200);
    } finally {
      await own.close();
      await away.close();
    }
  });
});

describe('an issuer that publishes no key any more', () => {
  const ofOwn = useStarted(() => startService());

  it('leaves those who call with a known key in, and nobody can say whose another one is', async () => {
    const call = async (token: string): Promise<number> => (await send(token, ofOwn)).status;
    expect(await call(await sign(key))).toBe(200);
    const published = keys.keys;
    keys.keys = [];
    try {
      expect(await call(await sign(await newKey('unknown')))).toBe(503);
      expect(await call(await sign(key))).toBe(200);
    } finally {
      keys.keys = published;
    }
  });
});

import { jwtVerify } from 'jose';
import { KeySet, type KeySetTimes } from '../../../../src/runtime/service/access/key-set';
import { UnavailableError } from '../../../../src/runtime/contract/failure';
import {
  newKey,
  sign,
  startKeyServer,
  type KeyServer,
  type SigningKey,
} from '../../../support/issuer';

let first: SigningKey;
let second: SigningKey;
beforeAll(async () => {
  first = await newKey('first');
  second = await newKey('second', 'RS256');
});

const TIMES: KeySetTimes = {
  cooldownMs: 60,
  maxAgeMs: 10_000,
  maxStaleMs: 100_000,
  timeoutMs: 1_000,
};

let server: KeyServer;
let keySet: KeySet;
let changes: (string | undefined)[];
let laterMs: number;
beforeEach(async () => {
  server = await startKeyServer(first);
  laterMs = 0;
  openKeySet(TIMES);
});
afterEach(async () => {
  keySet.close();
  await server.close();
});

function openKeySet(times: KeySetTimes): void {
  changes = [];
  keySet = new KeySet({
    url: new URL(server.url),
    onChange: (problem) => changes.push(problem?.message),
    times,
    now: () => performance.now() + laterMs,
  });
}

async function verify(key: SigningKey): Promise<string> {
  return verifyToken(await sign(key));
}

function verifyToken(token: string): Promise<string> {
  return jwtVerify(token, keySet.find).then(
    () => 'valid',
    (error: unknown) =>
      error instanceof UnavailableError ? 'unavailable' : (error as { code: string }).code,
  );
}

const NO_KEY = 'ERR_JWKS_NO_MATCHING_KEY';

it('fetches the keys once for all who ask, when they first do', async () => {
  expect(server.requests).toBe(0);
  const all = await Promise.all(Array.from({ length: 50 }, () => verify(first)));
  expect(new Set(all)).toEqual(new Set(['valid']));
  expect(server.requests).toBe(1);
});

it('finds a key that the issuer has begun to use, by one request for all', async () => {
  expect(await verify(first)).toBe('valid');
  server.keys = [first.jwk, second.jwk];
  const all = await Promise.all(Array.from({ length: 50 }, () => verify(second)));
  expect(new Set(all)).toEqual(new Set(['valid']));
  expect(server.requests).toBe(2);
});

it('asks once for all that come in a cooldown, whatever keys they name', async () => {
  openKeySet({ ...TIMES, cooldownMs: 500 });
  expect(await verify(first)).toBe('valid');
  const kids = Array.from({ length: 50 }, (_, index) => ({ ...second, kid: `random ${index}` }));
  expect(new Set(await Promise.all(kids.map(verify)))).toEqual(new Set([NO_KEY]));
  expect(server.requests).toBe(2);
});

it('lets a hundred wait for a key that is not known, and no more', async () => {
  openKeySet({ ...TIMES, cooldownMs: 500 });
  expect(await verify(first)).toBe('valid');
  const token = await sign(second);
  const all = await Promise.all(Array.from({ length: 110 }, () => verifyToken(token)));
  expect(all.filter((each) => each === 'unavailable')).toHaveLength(10);
  expect(all.filter((each) => each === NO_KEY)).toHaveLength(100);
});

it('takes a withdrawn key no more once the keys are fetched again', async () => {
  expect(await verify(first)).toBe('valid');
  server.keys = [second.jwk];
  expect(await verify(first)).toBe('valid');
  laterMs = TIMES.maxAgeMs + 1;
  expect(await verify(first)).toBe('valid'); // and has them fetched, without waiting
  while (server.requests < 2) await verify(first);
  expect(await verify(second)).toBe('valid');
  expect(await verify(first)).toBe(NO_KEY);
});

describe('while the keys cannot be fetched', () => {
  it('known ones stay in use for as long as is stated; others cannot be decided on', async () => {
    expect(await verify(first)).toBe('valid');
    server.instead = { status: 500 };
    laterMs = TIMES.maxStaleMs - 1_000;
    expect(await verify(first)).toBe('valid');
    expect(await verify(second)).toBe('unavailable');
    expect(await verify(first)).toBe('valid');
    laterMs = TIMES.maxStaleMs + 1_000;
    expect(await verify(first)).toBe('unavailable');
  });

  it('those who call with a known key do not wait for an issuer that hangs', async () => {
    openKeySet({ ...TIMES, timeoutMs: 60_000 });
    expect(await verify(first)).toBe('valid');
    server.instead = 'silence';
    laterMs = TIMES.maxAgeMs + 1;
    while (server.requests < 2) expect(await verify(first)).toBe('valid');
    expect(await verify(first)).toBe('valid');
  });

  it('is told of once, and so is that they can be fetched again', async () => {
    server.instead = { status: 500 };
    const name = `The key set ${server.url.replace(/\?.*/, '')}`;
    await keySet.start();
    laterMs += TIMES.cooldownMs;
    await keySet.start();
    expect(changes).toEqual([`${name} cannot be fetched: the status is 500, not 200`]);
    server.instead = undefined;
    laterMs += TIMES.cooldownMs;
    expect(await verify(first)).toBe('valid');
    expect(changes.slice(1)).toEqual([undefined]);
  });

  it('is said at once during the cooldown, with the time to wait', async () => {
    openKeySet({ ...TIMES, cooldownMs: 5_000 });
    server.instead = { status: 500 };
    const token = await sign(first);
    for (let turn = 0; turn < 5; turn++) {
      await expect(jwtVerify(token, keySet.find)).rejects.toMatchObject({ retryAfterSeconds: 5 });
    }
    expect(server.requests).toBe(1);
  });

  it('nothing is left to wait for when it is closed', async () => {
    openKeySet({ ...TIMES, timeoutMs: 60_000 });
    server.instead = 'silence';
    const verdict = verify(first);
    while (server.requests === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    keySet.close();
    expect(await verdict).toBe('unavailable');
    expect(changes).toEqual([]);
  });
});

describe('a response that is no key set', () => {
  it.each([
    ['late', 'silence' as const, 'request timed out'],
    ['not 200', { status: 404 }, 'the status is 404, not 200'],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://elsewhere.example/' } },
      'the status is 302, not 200',
    ],
    ['not JSON', { body: '<html>' }, 'it is not a JSON Web Key Set'],
    ['another JSON', { body: '{"keys":[1]}' }, 'it is not a JSON Web Key Set'],
    ['too large', { body: ' '.repeat(262_145) }, 'it is larger than 262144 bytes'],
  ])('is told of: %s', async (_, instead, want) => {
    if (instead === 'silence') openKeySet({ ...TIMES, timeoutMs: 100 });
    server.instead = instead;
    expect(await verify(first)).toBe('unavailable');
    expect(changes).toEqual([expect.stringMatching(`cannot be fetched: ${want}$`)]);
  });
});

describe('a set of keys that cannot verify a signature', () => {
  it.each([
    ['none', () => []],
    ['a secret', () => [{ kty: 'oct', k: 'c2VjcmV0', kid: 'first', alg: 'HS256' }]],
    ['a private key', () => [{ ...first.jwk, d: first.jwk.x }]],
    ['a key of no kind', () => [{ kty: 'EC', kid: 'first', crv: 'P-256', x: '!', y: '!' }]],
    ['a short RSA key', () => [{ ...second.jwk, n: second.jwk.n?.slice(0, 170) }]],
    ['an RSA key whose modulus is no text', () => [{ ...second.jwk, n: 5 }]],
    ['a key to encrypt with', () => [{ ...first.jwk, use: 'enc' }]],
    ['a key for other operations', () => [{ ...first.jwk, key_ops: ['deriveKey'] }]],
    ['a key of another algorithm', () => [{ ...second.jwk, kid: 'first', alg: 'RSA-OAEP' }]],
  ])('is as good as none: %s', async (_, keys) => {
    server.keys = keys();
    expect(await verify(first)).toBe('unavailable');
    expect(changes).toEqual([expect.stringMatching('it has no key that signatures can be')]);
  });

  it('leaves those in use that are known, as long as is stated, and is told of', async () => {
    expect(await verify(first)).toBe('valid');
    for (const keys of [[], [{ ...first.jwk, use: 'enc' }]]) {
      server.keys = keys;
      laterMs += TIMES.maxAgeMs + 1;
      const { requests } = server;
      while (server.requests === requests) expect(await verify(first)).toBe('valid');
      expect(await verify(second)).toBe('unavailable');
      expect(await verify(first)).toBe('valid');
    }
    expect(changes).toEqual([expect.stringMatching('it has no key that signatures can be')]);
    laterMs = TIMES.maxStaleMs + 1_000;
    expect(await verify(first)).toBe('unavailable');
    laterMs += TIMES.cooldownMs;
    server.keys = [second.jwk];
    expect(await verify(second)).toBe('valid');
    expect(await verify(first)).toBe(NO_KEY);
    expect(changes.slice(1)).toEqual([undefined]);
  });

  it.each([
    ['EC', () => first],
    ['RSA', () => second],
  ])('has none that name no algorithm: %s', async (_, key) => {
    server.keys = [{ ...key().jwk, alg: undefined }];
    expect(await verify(key())).toBe('valid');
  });

  it('does not keep others from being used', async () => {
    server.keys = [{ kty: 'oct', k: 'c2VjcmV0' }, { kty: 'RSA', n: 5 }, first.jwk];
    expect(await verify(first)).toBe('valid');
  });
});

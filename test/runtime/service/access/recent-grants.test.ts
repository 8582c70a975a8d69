import {
  createJwtVerifier,
  type JwtVerifier,
} from '../../../../src/runtime/service/access/jwt-verifier';
import { RecentGrants } from '../../../../src/runtime/service/access/token-caches';
import type { TokenVerdict } from '../../../../src/runtime/service/access/token-verifier';
import {
  AUDIENCE,
  inSeconds,
  ISSUER,
  newKey,
  sign,
  startKeyServer,
  type KeyServer,
  type SigningKey,
} from '../../../support/issuer';

const COOLDOWN_MS = 20;

let key: SigningKey;
let server: KeyServer;
let verifier: JwtVerifier;
let laterMs: number;
beforeEach(async () => {
  laterMs = 0;
  key = await newKey('one');
  server = await startKeyServer(key);
  verifier = createJwtVerifier({
    url: new URL(server.url),
    issuer: ISSUER,
    audience: AUDIENCE,
    onChange: () => undefined,
    times: { cooldownMs: COOLDOWN_MS, maxAgeMs: 10_000, maxStaleMs: 20_000, timeoutMs: 1_000 },
    clock: () => new Date(Date.now() + laterMs),
  });
});
afterEach(async () => {
  verifier.keys.close();
  await server.close();
});

const gardener = { grant: expect.objectContaining({ name: 'gardener' }) as unknown };

describe('a token that is sent again', () => {
  it('is not verified again', async () => {
    const verify = jest.spyOn(globalThis.crypto.subtle, 'verify');
    const token = await sign(key);
    const verdicts: TokenVerdict[] = [];
    for (let times = 0; times < 3; times++) verdicts.push(await verifier.verify(token));
    expect(verdicts).toEqual([gardener, gardener, gardener]);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });

  it('is refused from its end on', async () => {
    const token = await sign(key, { exp: inSeconds(100) });
    expect(await verifier.verify(token)).toEqual(gardener);
    laterMs = 100_000;
    expect(await verifier.verify(token)).toEqual(gardener);
    laterMs = 140_000;
    expect(await verifier.verify(token)).toEqual({ refusal: 'expired' });
  });

  it('is refused once the keys are fetched again and lack its own', async () => {
    const token = await sign(key);
    expect(await verifier.verify(token)).toEqual(gardener);
    const next = await newKey('two');
    server.keys = [next.jwk];
    expect(await verifier.verify(await sign(next))).toEqual(gardener);
    expect(await verifier.verify(token)).toEqual({ refusal: 'unknown' });
  });

  it('is not known by another that differs in its signature alone', async () => {
    const token = await sign(key);
    expect(await verifier.verify(token)).toEqual(gardener);
    expect(await verifier.verify(await sign({ ...(await newKey('one')) }))).toEqual({
      refusal: 'unknown',
    });
    expect(await verifier.verify(`${token}A`)).toEqual({ refusal: 'unknown' });
  });
});

it('the oldest are forgotten when there are too many', () => {
  const grants = new RecentGrants();
  const keys = {};
  const grant = { name: 'x', scopes: [] };
  const now = new Date();
  for (let index = 0; index <= 10_000; index++) {
    grants.keep(String(index), { grant, keys, endsAtMs: Infinity });
  }
  expect(grants.find('0', keys, now)).toBeUndefined();
  expect(grants.find('1', keys, now)).toBe(grant);
});

import {
  ensureFirstToken,
  type FirstToken,
  type FirstTokenOptions,
} from '../../../src/plant-store/first-token';
import { createToken } from '../../../src/plant-store/access/opaque-token';
import { hashToken } from '../../../src/runtime/service/access/token-verifier';
import { openStore } from '../../../src/plant-store/stores/open-store';
import type { Store } from '../../../src/plant-store/stores/store';
import { useTempFolder } from '../stores/temp-folder';

const folder = useTempFolder();
const now = new Date('2030-01-01T00:00:00Z');
const LIFETIME_MS = 1_000;
let store: Store;

function ensure(given: Partial<FirstTokenOptions> = {}): Promise<FirstToken | undefined> {
  return ensureFirstToken({
    staticTokens: [],
    tokens: store.tokens,
    scopes: ['read', 'write'],
    expiresInMs: LIFETIME_MS,
    now,
    ...given,
  });
}

beforeEach(async () => {
  store = await openStore(`sqlite:${folder.path('plants.db')}`, { role: 'server' });
});

afterEach(() => store.close());

describe('ensureFirstToken', () => {
  it('makes one token on an empty store, once', async () => {
    const first = await ensure();
    const [record, ...others] = await store.tokens.list();
    expect(others).toEqual([]);
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    expect(record).toMatchObject({
      label: 'first start',
      scopes: ['read', 'write'],
      createdAt: now,
      expiresAt,
    });
    expect(first).toMatchObject({ id: record?.id, expiresAt });
    expect(record?.hash.equals(hashToken(first!.secret))).toBe(true);
    expect(await ensure()).toBeUndefined();
    expect(await store.tokens.list()).toHaveLength(1);
  });

  it('makes one that does not expire where that is asked for', async () => {
    expect(await ensure({ expiresInMs: undefined })).not.toHaveProperty('expiresAt');
    expect((await store.tokens.list())[0]).not.toHaveProperty('expiresAt');
  });

  it('revokes it when it is told to', async () => {
    await (await ensure())!.revoke();
    expect(await store.tokens.list()).toMatchObject([{ revokedAt: expect.any(Date) as Date }]);
  });

  it('makes none when static tokens are configured', async () => {
    expect(await ensure({ staticTokens: ['static'] })).toBeUndefined();
    expect(await store.tokens.list()).toEqual([]);
  });

  it('makes none after a token that is revoked or has expired', async () => {
    const { record } = createToken({ label: 'ci', expiresInMs: 1, now: new Date(0) });
    await store.tokens.add({ ...record, revokedAt: new Date(1) });
    expect(await ensure()).toBeUndefined();
    expect(await store.tokens.list()).toHaveLength(1);
  });
});

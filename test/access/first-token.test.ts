import { ensureFirstToken } from '../../src/access/first-token';
import { createToken, hashToken } from '../../src/access/opaque-token';
import { openStore } from '../../src/stores/open-store';
import type { Store } from '../../src/stores/store';
import { useTempFolder } from '../stores/temp-folder';

const folder = useTempFolder();
const now = new Date('2030-01-01T00:00:00Z');
let store: Store;

beforeEach(async () => {
  store = await openStore(`sqlite:${folder.path('plants.db')}`, { role: 'server' });
});

afterEach(() => store.close());

describe('ensureFirstToken', () => {
  it('makes one token on an empty store, once', async () => {
    const options = { staticTokens: [], tokens: store.tokens, now };
    const first = await ensureFirstToken(options);
    const [record, ...others] = await store.tokens.list();
    expect(others).toEqual([]);
    expect(record).toMatchObject({ label: 'first start', createdAt: now });
    expect(record?.hash.equals(hashToken(first!.secret))).toBe(true);
    expect(await ensureFirstToken(options)).toBeUndefined();
    expect(await store.tokens.list()).toHaveLength(1);
  });

  it('revokes it when it is told to', async () => {
    const options = { staticTokens: [], tokens: store.tokens, now };
    await (await ensureFirstToken(options))!.revoke();
    expect(await store.tokens.list()).toMatchObject([{ revokedAt: expect.any(Date) as Date }]);
  });

  it('makes none when static tokens are configured', async () => {
    expect(
      await ensureFirstToken({ staticTokens: ['static'], tokens: store.tokens, now }),
    ).toBeUndefined();
    expect(await store.tokens.list()).toEqual([]);
  });

  it('makes none after a token that is revoked or has expired', async () => {
    const { record } = createToken({ label: 'ci', expiresInMs: 1, now: new Date(0) });
    await store.tokens.add({ ...record, revokedAt: new Date(1) });
    expect(await ensureFirstToken({ staticTokens: [], tokens: store.tokens, now })).toBeUndefined();
    expect(await store.tokens.list()).toHaveLength(1);
  });
});

import { createToken, type TokenRequest } from '../../../../src/plant-store/access/opaque-token';
import {
  type TokenVerifier,
  createTokenVerifier,
} from '../../../../src/runtime/service/access/token-verifier';
import { UnavailableError } from '../../../../src/runtime/contract/failure';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import type { Store } from '../../../../src/plant-store/stores/store';
import { useTempFolder } from '../../../plant-store/stores/temp-folder';

const folder = useTempFolder();
const start = new Date('2030-01-01T00:00:00Z');

let store: Store;
let now: Date;

beforeEach(async () => {
  now = start;
  store = await openStore(`sqlite:${folder.path('plants.db')}`, { role: 'server' });
});

afterEach(() => store.close());

function newVerifier(...staticTokens: string[]): TokenVerifier {
  return createTokenVerifier({ staticTokens, tokens: store.tokens, now: () => now });
}

async function addToken(
  request: Partial<TokenRequest> = {},
): Promise<{ secret: string; id: string }> {
  const { secret, record } = createToken({ label: 'ci', now: start, ...request });
  await store.tokens.add(record);
  return { secret, id: record.id };
}

const unknown = { refusal: 'unknown' };

function staticGrant(number: number): object {
  return { grant: { name: `static token ${number}`, scopes: 'all' } };
}

describe('static tokens', () => {
  it('are valid wherever they stand in the list, and numbered from 1', async () => {
    const verify = newVerifier('first', 'second', 'third');
    expect(await verify('first')).toEqual(staticGrant(1));
    expect(await verify('second')).toEqual(staticGrant(2));
    expect(await verify('third')).toEqual(staticGrant(3));
  });

  it.each(['', 'First', 'firs', 'firstt', 'first,second', ' first'])(
    'do not include %j',
    async (token) => expect(await newVerifier('first', 'second')(token)).toEqual(unknown),
  );

  it('are none when none are configured', async () => {
    expect(await newVerifier()('')).toEqual(unknown);
  });
});

describe('stored tokens', () => {
  it('are valid under their label, with their scopes', async () => {
    const { secret, id } = await addToken({ label: 'greenhouse', scopes: ['read', 'write'] });
    expect(await newVerifier('static')(secret)).toEqual({
      grant: { name: 'greenhouse', id, scopes: ['read', 'write'] },
    });
  });

  it('are secrets, not ids, labels or hashes', async () => {
    const { secret, id } = await addToken({ label: 'greenhouse' });
    const verify = newVerifier();
    const [record] = await store.tokens.list();
    const wrong = [
      id,
      'greenhouse',
      record!.hash.toString('hex'),
      secret.toLowerCase(),
      `${secret}x`,
    ];
    for (const token of wrong) expect(await verify(token)).toEqual(unknown);
  });

  it('end at the moment of their expiry', async () => {
    const { secret, id } = await addToken({ expiresInMs: 1_000 });
    const verify = newVerifier();
    now = new Date(start.getTime() + 999);
    expect(await verify(secret)).toEqual({ grant: { name: 'ci', id, scopes: [] } });
    now = new Date(start.getTime() + 1_000);
    expect(await verify(secret)).toEqual({ refusal: 'expired' });
  });

  it('end with their revocation', async () => {
    const { secret, id } = await addToken();
    const verify = newVerifier();
    expect(await verify(secret)).toEqual({ grant: { name: 'ci', id, scopes: [] } });
    await store.tokens.revoke(id, start);
    expect(await verify(secret)).toEqual({ refusal: 'revoked' });
  });
});

describe('a store that is away', () => {
  it('leaves a stored token undecided and a static one valid', async () => {
    const { secret } = await addToken();
    const verify = newVerifier('static');
    await store.close();
    await expect(verify(secret)).rejects.toThrow(UnavailableError);
    expect(await verify('static')).toEqual(staticGrant(1));
  });
});

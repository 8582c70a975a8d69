import { createToken } from '../../../../src/plant-store/access/opaque-token';
import { hashToken } from '../../../../src/runtime/service/access/token-verifier';
import { RecentTokens } from '../../../../src/runtime/service/access/token-caches';
import type { TokenRecord } from '../../../../src/runtime/service/access/token-store';

const { record } = createToken({ label: 'ci', now: new Date(0) });

let stored: TokenRecord[];
let asked: number;
let now: number;
let tokens: RecentTokens;
beforeEach(() => {
  stored = [record];
  asked = 0;
  now = 0;
  const findByHash = (hash: Buffer): Promise<TokenRecord | undefined> => {
    asked++;
    return Promise.resolve(stored.find((each) => each.hash.equals(hash)));
  };
  tokens = new RecentTokens({ findByHash }, () => now);
});

it('are asked for once a second', async () => {
  for (now of [0, 500, 999]) expect(await tokens.findByHash(record.hash)).toBe(record);
  expect(asked).toBe(1);
  const revoked = { ...record, revokedAt: new Date(500) };
  stored = [revoked];
  expect(await tokens.findByHash(record.hash)).toBe(record);
  now = 1_000;
  expect(await tokens.findByHash(record.hash)).toBe(revoked);
  expect(asked).toBe(2);
});

it('count from when they were asked for, however long the store takes', async () => {
  const late = new RecentTokens(
    {
      findByHash: () => {
        asked++;
        now += 700;
        return Promise.resolve(record);
      },
    },
    () => now,
  );
  await late.findByHash(record.hash);
  now += 300;
  await late.findByHash(record.hash);
  expect(asked).toBe(2);
});

it('that are not there are asked for each time, so that a new one holds at once', async () => {
  stored = [];
  for (let times = 0; times < 3; times++) {
    expect(await tokens.findByHash(record.hash)).toBeUndefined();
  }
  expect(asked).toBe(3);
  stored = [record];
  expect(await tokens.findByHash(record.hash)).toBe(record);
});

it('are forgotten, the oldest first, when there are too many', async () => {
  const hashes = Array.from({ length: 10_001 }, (_, index) => hashToken(String(index)));
  const all = new Map(hashes.map((hash) => [hash.toString('hex'), { ...record, hash }]));
  const many = new RecentTokens(
    {
      findByHash: (hash) => {
        asked++;
        return Promise.resolve(all.get(hash.toString('hex')));
      },
    },
    () => now,
  );
  for (const hash of hashes) await many.findByHash(hash);
  expect(asked).toBe(10_001);
  await many.findByHash(hashes[1]!);
  expect(asked).toBe(10_001);
  await many.findByHash(hashes[0]!);
  expect(asked).toBe(10_002);
});

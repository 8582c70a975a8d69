import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenRecord } from '../../../src/runtime/service/access/token-store';
import { UnavailableError } from '../../../src/runtime/contract/failure';
import type { Plant } from '../../../src/plant-store/plants/plant-store';
import { BackupError } from '../../../src/plant-store/stores/private-file';
import { openStore } from '../../../src/plant-store/stores/open-store';
import type { Store, StoreRole } from '../../../src/plant-store/stores/store';
import { keysWhile } from '../../support/collection-keys';
import { collect } from './collect';
import { describeStoreProperties } from './store-properties';
import { makeTempFolder } from './temp-folder';

/** A database that is empty when it is made. */
export interface TestDatabase {
  open(role: StoreRole): Promise<Store>;
  /** False where a listing or backup may show some of what is added meanwhile; by default it does not. */
  readonly hasSnapshots?: boolean;
  /** Takes away the rows, also under stores that are open. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

const MAX_ID = 2n ** 63n - 1n;
const MIN_ID = -(2n ** 63n);

const strings: readonly (readonly [name: string, text: string])[] = [
  ['an empty string', ''],
  ['NUL at the start, within and at the end', '\0a\0b\0'],
  ['a lone high surrogate', 'a\uD83Cb'],
  ['a lone low surrogate', '\uDF31'],
  ['a surrogate pair', '\u{1F331}'],
  ['a BOM', '\uFEFFa\uFEFF'],
  ['U+FFFF and U+FFFD', '\uFFFF\uFFFD'],
  ['backslashes and what looks like an escape', '\\ \\0 \\\\uD83C \\'],
  ['quotes and SQL', `'"; DROP TABLE plants; --`],
  ['composed and decomposed letters', '\u00E9 e\u0301'],
  ['white space', ' \t\r\n '],
  ['a hundred thousand characters', 'x'.repeat(100_000)],
];

/** What a test of the suite has stores from. */
export interface TestStores {
  /** The server's that all tests share, without rows; none of them closes it. */
  readonly shared: () => Store;
  /** Opens a tool's on the same database. */
  readonly openTool: () => Promise<Store>;
  /** Opens one on a database that is the test's own. */
  readonly open: (role?: StoreRole) => Promise<Store>;
  /** What a number is to be where reading shows one moment; elsewhere it may be any. */
  readonly ofOneMoment: (number: number) => unknown;
}

/**
 * What every kind of store does alike. Most tests share one store, since each that is opened costs a thread or
 * connections. All others are closed after the test.
 */
export function describeStore(name: string, newDatabase: () => Promise<TestDatabase>): void {
  describe(name, () => {
    let database: TestDatabase;
    let common: Store;
    let own: Promise<TestDatabase> | undefined;
    const opened: Store[] = [];

    async function opening(role: StoreRole, on: TestDatabase): Promise<Store> {
      const store = await on.open(role);
      opened.push(store);
      return store;
    }

    beforeAll(async () => {
      database = await newDatabase();
      common = await database.open('server');
    });

    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
      await (await own)?.remove();
      own = undefined;
      await database.clear();
    });

    afterAll(async () => {
      await common.close();
      await database.remove();
    });

    const stores: TestStores = {
      shared: () => common,
      openTool: () => opening('tool', database),
      open: async (role = 'server') => opening(role, await (own ??= newDatabase())),
      ofOneMoment: (number) => (database.hasSnapshots === false ? expect.any(Number) : number),
    };
    describePlants(stores);
    describeTokens(stores);
    describeLifecycle(stores);
    describeBackup(stores);
    describeStoreProperties(stores);
  });
}

function describePlants({ shared, openTool, open, ofOneMoment }: TestStores): void {
  describe('plants', () => {
    it('tells created, same and taken apart, and keeps the first', async () => {
      const { plants } = shared();
      const fern = { id: 1n, name: 'Fern', tag: 'shade' };
      expect(await plants.create(fern)).toBe('created');
      expect(await plants.create({ ...fern })).toBe('same');
      expect(await plants.create({ ...fern, name: 'fern' })).toBe('taken');
      expect(await plants.create({ ...fern, tag: 'sun' })).toBe('taken');
      expect(await collect(plants.list())).toEqual([fern]);
    });

    it('tells a tag that is absent, empty and present apart', async () => {
      const { plants } = shared();
      const variants: Plant[] = [
        { id: 1n, name: 'Fern' },
        { id: 1n, name: 'Fern', tag: '' },
        { id: 1n, name: 'Fern', tag: 'null' },
      ];
      for (const [base, variant] of variants.entries()) {
        const id = BigInt(base);
        expect(await plants.create({ ...variant, id })).toBe('created');
        for (const other of variants) {
          const verdict = other === variant ? 'same' : 'taken';
          expect(await plants.create({ ...other, id })).toBe(verdict);
        }
      }
      const kept = await collect(plants.list());
      expect(kept).toStrictEqual(variants.map((plant, base) => ({ ...plant, id: BigInt(base) })));
    });

    it('keeps every int64 exactly and lists by ascending id', async () => {
      const { plants } = shared();
      const ids = [MAX_ID, 0n, 2n ** 53n, MIN_ID, 2n ** 53n + 1n, -1n, MAX_ID - 1n, MIN_ID + 1n];
      for (const id of ids) expect(await plants.create({ id, name: String(id) })).toBe('created');
      const kept = await collect(plants.list());
      expect(kept.map((plant) => plant.id)).toEqual(ids.sort((a, b) => (a < b ? -1 : 1)));
      expect(kept.every((plant) => plant.name === String(plant.id))).toBe(true);
    });

    it.each([MAX_ID + 1n, MIN_ID - 1n, 2n ** 64n + 1n])('stores nothing for %s', async (id) => {
      const { plants } = shared();
      await expect(plants.create({ id, name: 'Fern' })).rejects.toThrow(RangeError);
      expect(await collect(plants.list())).toEqual([]);
    });

    it('keeps every text exactly', async () => {
      const { plants } = shared();
      const given = strings.map(([, text], id) => ({ id: BigInt(id), name: text, tag: text }));
      for (const plant of given) {
        const other = { ...plant, name: `${plant.name}\uFFFD` };
        const outcomes = [await plants.create(plant), await plants.create({ ...plant })];
        expect([...outcomes, await plants.create(other)]).toEqual(['created', 'same', 'taken']);
      }
      expect(await collect(plants.list())).toStrictEqual(given);
    });

    it('has them after it is opened again', async () => {
      const first = await open();
      await first.plants.create({ id: 1n, name: 'Fern' });
      await first.close();
      expect(await collect((await open()).plants.list())).toEqual([{ id: 1n, name: 'Fern' }]);
    });
  });

  describe('createAll', () => {
    it('gives the outcomes in order, and of several with one id counts the first', async () => {
      const { plants } = shared();
      await plants.create({ id: 5n, name: 'Fern' });
      const outcomes = await plants.createAll([
        { id: 9n, name: 'Moss' },
        { id: 5n, name: 'Fern', tag: '' },
        { id: 1n, name: 'Aloe' },
        { id: 9n, name: 'Moss' },
        { id: 5n, name: 'Fern' },
        { id: 9n, name: 'moss' },
      ]);
      expect(outcomes).toEqual(['created', 'taken', 'created', 'same', 'same', 'taken']);
      expect(await collect(plants.list())).toEqual([
        { id: 1n, name: 'Aloe' },
        { id: 5n, name: 'Fern' },
        { id: 9n, name: 'Moss' },
      ]);
    });

    it('keeps the neighbours of one that cannot be kept', async () => {
      const { plants } = shared();
      const given = ferns(40).map((fern) =>
        fern.id === 17n ? { ...fern, id: MAX_ID + 1n } : fern,
      );
      const outcomes = await plants.createAll(given);
      expect(outcomes[17]).toBeInstanceOf(RangeError);
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(39);
      expect(await collect(plants.list())).toEqual(given.filter(({ id }) => id <= MAX_ID));
    });

    it('has no Map or Set keyed by an id as it is, whose hash a client can foresee', async () => {
      const { plants } = shared();
      const given = [7n, 65_536n, -1n, 2n ** 40n, MAX_ID].map((id) => ({ id, name: 'Fern' }));
      await plants.createAll(given.slice(0, 2));
      const keys = await keysWhile(() => plants.createAll(given));
      expect(given.filter(({ id }) => keys.has(`#${id}`))).toEqual(given);
      expect(given.filter(({ id }) => keys.has(String(id)))).toEqual([]);
    });

    it('takes none', async () => expect(await shared().plants.createAll([])).toEqual([]));
  });

  describe('list', () => {
    it('gives each plant once over many pages, up to the highest id', async () => {
      const { plants } = shared();
      const ids = Array.from({ length: 6_000 }, (_, index) => MAX_ID - 5_999n + BigInt(index));
      await plants.createAll(ids.map((id) => ({ id, name: 'Fern' })));
      expect((await collect(plants.list())).map((plant) => plant.id)).toEqual(ids);
    });

    it('shows one moment, lets writers go on, and does not hide what they wrote from others', async () => {
      const server = shared();
      const tool = await openTool();
      await server.plants.createAll(ferns(4_000));
      const listing = server.plants.list()[Symbol.asyncIterator]();
      await listing.next();
      expect(await server.plants.create({ id: 9_000n, name: 'Late' })).toBe('created');
      expect(await tool.plants.create({ id: 9_001n, name: 'Later' })).toBe('created');
      expect(await server.plants.create({ id: 9_001n, name: 'Later' })).toBe('same');
      let count = 1;
      while ((await listing.next()).done !== true) count++;
      expect(count).toEqual(ofOneMoment(4_000));
      expect(await collect(tool.plants.list())).toHaveLength(4_002);
    });

    it('can be left early and started again', async () => {
      const { plants } = shared();
      for (let id = 0n; id < 3n; id++) await plants.create({ id, name: 'Fern' });
      const list = plants.list();
      const seen: bigint[] = [];
      for await (const plant of list) {
        seen.push(plant.id);
        break;
      }
      expect(seen).toEqual([0n]);
      expect(await plants.create({ id: 3n, name: 'Fern' })).toBe('created');
      expect(await collect(plants.list())).toHaveLength(4);
    });
  });
}

function describeTokens({ shared, openTool }: TestStores): void {
  describe('tokens', () => {
    it('finds what was added by its hash, in full', async () => {
      const { tokens } = shared();
      const plain = newRecord({ id: 'plain' });
      const full = newRecord({
        id: 'full',
        label: 'a\0b \uD83C \\ \u{1F331}',
        scopes: ['plants:write', 'a\\b', '\uD83C'],
        expiresAt: new Date(2_000),
        revokedAt: new Date(1_500),
        lastUsedAt: new Date(1_200),
      });
      await tokens.add(plain);
      await tokens.add(full);
      expect(await tokens.findByHash(plain.hash)).toStrictEqual(plain);
      expect(await tokens.findByHash(full.hash)).toStrictEqual(full);
      expect(await tokens.findByHash(randomBytes(32))).toBeUndefined();
    });

    it('lists the oldest first, those of one moment as they came', async () => {
      const { tokens } = shared();
      const records = [
        newRecord({ id: 'z', createdAt: new Date(2_000) }),
        newRecord({ id: 'a', createdAt: new Date(2_000) }),
        newRecord({ id: 'm', createdAt: new Date(1_000) }),
      ];
      for (const record of records) await tokens.add(record);
      expect((await tokens.list()).map((record) => record.id)).toEqual(['m', 'z', 'a']);
    });

    it('refuses an id or a hash that is there already', async () => {
      const { tokens } = shared();
      const record = newRecord({ id: 'one' });
      await tokens.add(record);
      await expect(tokens.add(newRecord({ id: 'one' }))).rejects.toThrow(/unique/i);
      await expect(tokens.add({ ...record, id: 'two' })).rejects.toThrow(/unique/i);
      expect(await tokens.list()).toStrictEqual([record]);
    });

    it('revokes once, keeping the first moment, and only the one named', async () => {
      const { tokens } = shared();
      const record = newRecord({ id: 'one' });
      const other = newRecord({ id: 'two' });
      await tokens.add(record);
      await tokens.add(other);
      expect(await tokens.revoke('one', new Date(5_000))).toBe(true);
      expect(await tokens.revoke('one', new Date(9_000))).toBe(true);
      expect(await tokens.findByHash(record.hash)).toEqual({
        ...record,
        revokedAt: new Date(5_000),
      });
      expect(await tokens.findByHash(other.hash)).toStrictEqual(other);
      expect(await tokens.revoke('three', new Date(5_000))).toBe(false);
      expect(await tokens.revoke('two\0', new Date(5_000))).toBe(false);
    });

    it('keeps the latest use of each token, of several at once', async () => {
      const { tokens } = shared();
      const ids = ['one', 'a\0b\\', 'three'];
      for (const id of ids) await tokens.add(newRecord({ id }));
      const lastUses = async (): Promise<unknown[]> =>
        (await tokens.list()).map(({ lastUsedAt }) => lastUsedAt?.getTime());
      await tokens.markUsed(new Map());
      await tokens.markUsed(new Map(ids.slice(0, 2).map((id) => [id, new Date(5_000)])));
      expect(await lastUses()).toEqual([5_000, 5_000, undefined]);
      const later = new Map([
        ['one', new Date(4_000)],
        ['a\0b\\', new Date(6_000)],
        ['nobody', new Date(6_000)],
      ]);
      await tokens.markUsed(later);
      expect(await lastUses()).toEqual([5_000, 6_000, undefined]);
    });

    it('keeps an id exactly', async () => {
      const { tokens } = shared();
      const record = newRecord({ id: 'a\0b\\' });
      await tokens.add(record);
      expect((await tokens.findByHash(record.hash))?.id).toBe(record.id);
      expect(await tokens.revoke(record.id, new Date(5_000))).toBe(true);
    });

    it('shows the server at once what a tool adds and revokes', async () => {
      const server = shared();
      const tool = await openTool();
      const record = newRecord({ id: 'one' });
      expect(await server.tokens.findByHash(record.hash)).toBeUndefined();
      await tool.tokens.add(record);
      expect(await server.tokens.findByHash(record.hash)).toStrictEqual(record);
      await tool.tokens.revoke('one', new Date(5_000));
      expect((await server.tokens.findByHash(record.hash))?.revokedAt).toEqual(new Date(5_000));
      expect(await server.plants.create({ id: 1n, name: 'Fern' })).toBe('created');
    });
  });
}

function describeLifecycle({ shared, open }: TestStores): void {
  describe('open and close', () => {
    it('answers a ping while it is open', async () => {
      await expect(shared().ping()).resolves.toBeUndefined();
    });

    it('is unavailable after close, which may be called twice', async () => {
      const store = await open();
      await store.plants.create({ id: 1n, name: 'Fern' });
      await store.close();
      await store.close();
      const record = newRecord({ id: 'one' });
      await expect(store.ping()).rejects.toThrow(UnavailableError);
      await expect(store.plants.create({ id: 2n, name: 'Fern' })).rejects.toThrow(UnavailableError);
      await expect(collect(store.plants.list())).rejects.toThrow(UnavailableError);
      await expect(store.tokens.add(record)).rejects.toThrow(UnavailableError);
      await expect(store.tokens.findByHash(record.hash)).rejects.toThrow(UnavailableError);
      await expect(store.tokens.list()).rejects.toThrow(UnavailableError);
      await expect(store.tokens.revoke('one', new Date())).rejects.toThrow(UnavailableError);
      const uses = new Map([['one', new Date()]]);
      await expect(store.tokens.markUsed(uses)).rejects.toThrow(UnavailableError);
      expect(await collect((await open()).plants.list())).toHaveLength(1);
    });

    it('ends a listing that is under way at close', async () => {
      const store = await open();
      await store.plants.createAll(ferns(6_000));
      const listing = store.plants.list();
      await expect(
        (async () => {
          for await (const plant of listing) if (plant.id === 0n) await store.close();
        })(),
      ).rejects.toThrow(UnavailableError);
    });

    it('opens several at once on an empty database', async () => {
      const roles: StoreRole[] = ['server', 'tool', 'tool', 'tool'];
      const stores = await Promise.all(roles.map((role) => open(role)));
      for (const [index, { plants }] of stores.entries()) {
        expect(await plants.create({ id: BigInt(index), name: 'Fern' })).toBe('created');
      }
      expect(await collect(stores[0]!.plants.list())).toHaveLength(roles.length);
    });
  });
}

function describeBackup({ shared, open, ofOneMoment }: TestStores): void {
  describe('backup', () => {
    let folder: string;
    beforeEach(() => {
      folder = makeTempFolder();
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('is a SQLite store of plants and tokens as they are at one moment', async () => {
      const store = shared();
      const plants = [...ferns(5_000), { id: MAX_ID, name: 'a\0\uD83C\\', tag: '' }];
      await store.plants.createAll(plants);
      const tokens = ['z', 'a', 'm'].map((id) => newRecord({ id }));
      for (const token of tokens) await store.tokens.add(token);
      await store.tokens.revoke('a', new Date(7_000));
      const file = join(folder, 'backup.db');
      const backup = store.backup(file);
      // Pairs, of which a picture of one moment has both or none.
      for (let id = -1n; id > -40n; id -= 2n) {
        const pair = [id, id - 1n].map((each) => ({ id: each, name: 'Late' }));
        expect(await store.plants.createAll(pair)).toEqual(['created', 'created']);
      }
      await backup;
      const copy = await openStore(`sqlite:${file}`, { role: 'tool', mustExist: true });
      const copied = await collect(copy.plants.list());
      expect(copied.filter(({ id }) => id >= 0n)).toStrictEqual(plants);
      expect(copied.filter(({ id }) => id < 0n).length % 2).toEqual(ofOneMoment(0));
      expect(await copy.tokens.list()).toStrictEqual(await store.tokens.list());
      await copy.close();
    });

    it('is for its owner alone, whatever the umask', async () => {
      const store = shared();
      const file = join(folder, 'backup.db');
      const umask = process.umask(0);
      try {
        await store.backup(file);
      } finally {
        process.umask(umask);
      }
      expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
    });

    it('refuses a file that is there, and is unavailable after close', async () => {
      const store = await open();
      const file = join(folder, 'backup.db');
      await store.backup(file);
      await expect(store.backup(file)).rejects.toThrow(BackupError);
      await expect(store.backup(join(folder, 'no', 'x.db'))).rejects.toThrow(BackupError);
      await store.close();
      await expect(store.backup(join(folder, 'x.db'))).rejects.toThrow(UnavailableError);
    });
  });
}

function ferns(count: number): Plant[] {
  return Array.from({ length: count }, (_, id) => ({ id: BigInt(id), name: 'Fern' }));
}

function newRecord(given: Partial<TokenRecord> & { id: string }): TokenRecord {
  return {
    hash: randomBytes(32),
    label: 'test',
    scopes: [],
    createdAt: new Date(1_000),
    ...given,
  };
}

import { copyFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql';
import { UnavailableError } from '../../../../src/runtime/contract/failure';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import type { Store } from '../../../../src/plant-store/stores/store';
import { useTempFolder } from '../temp-folder';

const folder = useTempFolder();

/** Longer than a database that failed is left alone. */
const REOPENED_MS = 700;

let store: Store;
let file: string;

beforeEach(async () => {
  file = folder.path('plants.db');
  store = await openStore(`sqlite:${file}`, { role: 'server', busyTimeoutMs: 20 });
  for (let id = 0n; id < 3n; id++) await store.plants.create({ id, name: 'Fern' });
});

afterEach(async () => await store.close());

async function idsOf({ plants }: Store): Promise<bigint[]> {
  const ids: bigint[] = [];
  for await (const { id } of plants.list()) ids.push(id);
  return ids;
}

describe('a fault of the file', () => {
  it('fails the creates of one commit and no other', async () => {
    const holder = new Database(file);
    holder.exec('BEGIN IMMEDIATE');
    const failing = await Promise.allSettled(
      [10n, 11n].map((id) => store.plants.create({ id, name: 'Fern' })),
    );
    expect(failing.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    holder.exec('ROLLBACK');
    holder.close();
    expect(await store.plants.create({ id: 12n, name: 'Fern' })).toBe('created');
    expect(await idsOf(store)).toEqual([0n, 1n, 2n, 12n]);
  });

  it('is seen by a ping until it ends, though the file can be read', async () => {
    const holder = new Database(file);
    holder.exec('BEGIN IMMEDIATE');
    await expect(store.ping()).resolves.toBeUndefined();
    await expect(store.plants.create({ id: 10n, name: 'Fern' })).rejects.toThrow(UnavailableError);
    await expect(store.ping()).rejects.toThrow('database is locked');
    holder.exec('ROLLBACK');
    await expect(store.ping()).resolves.toBeUndefined();
    holder.exec('BEGIN IMMEDIATE');
    await expect(store.ping()).resolves.toBeUndefined();
    holder.exec('ROLLBACK');
    holder.close();
  });

  it('ends when a file that was cut short is whole again', async () => {
    const whole = readFileSync(file);
    truncateSync(file, 0);
    await expect(store.plants.create({ id: 3n, name: 'Fern' })).rejects.toThrow(
      `The database "${file}" failed: the file was cut short`,
    );
    await sleep(REOPENED_MS);
    await expect(store.ping()).rejects.toThrow('the file is empty; restore a backup');
    writeFileSync(file, whole);
    await sleep(REOPENED_MS);
    expect(await store.plants.create({ id: 3n, name: 'Fern' })).toBe('created');
    expect(await idsOf(store)).toEqual([0n, 1n, 2n, 3n]);
  });

  it('ends when a file that was moved away is back', async () => {
    renameSync(file, `${file}.away`);
    await expect(store.plants.create({ id: 3n, name: 'Fern' })).rejects.toThrow(UnavailableError);
    renameSync(`${file}.away`, file);
    expect(await store.plants.create({ id: 3n, name: 'Fern' })).toBe('created');
  });

  it('lasts when another file has taken the place of this one', async () => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await expect(store.ping()).rejects.toThrow('was removed or replaced; restart');
  });
});

describe('opening', () => {
  it('refuses an empty file beside a log, which SQLite would drop', async () => {
    const other = folder.path('other.db');
    writeFileSync(other, '');
    writeFileSync(`${other}-wal`, 'a log');
    await expect(openStore(`sqlite:${other}`, { role: 'server' })).rejects.toThrow(
      `Cannot open the store "${other}": the file is empty, though its log is not; restore a backup`,
    );
    expect(readFileSync(`${other}-wal`, 'utf8')).toBe('a log');
  });

  it('refuses a second server on one file, and takes one once the first is closed', async () => {
    await expect(openStore(`sqlite:${file}`, { role: 'server' })).rejects.toThrow(
      `Cannot open the store "${file}": another plant-store serves it; end that one first, or share a PostgreSQL database instead`,
    );
    await store.close();
    store = await openStore(`sqlite:${file}`, { role: 'server' });
    expect(await idsOf(store)).toHaveLength(3);
  });
});

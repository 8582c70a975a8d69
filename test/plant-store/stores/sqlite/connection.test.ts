import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import Database from 'libsql';
import { UnavailableError } from '../../../../src/runtime/contract/failure';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import { Connection } from '../../../../src/plant-store/stores/sqlite/connection';
import { useTempFolder } from '../temp-folder';

const folder = useTempFolder();

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it does not throw');
}

/** The value of a pragma on the connection itself, where most of them live. */
function pragma(connection: Connection, name: string): unknown {
  const [row] = connection.run(() => connection.prepare(`PRAGMA ${name}`).all());
  return Object.values(row as object)[0];
}

describe('a connection', () => {
  it.each([
    ['server', 1_000],
    ['tool', 0],
  ] as const)(
    'of the role %s syncs each commit; checkpoint after %i pages',
    async (role, pages) => {
      const connection = Connection.open(folder.path('plants.db'), { role });
      expect(pragma(connection, 'journal_mode')).toBe('wal');
      expect(pragma(connection, 'synchronous')).toBe(2); // FULL
      expect(pragma(connection, 'wal_autocheckpoint')).toBe(pages);
      connection.close();
    },
  );

  it('passes errors of the work itself on as they are', async () => {
    const connection = Connection.open(folder.path('plants.db'), { role: 'server' });
    const error = errorOf(() =>
      connection.run(() => connection.prepare('SELECT * FROM nowhere').all()),
    );
    expect(error).not.toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ message: 'no such table: nowhere' });
    connection.close();
  });

  it('refuses to write through a snapshot', async () => {
    const connection = Connection.open(folder.path('plants.db'), { role: 'server' });
    const snapshot = connection.openSnapshot();
    const insert = snapshot.prepare(`INSERT INTO plants VALUES (1, 'Fern', NULL)`);
    expect(() => snapshot.run(() => insert.run())).toThrow(UnavailableError);
    connection.close();
  });

  it('leaves one complete file when the server closes', async () => {
    const file = folder.path('plants.db');
    const store = await openStore(`sqlite:${file}`, { role: 'server' });
    await store.plants.create({ id: 1n, name: 'Fern' });
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await store.close();
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });
});

describe('a listing that is left early', () => {
  it('gives up its hold on the log', async () => {
    const file = folder.path('plants.db');
    const store = await openStore(`sqlite:${file}`, { role: 'tool' });
    await store.plants.create({ id: 1n, name: 'Fern' });
    const seen: bigint[] = [];
    for await (const plant of store.plants.list()) {
      seen.push(plant.id);
      break;
    }
    expect(seen).toEqual([1n]);
    await store.plants.create({ id: 2n, name: 'Moss' });
    const other = new Database(file);
    expect(other.pragma('wal_checkpoint(TRUNCATE)')).toMatchObject([{ busy: 0 }]);
    other.close();
    await store.close();
  });
});

describe('a database that fails while it is in use', () => {
  it('is unavailable while another process holds the lock, and back afterwards', async () => {
    const file = folder.path('plants.db');
    const store = await openStore(`sqlite:${file}`, { role: 'server', busyTimeoutMs: 20 });
    const holder = new Database(file);
    holder.exec('BEGIN IMMEDIATE');
    const error = await failureOf(store.plants.create({ id: 1n, name: 'Fern' }));
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({
      message: `The database "${file}" failed: database is locked`,
      cause: { code: 'SQLITE_BUSY' },
    });
    holder.exec('ROLLBACK');
    expect(await store.plants.create({ id: 1n, name: 'Fern' })).toBe('created');
    holder.close();
    await store.close();
  });

  it('is refused when its pages are damaged', async () => {
    const file = folder.path('plants.db');
    const first = await openStore(`sqlite:${file}`, { role: 'server' });
    await first.plants.create({ id: 1n, name: 'Fern' });
    await first.close();
    overwriteFrom(file, 4_096); // the first page holds the header and the schema
    await expect(openStore(`sqlite:${file}`, { role: 'server' })).rejects.toThrow(
      `Cannot open the store "${file}": the database is damaged; restore a backup`,
    );
  });

  it('is unavailable when its file is removed or replaced', async () => {
    const file = folder.path('plants.db');
    const store = await openStore(`sqlite:${file}`, { role: 'server' });
    rmSync(file);
    await expect(store.plants.create({ id: 1n, name: 'Fern' })).rejects.toThrow(UnavailableError);
    const other = await openStore(`sqlite:${file}`, { role: 'tool' });
    await expect(store.ping()).rejects.toThrow(UnavailableError);
    await other.close();
    await store.close();
  });
});

function overwriteFrom(file: string, position: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc(statSync(file).size - position, 0xa5), 0, undefined, position);
  closeSync(descriptor);
}

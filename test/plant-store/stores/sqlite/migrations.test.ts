import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'libsql';
import { openStore } from '../../../../src/plant-store/stores/open-store';
import {
  APPLICATION_ID,
  migrate,
  migrations,
} from '../../../../src/plant-store/stores/sqlite/migrations';
import { readPragma } from '../../../../src/plant-store/stores/sqlite/connection';
import { useTempFolder } from '../temp-folder';

const folder = useTempFolder();

async function openAndClose(file: string): Promise<void> {
  const store = await openStore(`sqlite:${file}`, { role: 'server', busyTimeoutMs: 50 });
  await store.close();
}

/** A file made by SQL, closed before this returns. */
function makeDatabase(name: string, sql: string): string {
  const file = folder.path(name);
  const db = new Database(file);
  db.exec(sql);
  db.close();
  return file;
}

describe('migrate', () => {
  it('marks a fresh database and takes each step once', () => {
    const db = new Database(folder.path('plants.db'));
    migrate(db, 'plants.db');
    expect(readPragma(db, 'application_id')).toBe(APPLICATION_ID);
    expect(readPragma(db, 'user_version')).toBe(migrations.length);
    migrate(db, 'plants.db'); // a second CREATE TABLE would throw
    db.close();
  });

  it('takes the steps that an older database lacks and keeps its rows', () => {
    const db = new Database(folder.path('plants.db'));
    migrate(db, 'plants.db', migrations.slice(0, 1));
    db.exec(`INSERT INTO plants VALUES (1, 'Fern', NULL)`);
    migrate(db, 'plants.db', [...migrations, 'ALTER TABLE plants ADD COLUMN note TEXT']);
    expect(readPragma(db, 'user_version')).toBe(migrations.length + 1);
    expect(db.prepare('SELECT * FROM plants').all()).toEqual([
      { id: 1, name: 'Fern', tag: null, note: null },
    ]);
    db.close();
  });

  it('gives the tokens of an older database no scopes and no last use', async () => {
    const file = folder.path('plants.db');
    const db = new Database(file);
    migrate(db, file, migrations.slice(0, 2));
    db.exec(`INSERT INTO tokens VALUES ('one', zeroblob(32), 'ci', 1000, NULL, NULL)`);
    db.close();
    const store = await openStore(`sqlite:${file}`, { role: 'server' });
    const token = { id: 'one', hash: Buffer.alloc(32), label: 'ci', createdAt: new Date(1_000) };
    expect(await store.tokens.list()).toStrictEqual([{ ...token, scopes: [] }]);
    await store.close();
  });

  it('leaves nothing of a step that fails half-way', () => {
    const db = new Database(folder.path('plants.db'));
    const broken = [
      ...migrations,
      'CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1)',
    ];
    expect(() => migrate(db, 'plants.db', broken)).toThrow('no such table: nowhere');
    expect(db.inTransaction).toBe(false);
    expect(readPragma(db, 'user_version')).toBe(migrations.length);
    expect(db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'half'`).all()).toEqual([]);
    db.close();
  });
});

describe('opening what is there', () => {
  it('takes an empty file', async () => {
    const file = folder.path('plants.db');
    writeFileSync(file, '');
    await expect(openAndClose(file)).resolves.toBeUndefined();
  });

  it('refuses a newer database', async () => {
    const file = folder.path('plants.db');
    await openAndClose(file);
    makeDatabase('plants.db', `PRAGMA user_version = ${migrations.length + 1}`);
    await expect(openAndClose(file)).rejects.toThrow(
      `Cannot open the store "${file}": its version 4 is newer than 3, the newest that this release knows; run a newer release`,
    );
  });

  const foreign: [name: string, sql: string][] = [
    ['with tables', 'CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT, tag TEXT)'],
    ['with an application id', 'PRAGMA application_id = 1; CREATE TABLE t (a); DROP TABLE t'],
    ['with a version', 'PRAGMA user_version = 1; CREATE TABLE t (a); DROP TABLE t'],
  ];
  it.each(foreign)("refuses another application's database %s, untouched", async (_name, sql) => {
    const file = makeDatabase('foreign.db', sql);
    const before = readFileSync(file);
    await expect(openAndClose(file)).rejects.toThrow(
      `Cannot open the store "${file}": it is the database of another application; name another file or move this one away`,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses what is no database, untouched', async () => {
    const file = folder.path('plants.txt');
    const text = 'a list of plants\n'.repeat(1_000);
    writeFileSync(file, text);
    await expect(openAndClose(file)).rejects.toThrow(
      `Cannot open the store "${file}": the file is not an SQLite database; name another file or move this one away`,
    );
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('refuses a database whose tables were altered by hand', async () => {
    const file = folder.path('plants.db');
    await openAndClose(file);
    makeDatabase('plants.db', 'ALTER TABLE plants RENAME COLUMN tag TO kind');
    await expect(openAndClose(file)).rejects.toThrow(
      /^Cannot open the store ".*plants.db": table plants has no column named tag$/,
    );
  });

  it('says so when another process holds the lock', async () => {
    const file = folder.path('plants.db');
    const holder = new Database(file);
    holder.exec('BEGIN EXCLUSIVE');
    await expect(openAndClose(file)).rejects.toThrow(
      `Cannot open the store "${file}": another process has locked the database; try again when it has finished`,
    );
    holder.exec('ROLLBACK');
    await expect(openAndClose(file)).resolves.toBeUndefined();
    holder.close();
  });
});

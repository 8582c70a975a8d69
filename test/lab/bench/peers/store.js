/**
 * The insert that the peers do: one statement and one transaction for each request, on disk before the
 * reply, with the table and the settings of the plant store.
 *
 * @param {string} url `sqlite:` and a file, or `postgres://...`
 * @returns a function that takes a plant, and returns, or resolves, once it is durable
 */
function openStore(url) {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
}

function openSqlite(file) {
  const Database = require('libsql');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tag TEXT) STRICT');
  const insert = db.prepare(
    'INSERT INTO plants (id, name, tag) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  return ({ id, name, tag }) => {
    insert.run(BigInt(id), name, tag ?? null);
  };
}

/** A pool of ten connections, which is the driver's default. */
function openPostgres(connectionString) {
  const { Pool } = require('pg');
  const pool = new Pool({ connectionString });
  const created = pool.query(
    'CREATE TABLE plants (id bigint PRIMARY KEY, name text NOT NULL, tag text)',
  );
  return async ({ id, name, tag }) => {
    await created;
    await pool.query({
      name: 'create',
      text: 'INSERT INTO plants (id, name, tag) VALUES ($1, $2, $3) ON CONFLICT (id) DO NOTHING',
      values: [id, name, tag ?? null],
    });
  };
}

module.exports = { openStore };

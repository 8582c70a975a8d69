const Database = require('libsql');

/**
 * The insert that the peers do: one transaction for each request, on disk before the reply, with the
 * table and the settings of the plant store.
 *
 * @returns a function that takes a plant and returns once it is durable
 */
function openStore(file) {
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

module.exports = { openStore };

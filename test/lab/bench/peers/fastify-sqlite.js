const Database = require('libsql');
const fastify = require('./fastify');

/**
 * Fastify with plants in SQLite, each in its own transaction, which is on disk before the response.
 * @see https://sqlite.org/pragma.html#pragma_synchronous
 */
module.exports = async () => {
  const database = new Database(process.env.BENCH_FILE);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(
    'CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tag TEXT) STRICT',
  );
  const insert = database.prepare('INSERT INTO plants (id, name, tag) VALUES (?, ?, ?)');
  return fastify(({ id, name, tag }) => insert.run(id, name, tag ?? null));
};

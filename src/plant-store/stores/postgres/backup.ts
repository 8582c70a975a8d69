import { statSync } from 'node:fs';
import { toPlant } from '../plant-table';
import { openSqliteStore } from '../sqlite/open';
import { toTokenRecord } from '../token-table';
import type { PostgresPool } from './pool';
import { Snapshot } from './snapshot';

/**
 * Copies plants and tokens, as they are at one moment, to a new SQLite file.
 *
 * @throws UnavailableError when the database failed; Error when the file cannot be written
 */
export async function copyToSqlite(pool: PostgresPool, file: string): Promise<void> {
  const snapshot = await Snapshot.open(pool);
  try {
    await copy(snapshot, file);
  } finally {
    await snapshot.end();
  }
}

async function copy(snapshot: Snapshot, file: string): Promise<void> {
  const target = await openSqliteStore(file, { role: 'tool' });
  try {
    for await (const rows of snapshot.plants()) {
      const outcomes = await target.plants.createAll(rows.map(toPlant));
      const failed = outcomes.find((outcome) => outcome !== 'created');
      if (failed !== undefined) throw failed instanceof Error ? failed : new Error(failed);
    }
    for (const row of await snapshot.tokens()) await target.tokens.add(toTokenRecord(row));
  } finally {
    await target.close();
  }
  // What is still in the log would be lost with it, since the file alone is kept.
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) throw new Error('its log could not be moved into it');
}

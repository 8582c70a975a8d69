import type { Database } from 'libsql';

/**
 * Reads a pragma of one value, such as `user_version`.
 *
 * @param name of the pragma; it goes into SQL as it is, so never take it from outside
 */
export function readPragma(db: Database, name: string): unknown {
  const [row] = db.pragma(name) as Record<string, unknown>[];
  return row === undefined ? undefined : Object.values(row)[0];
}

/**
 * Dependencies of handlers, such as stores and clients of other services. For SQLite take the package libsql, or
 * node:sqlite of Node 22.13 and later: better-sqlite3 needs an install script, which .npmrc does not run.
 */
export type Dependencies = object;

/** Called once for each start. */
export function createDependencies(): Dependencies {
  return {};
}

import { StoreOpenError } from '../store';
import type { PostgresPool } from './pool';

const EXTENSION = "SELECT 1 FROM pg_extension WHERE extname = 'citus'";
/** Among the tables of Citus, `n` marks those whose rows are all in one place, or in each. */
const PARTITION = `SELECT 1 FROM pg_dist_partition
  WHERE logicalrelid = 'plants'::regclass AND partmethod <> 'n'`;
const COMMITS_OF_WORKERS = "SELECT result FROM run_command_on_workers('SHOW synchronous_commit')";

/**
 * Whether Citus stores the plants in shards on several servers. There, a statement for rows of several shards ends in a
 * two-phase commit, and one for a single row in the commit of one server.
 *
 * @throws UnavailableError
 * @see https://docs.citusdata.com/en/stable/develop/api_metadata.html
 */
export async function hasShards(pool: PostgresPool): Promise<boolean> {
  if ((await pool.query(EXTENSION)).length === 0) return false;
  return (await pool.query(PARTITION)).length > 0;
}

/**
 * Refuses workers that may lose acknowledged commits. Unreachable workers are not checked.
 *
 * @throws StoreOpenError; UnavailableError
 */
export async function assertWorkersExact(pool: PostgresPool, name: string): Promise<void> {
  const commits = await pool.query(COMMITS_OF_WORKERS);
  if (commits.every(([commit]) => commit !== 'off')) return;
  throw new StoreOpenError(
    name,
    'the synchronous_commit of a Citus worker is off, which may lose what clients were told is stored; switch it on there for the user or the database',
  );
}

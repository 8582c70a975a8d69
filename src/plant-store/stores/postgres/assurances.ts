import { StoreOpenError } from '../store-error';
import type { PostgresPool } from './pool';
import type { PostgresSettings } from './settings';

/** Of a commit, waiting for no standby. */
const WITHOUT_STANDBY: readonly string[] = ['local', 'off'];

/**
 * Refuses a database that would lose characters, or commits that it has answered for.
 *
 * @throws StoreOpenError; UnavailableError
 */
export async function assertExact(pool: PostgresPool, name: string): Promise<void> {
  const encoding = await readSetting(pool, 'server_encoding');
  if (encoding !== 'UTF8') {
    const problem = `its encoding is ${encoding}; name a database made with ENCODING 'UTF8'`;
    throw new StoreOpenError(name, problem);
  }
  if ((await readSetting(pool, 'synchronous_commit')) === 'off') {
    throw new StoreOpenError(
      name,
      'its synchronous_commit is off, which may lose what clients were told is stored; switch it on for the user or the database',
    );
  }
}

/**
 * Looks for settings with which the service works, but does not give what its URL makes one expect.
 *
 * @returns a line for each, with the remedy
 * @throws UnavailableError
 */
export async function findWeaknesses(
  pool: PostgresPool,
  settings: PostgresSettings,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const { hosts, statementTimeoutMs, user } = settings;
  if (statementTimeoutMs > 0 && (await readSetting(pool, 'statement_timeout')) === '0') {
    lines.push(
      `the database has no statement_timeout, though the URL sets ${statementTimeoutMs} ms, probably because a pooler ignores it: ALTER ROLE "${user}" SET statement_timeout = ${statementTimeoutMs}`,
    );
  }
  if (hosts.length === 1) return lines;
  const commit = await readSetting(pool, 'synchronous_commit');
  if ((await readSetting(pool, 'synchronous_standby_names')) === '') {
    lines.push(
      'the database has several hosts and no synchronous standby (synchronous_standby_names is empty): if the primary is lost, plants that clients were told are stored may be lost with it',
    );
  } else if (WITHOUT_STANDBY.includes(commit)) {
    lines.push(
      `the database does not wait for its synchronous standby (synchronous_commit is ${commit}): if the primary is lost, plants that clients were told are stored may be lost with it`,
    );
  }
  return lines;
}

async function readSetting(pool: PostgresPool, setting: string): Promise<string> {
  const [row] = await pool.query(`SHOW ${setting}`);
  return String(row?.[0]);
}

import type { CounterTable, SharedUsage, UsageRow } from 'openapi-trellis/service';
import type { PostgresPool } from './pool';

/**
 * Not among the migrations: its data need not survive a release. Unlogged, so commits do not wait for a disk or a
 * standby, and a crash or a failover resets the counts.
 */
const PREPARE = `CREATE UNLOGGED TABLE IF NOT EXISTS rate_limit_usage (
  key     text PRIMARY KEY,
  used    bigint NOT NULL,
  ends_at timestamptz NOT NULL
)`;

/** Locks rows in the order of their keys, in every instance. */
const ADD = `INSERT INTO rate_limit_usage AS known (key, used, ends_at)
  SELECT key, amount, clock_timestamp() + window_ms * interval '1 millisecond'
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS added (key, amount, window_ms)
  ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    used = CASE WHEN known.ends_at <= clock_timestamp() THEN 0 ELSE known.used END + excluded.used,
    ends_at = CASE WHEN known.ends_at <= clock_timestamp() THEN excluded.ends_at ELSE known.ends_at END
  RETURNING key, used, ceil(extract(epoch FROM ends_at - clock_timestamp()) * 1000)`;

const PRUNE = 'DELETE FROM rate_limit_usage WHERE ends_at <= clock_timestamp()';

/** Several instances may find the table missing and create it. */
const TRIES = 3;

/** The counts of rate limits in a PostgreSQL database. */
export class PostgresCounters implements CounterTable {
  constructor(private readonly pool: PostgresPool) {}

  async prepare(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.pool.query(PREPARE);
        return;
      } catch (error) {
        if (tries === TRIES) throw error;
      }
    }
  }

  async add(rows: readonly UsageRow[]): Promise<readonly SharedUsage[]> {
    const keys = rows.map(({ key }) => key);
    const amounts = rows.map(({ amount }) => amount);
    const windows = rows.map(({ windowMs }) => windowMs);
    const found = await this.pool.query(ADD, [keys, amounts, windows]);
    return found.map(([key, used, msLeft]) => ({
      key: String(key),
      used: Number(used),
      msLeft: Number(msLeft),
    }));
  }

  async prune(): Promise<void> {
    await this.pool.query(PRUNE);
  }
}

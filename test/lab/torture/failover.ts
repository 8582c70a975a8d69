import { setTimeout as sleep } from 'node:timers/promises';
import { clearAtEnd } from '../command';
import { Network } from '../postgres/network';
import type { PostgresServer } from '../postgres/postgres-server';
import { onPostgres } from './kills';
import { randomMoment, Trial, type Outcome, type Setting } from './trial';
import { until } from './waiting';

const LIMIT_MS = 60_000;
/** An outage takes seconds, in which clients would take the machine from those who mend it. */
const RETRY_AFTER_MS = 50;
/** Acknowledged plants after which writes go on for certain, not only those that were under way. */
const GOING_ON = 20;

/**
 * One service on a primary that commits wait for a standby of, at an address that leads to the primary. The primary is
 * lost, the standby is promoted, the address leads there, and a new standby is made.
 */
export function tortureFailover(setting: Setting): Promise<Outcome> {
  return onPostgres(setting, async (first) => {
    let primary = first;
    const standbys: PostgresServer[] = [];
    const cleared = clearAtEnd(() => {
      for (const { pid } of standbys) if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    });
    const network = await Network.before(primary.port);
    const addStandby = async (): Promise<PostgresServer> => {
      const standby = await primary.createStandby();
      standbys.push(standby);
      await waitForStandby(primary);
      return standby;
    };
    try {
      const database = new URL(await primary.createDatabase());
      const url = `${Object.assign(database, { port: network.port }).href}?target_session_attrs=read-write`;
      let standby = await addStandby();
      // A plant that is sent again could make a loss good before anybody looks.
      const careful = { ...setting, isRepeating: false, retryAfterMs: RETRY_AFTER_MS };
      const trial = new Trial(careful, url, ['service']);
      const gaps: number[] = [];
      const result = await trial.run(async () => {
        for (let n = 0; n < setting.kills; n++) {
          const lost = primary;
          gaps.push(await failOver(trial, { lost, standby, network }, n % 2 === 0));
          primary = standby;
          standby = await addStandby();
          trial.load.isHeld = true;
          await trial.checkAndGoOn();
        }
      });
      gaps.sort((one, other) => one - other);
      const [median, most] = [gaps[Math.floor((gaps.length - 1) / 2)], gaps.at(-1)];
      const figures = `  without acknowledged creates: median ${median?.toFixed(1)} s, ${most?.toFixed(1)} s at most\n`;
      return { ...result, figures: `${setting.name}\n${figures}` };
    } finally {
      network.end();
      for (const standby of standbys) await standby.remove();
      cleared();
    }
  });
}

interface Servers {
  readonly lost: PostgresServer;
  readonly standby: PostgresServer;
  readonly network: Network;
}

/** @returns the seconds until creates were acknowledged again */
async function failOver(
  trial: Trial,
  { lost, standby, network }: Servers,
  isKill: boolean,
): Promise<number> {
  await randomMoment(trial.random, trial.load);
  const begin = performance.now();
  await trial.kill({
    name: isKill ? 'primary, SIGKILL' : 'primary, immediate',
    kill: () => (isKill ? lost.kill() : lost.stop('immediate')),
  });
  // Its own commits have no standby to wait for yet.
  await standby.query("ALTER SYSTEM SET synchronous_standby_names = ''");
  await standby.query('SELECT pg_reload_conf()');
  network.lead(standby.port);
  await standby.query('SELECT pg_promote()');
  const before = trial.ledger.acknowledged;
  await until(LIMIT_MS, 'a create after a failover', () =>
    trial.ledger.acknowledged >= before + GOING_ON ? true : undefined,
  );
  return (performance.now() - begin) / 1_000;
}

/** Has commits wait for the standby, once it has caught up. */
async function waitForStandby(primary: PostgresServer): Promise<void> {
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.query('SELECT pg_reload_conf()');
  await until(LIMIT_MS, 'a synchronous standby', async () => {
    const sql = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'
      AND state = 'streaming' AND replay_lsn >= pg_current_wal_flush_lsn()`;
    if ((await primary.query(sql)).length > 0) return true;
    await sleep(50);
    return undefined;
  });
}

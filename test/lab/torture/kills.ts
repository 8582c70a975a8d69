import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearAtEnd } from '../command';
import { PgBouncer, whyNoPgBouncer, type PoolMode } from '../postgres/pgbouncer';
import { PostgresServer, whyNoPostgres } from '../postgres/postgres-server';
import type { Victim } from './service';
import { strikeAll, Trial, type Outcome, type Setting } from './trial';

/** One service on a SQLite file, killed again and again. */
export function tortureSqlite(setting: Setting): Promise<Outcome> {
  const trial = new Trial(setting, `sqlite:${path.join(setting.folder, 'plants.db')}`, ['service']);
  return trial.run(async () => {
    const victims = Array.from({ length: setting.kills }, () => trial.victims).flat();
    await strikeAll(trial, shuffled(trial, victims));
  });
}

/**
 * Services on one PostgreSQL database, with clients that send the same ids to all of them; any of them, the database
 * and PgBouncer, if there is one, are killed.
 */
export function torturePostgres(
  serviceNames: readonly string[],
  mode?: PoolMode,
): (setting: Setting) => Promise<Outcome> {
  return async (setting) => {
    const refusal = mode && whyNoPgBouncer();
    if (refusal !== undefined) return { name: setting.name, skipped: refusal };
    return onPostgres(setting, async (server) => {
      const bouncer = mode && (await PgBouncer.create(server, mode));
      const cleared = clearAtEnd(() => {
        if (bouncer?.pid !== undefined) process.kill(bouncer.pid, 'SIGKILL');
      });
      const url = await server.createDatabase();
      const trial = new Trial(setting, bouncer?.url(url) ?? url, serviceNames);
      const start = async (): Promise<void> => {
        await server.start();
        await bouncer?.start(url);
      };
      const database = [
        { name: 'database, SIGKILL', kill: () => server.kill(), start },
        { name: 'database, immediate', kill: () => server.stop('immediate'), start },
      ];
      const others: Victim[] = [...trial.victims];
      if (bouncer !== undefined) {
        const again = (): Promise<void> => bouncer.start(url);
        others.push({ name: 'PgBouncer', kill: () => bouncer.kill(), start: again });
      }
      const victims = Array.from({ length: setting.kills }, (_, index) => [
        ...others,
        ...database.slice(index % 2, (index % 2) + 1),
      ]).flat();
      try {
        return await trial.run(() => strikeAll(trial, shuffled(trial, victims)));
      } finally {
        await bouncer?.remove();
        cleared();
      }
    });
  };
}

/** Under load between two restarts. */
const PAUSE_MS = 500;

/** Two services on one PostgreSQL database, of which one after the other is restarted by SIGTERM under load. */
export function tortureRollingRestart(setting: Setting): Promise<Outcome> {
  return onPostgres(setting, async (server) => {
    const url = await server.createDatabase();
    const trial = new Trial(setting, url, ['first service', 'second service']);
    const { findings } = trial;
    return trial.run(async () => {
      for (let round = 1; round <= setting.kills; round++) {
        for (const service of trial.services) {
          await sleep(PAUSE_MS);
          const code = await service.stop();
          if (code !== 0) findings.unexpected(`the ${service.name} exits ${code} at SIGTERM`);
          await service.start();
        }
        trial.say(`${round} restarts of each, ${trial.ledger.acknowledged} plants acknowledged`);
      }
      const { failedTwice } = trial.load.counts;
      if (failedTwice > 0) findings.unexpected(`${failedTwice} creates failed twice`);
    });
  });
}

/** Runs a scenario with a PostgreSQL of its own, whose files are kept when it finds something. */
export async function onPostgres(
  { name, folder }: Setting,
  run: (server: PostgresServer) => Promise<Outcome>,
): Promise<Outcome> {
  const refusal = whyNoPostgres();
  if (refusal !== undefined) return { name, skipped: refusal };
  const server = await PostgresServer.create();
  const cleared = clearAtEnd(() => {
    if (server.pid !== undefined) process.kill(server.pid, 'SIGQUIT');
    rmSync(server.socketFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  try {
    const outcome = await run(server);
    if ('findings' in outcome && !outcome.findings.isEmpty) {
      await server.stop('immediate');
      cpSync(server.socketFolder, path.join(folder, 'postgres'), { recursive: true });
    }
    return outcome;
  } finally {
    await server.remove();
    cleared();
  }
}

function shuffled<Item>({ random }: Trial, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random.fraction() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

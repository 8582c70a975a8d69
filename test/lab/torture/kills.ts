import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearAtEnd } from '../command';
import { PostgresServer, whyNoPostgres } from '../postgres/postgres-server';
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
 * Services on one PostgreSQL database, with clients that send the same ids to all of them; any of them, and the
 * database, are killed.
 */
export function torturePostgres(
  serviceNames: readonly string[],
): (setting: Setting) => Promise<Outcome> {
  return (setting) =>
    onPostgres(setting, async (server) => {
      const trial = new Trial(setting, await server.createDatabase(), serviceNames);
      const start = (): Promise<void> => server.start();
      const database = [
        { name: 'database, SIGKILL', kill: () => server.kill(), start },
        { name: 'database, immediate', kill: () => server.stop('immediate'), start },
      ];
      const victims = Array.from({ length: setting.kills }, (_, index) => [
        ...trial.victims,
        ...database.slice(index % 2, (index % 2) + 1),
      ]).flat();
      return trial.run(() => strikeAll(trial, shuffled(trial, victims)));
    });
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

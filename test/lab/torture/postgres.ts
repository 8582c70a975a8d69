import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PgBouncer, whyNoPgBouncer, type PoolMode } from '../postgres/pgbouncer';
import { PostgresServer, whyNoPostgres } from '../postgres/postgres-server';
import { clearAtEnd } from '../clean-up';
import type { Outcome } from './report';
import type { Victim } from './service';
import { shuffled, strikeAll } from './strike';
import { Trial, type Setting } from './trial';

/** One service on a PostgreSQL database, of which now one and now the other is killed. */
export function torturePostgres(setting: Setting): Promise<Outcome> {
  return tortureOn(setting, ['service']);
}

/** Two services on one PostgreSQL database, with clients that send the same ids to both; any of the three is killed. */
export function tortureTwoInstances(setting: Setting): Promise<Outcome> {
  return tortureOn(setting, ['first service', 'second service']);
}

/** One service that reaches its PostgreSQL database through PgBouncer, which is killed too. */
export function torturePgBouncer(mode: PoolMode): (setting: Setting) => Promise<Outcome> {
  return (setting) => tortureOn(setting, ['service'], mode);
}

async function tortureOn(
  setting: Setting,
  serviceNames: readonly string[],
  mode?: PoolMode,
): Promise<Outcome> {
  const refusal = whyNoPostgres() ?? (mode && whyNoPgBouncer());
  if (refusal !== undefined) return { name: setting.name, skipped: refusal };
  const server = await PostgresServer.create();
  const bouncer = mode && (await PgBouncer.create(server, mode));
  const cleared = clearAtEnd(() => {
    if (bouncer?.pid !== undefined) process.kill(bouncer.pid, 'SIGKILL');
    if (server.pid !== undefined) process.kill(server.pid, 'SIGQUIT');
    rmSync(server.socketFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  try {
    const url = await server.createDatabase();
    const trial = new Trial(setting, bouncer?.url(url) ?? url, serviceNames);
    const result = await trial.run(async () => {
      const database = databaseVictims(server, () => bouncer?.start(url));
      const victims = Array.from({ length: setting.kills }, (_, index) => [
        ...trial.services,
        index % 2 === 0 ? database.killed : database.stopped,
        ...(bouncer === undefined ? [] : [bouncerVictim(bouncer, url)]),
      ]).flat();
      await strikeAll(trial, shuffled(trial.random, victims));
    });
    if (!result.findings.isEmpty) await keepFiles(server, setting.folder);
    return result;
  } finally {
    await bouncer?.remove();
    await server.remove();
    cleared();
  }
}

/** The database, by each of its ways to end without putting anything in order. */
function databaseVictims(
  server: PostgresServer,
  afterStart: () => Promise<void> | undefined,
): Record<'killed' | 'stopped', Victim> {
  const start = async (): Promise<void> => {
    await server.start();
    await afterStart();
  };
  return {
    killed: { name: 'database, SIGKILL', kill: () => server.kill(), start },
    stopped: { name: 'database, immediate', kill: () => server.stop('immediate'), start },
  };
}

function bouncerVictim(bouncer: PgBouncer, url: string): Victim {
  return { name: 'PgBouncer', kill: () => bouncer.kill(), start: () => bouncer.start(url) };
}

async function keepFiles(server: PostgresServer, folder: string): Promise<void> {
  await server.stop('immediate');
  cpSync(server.socketFolder, path.join(folder, 'postgres'), { recursive: true });
}

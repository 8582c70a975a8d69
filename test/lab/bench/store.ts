import path from 'node:path';
import { PostgresServer } from '../postgres/postgres-server';
import { startAll, stopAll, subjectOf } from './contract';
import { bindTo, type Cores } from './cores';
import { benchCreates } from './creates';
import { measureInRounds } from './measure';
import type { CreateFigures, Settings, StoreFigures } from './results';
import type { ServerCommand } from './server-process';
import { STORE_SERVERS, storeServer } from './servers';

/** Each server with the plant in SQLite, on disk before the response. */
export function benchStore(
  settings: Settings,
  cores: Cores | undefined,
  folder: string,
): Promise<StoreFigures[]> {
  const commands = STORE_SERVERS.sqlite.map((name, index) =>
    storeServer(name, `sqlite:${path.join(folder, `store-${index}.db`)}`),
  );
  return onAllCores(cores, () => measureStores(commands, settings));
}

/** The same with the plant in a PostgreSQL of this machine, a database for each server; then without HTTP. */
export function benchPostgres(
  settings: Settings,
  cores: Cores | undefined,
): Promise<{ postgres: StoreFigures[]; postgresCreates: CreateFigures[] }> {
  return onAllCores(cores, () => measureOnPostgres(settings));
}

/** A store has threads and processes of its own, so all go wherever there is a core for them. */
async function onAllCores<T>(cores: Cores | undefined, work: () => Promise<T>): Promise<T> {
  if (cores === undefined) return work();
  bindTo(cores.all);
  try {
    return await work();
  } finally {
    bindTo(cores.load);
  }
}

async function measureOnPostgres(
  settings: Settings,
): Promise<{ postgres: StoreFigures[]; postgresCreates: CreateFigures[] }> {
  const postgres = await PostgresServer.create();
  try {
    const servers: ServerCommand[] = [];
    for (const name of STORE_SERVERS.postgres) {
      servers.push(storeServer(name, await postgres.createDatabase()));
    }
    return {
      postgres: await measureStores(servers, settings),
      postgresCreates: await benchCreates(settings, () => postgres.createDatabase()),
    };
  } finally {
    await postgres.remove();
  }
}

async function measureStores(
  commands: readonly ServerCommand[],
  settings: Settings,
): Promise<StoreFigures[]> {
  const servers = await startAll(commands, undefined);
  const subjects = servers.map(subjectOf);
  const many = await measureInRounds(subjects, settings);
  const alone = await measureInRounds(subjects, { ...settings, connections: 1 });
  await stopAll(servers);
  return many.flatMap(({ label, figures }, index) => {
    const lone = alone[index]?.figures;
    return lone === undefined ? [] : [{ name: label, ...figures, lone }];
  });
}

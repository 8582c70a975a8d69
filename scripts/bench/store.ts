import { PostgresServer } from '../postgres/postgres-server';
import { startAll, stopAll, subjectOf } from './contract';
import { bindTo, type Cores } from './cores';
import { benchCreates } from './creates';
import { measureInRounds } from './measure';
import type { CreateFigures, Settings, StoreFigures } from './results';
import type { ServerCommand } from './server-process';
import { postgresServers, storeServers } from './servers';

/** Each server with the plant in SQLite, on disk before the response. */
export function benchStore(
  settings: Settings,
  cores: Cores | undefined,
  folder: string,
): Promise<StoreFigures[]> {
  return onAllCores(cores, () => measureStores(storeServers(folder), settings));
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
    for (const toCommand of postgresServers) {
      servers.push(toCommand(await postgres.createDatabase()));
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
  const figures = await measureInRounds(subjects, settings);
  const lone = await measureInRounds(subjects, { ...settings, connections: 1 });
  await stopAll(servers);
  return servers.flatMap(({ name }, index) => {
    const [many, one] = [figures[index], lone[index]];
    return many === undefined || one === undefined ? [] : [{ name, ...many, lone: one }];
  });
}

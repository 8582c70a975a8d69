import path from 'node:path';
import { type LoadSample, measureLoad } from './measure';
import type { Settings } from './options';
import { newPlant } from './requests';
import { type Cores, fastifySqlite, plantStoreServer, ServerProcess } from './servers';
import { ratioOfEach, type Spread, spreadOfEach, takeTurns } from './turns';

/** Figures for creates in SQLite that are on disk before the response. */
export interface DurableFigures {
  readonly name: string;
  readonly createsPerSecond: Spread;
  /** CPU time of the process per create. */
  readonly cpuMicros: Spread;
  /** Creates per second as a multiple of Fastify's, window by window. */
  readonly ofFastify: Spread;
}

const WINDOWS_A_SECOND = 5;

/** Fastify with a transaction per create, and the plant store, which commits waiting creates together. */
export async function benchDurable(
  { rounds, seconds, connections }: Settings,
  cores: Cores | undefined,
  folder: string,
): Promise<DurableFigures[]> {
  const commands = [
    fastifySqlite(path.join(folder, 'fastify.db')),
    plantStoreServer(path.join(folder, 'durable.db')),
  ];
  const servers = await ServerProcess.startAll(commands, cores?.server, []);
  const load = { connections, until: { seconds: 1 / WINDOWS_A_SECOND }, isAwake: false };
  const subjects = servers.map((server) => ({
    name: server.name,
    measure: () => measureLoad(server, newPlant, load),
  }));
  const turns = { turns: rounds * seconds * WINDOWS_A_SECOND, warmUp: WINDOWS_A_SECOND };
  const [group = []] = await takeTurns<LoadSample>('durable', [subjects], turns);
  await Promise.all(servers.map((server) => server.stop()));
  return group.map(({ name, samples }) => ({
    name,
    createsPerSecond: spreadOfEach(samples, 'requestsPerSecond'),
    cpuMicros: spreadOfEach(samples, 'cpuMicros'),
    ofFastify: ratioOfEach(samples, group[0]?.samples ?? [], 'requestsPerSecond'),
  }));
}

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../command';
import { Load } from './measure';
import type { Settings } from './options';
import { newPlant } from './requests';
import { type Cores, FLOOR, peer, plantStoreServer, ServerProcess } from './servers';
import { type Spread, spreadOfEach } from './turns';

/** The plant store as users start it. */
export interface StartFigures {
  /** From the start of the process to its first response. */
  readonly startMs: Spread;
  /** CPU time of the process until then, as a multiple of that of bare `node:http`, started right after it. */
  readonly startCpuRatio: Spread;
  readonly startCpuMs: Spread;
  /** Resident memory a second after the first response. */
  readonly idleRssBytes: Spread;
  readonly afterRequests: readonly { readonly requests: number; readonly rssBytes: number }[];
}

/** Enough time for the garbage of the start to be collected. */
const IDLE_MS = 1_000;
const STEP_REQUESTS = 100_000;
const STEPS = 3;

/** The plant store as users start it: time to the first response, and memory at rest and after requests. */
export async function benchStart(
  { rounds, connections }: Settings,
  cores: Cores | undefined,
  folder: string,
): Promise<StartFigures> {
  const starts: Record<'startMs' | 'startCpuMs' | 'startCpuRatio' | 'rssBytes', number>[] = [];
  for (let round = 1; round <= rounds; round++) {
    const command = plantStoreServer(path.join(folder, `start-${round}.db`));
    const server = await ServerProcess.start(command, cores?.server);
    const { startMs } = server;
    const { cpuMicros } = await server.usage();
    await sleep(IDLE_MS);
    const { rssBytes } = await server.usage();
    await server.stop();
    const startCpuRatio = cpuMicros / (await floorCpuMicros(cores));
    starts.push({ startMs, startCpuMs: cpuMicros / 1_000, startCpuRatio, rssBytes });
    say(`start ${round} of ${rounds}: first response after ${startMs.toFixed(0)} ms`);
  }
  return {
    startMs: spreadOfEach(starts, 'startMs'),
    startCpuMs: spreadOfEach(starts, 'startCpuMs'),
    startCpuRatio: spreadOfEach(starts, 'startCpuRatio'),
    idleRssBytes: spreadOfEach(starts, 'rssBytes'),
    afterRequests: await memoryUnderLoad(connections, cores, path.join(folder, 'memory.db')),
  };
}

/** CPU time of Node alone to start and respond: a busy machine slows both down, but hardly changes their ratio. */
async function floorCpuMicros(cores: Cores | undefined): Promise<number> {
  const server = await ServerProcess.start(peer(FLOOR), cores?.server);
  const { cpuMicros } = await server.usage();
  await server.stop();
  return cpuMicros;
}

async function memoryUnderLoad(
  connections: number,
  cores: Cores | undefined,
  file: string,
): Promise<StartFigures['afterRequests']> {
  const server = await ServerProcess.start(plantStoreServer(file), cores?.server);
  const after: { requests: number; rssBytes: number }[] = [];
  for (let step = 1; step <= STEPS; step++) {
    const load = await Load.open(server.port, newPlant, connections);
    await load.send({ requests: STEP_REQUESTS - connections });
    load.close();
    const { rssBytes } = await server.usage();
    after.push({ requests: step * STEP_REQUESTS, rssBytes });
    say(`${step * STEP_REQUESTS} requests: ${(rssBytes / 2 ** 20).toFixed(0)} MiB`);
  }
  await server.stop();
  return after;
}

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from './contract';
import type { Cores } from './cores';
import { sendLoad } from './load';
import { say } from './progress';
import { newPlant } from './requests';
import type { Settings, StartFigures } from './results';
import { floorServer, plantStoreServer } from './servers';
import { spreadOf } from './statistics';

/** What a start leaves behind is collected by then. */
const IDLE_MS = 1_000;
const STEP_REQUESTS = 100_000;
const STEPS = 3;

interface Start {
  readonly startMs: number;
  readonly startCpuMs: number;
  readonly startCpuRatio: number;
  readonly rssBytes: number;
}

/** The plant store as users start it: time to the first response, and memory at rest and after requests. */
export async function benchStart(
  settings: Settings,
  cores: Cores | undefined,
  folder: string,
): Promise<StartFigures> {
  const starts: Start[] = [];
  for (let round = 1; round <= settings.rounds; round++) {
    const server = await startServer(
      plantStoreServer(`sqlite:${path.join(folder, `start-${round}.db`)}`),
      cores?.server,
    );
    const { cpuMicros } = await server.usage();
    await sleep(IDLE_MS);
    const { rssBytes } = await server.usage();
    await server.stop();
    const floorMicros = await floorCpuMicros(cores);
    starts.push({
      startMs: server.startMs,
      startCpuMs: cpuMicros / 1_000,
      startCpuRatio: cpuMicros / floorMicros,
      rssBytes,
    });
    say(
      `start ${round} of ${settings.rounds}: first response after ${server.startMs.toFixed(0)} ms`,
    );
  }
  return {
    startMs: spreadOf(starts.map(({ startMs }) => startMs)),
    startCpuMs: spreadOf(starts.map(({ startCpuMs }) => startCpuMs)),
    startCpuRatio: spreadOf(starts.map(({ startCpuRatio }) => startCpuRatio)),
    idleRssBytes: spreadOf(starts.map(({ rssBytes }) => rssBytes)),
    afterRequests: await memoryUnderLoad(settings, cores, path.join(folder, 'memory.db')),
  };
}

/** What Node takes to start and to answer by itself: a busy machine makes both slower, and not their ratio. */
async function floorCpuMicros(cores: Cores | undefined): Promise<number> {
  const server = await startServer(floorServer(), cores?.server);
  const { cpuMicros } = await server.usage();
  await server.stop();
  return cpuMicros;
}

async function memoryUnderLoad(
  { connections }: Settings,
  cores: Cores | undefined,
  database: string,
): Promise<StartFigures['afterRequests']> {
  const server = await startServer(plantStoreServer(`sqlite:${database}`), cores?.server);
  const after: StartFigures['afterRequests'][number][] = [];
  for (let step = 1; step <= STEPS; step++) {
    await sendLoad(server.port, newPlant(), { connections, until: { requests: STEP_REQUESTS } });
    const { rssBytes } = await server.usage();
    after.push({ requests: step * STEP_REQUESTS, rssBytes });
    say(`${step * STEP_REQUESTS} requests: ${(rssBytes / 2 ** 20).toFixed(0)} MiB`);
  }
  await server.stop();
  return after;
}

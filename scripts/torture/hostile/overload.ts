import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../random';
import { Connection } from '../../bench/connection';
import { say } from '../../bench/progress';
import { within } from '../waiting';
import { createRequest } from '../tasks';
import { startThrong } from './hostile-thread';
import { PlantSource } from './requests/plants';
import { latencyOf, type Latency, type SiegeOptions } from './siege';

/** How a fresh connection fares beside many busy ones. */
export interface OverloadFigures {
  readonly seconds: number;
  /** Milliseconds from opening a connection to the response to its create. */
  readonly fresh: Latency;
  /** Creates of the busy connections that were acknowledged, in a second. */
  readonly throughput: number;
  /** Responses to them other than 200, by status. */
  readonly others: ReadonlyMap<number, number>;
}

const BUSY_CONNECTIONS = 300;
const FRESH_EVERY_MS = 250;
const FRESH_LIMIT_MS = 10_000;

/** A number of a connection that the busy ones have not. */
const FRESH_NUMBER = 2 ** 20;

/** Has busy connections create all they can, and opens fresh ones beside them. */
export async function overload(options: SiegeOptions): Promise<OverloadFigures> {
  const { service, ledger, findings, seed, seconds } = options;
  say(`hostile: ${BUSY_CONNECTIONS} busy connections for ${seconds} s`);
  const throng = startThrong(service.port ?? 0, seed, BUSY_CONNECTIONS);
  const plants = new PlantSource(new Random(`${seed} overload`), FRESH_NUMBER);
  const latencies: number[] = [];
  const asked: Promise<void>[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end && service.port !== undefined) {
    await sleep(FRESH_EVERY_MS);
    asked.push(createFresh(options, plants, latencies));
  }
  const { acknowledged, others, faults } = await throng.stop();
  await Promise.all(asked);
  for (const fault of faults) findings.unexpected(`overload: ${fault}`);
  for (const plant of acknowledged) {
    ledger.ask(plant);
    ledger.accepted(plant);
  }
  const throughput = acknowledged.length / seconds;
  return { seconds, fresh: latencyOf(latencies), throughput, others };
}

async function createFresh(
  { service: { port }, ledger, findings }: SiegeOptions,
  plants: PlantSource,
  latencies: number[],
): Promise<void> {
  if (port === undefined) return;
  const plant = plants.next();
  ledger.ask(plant);
  const begin = performance.now();
  try {
    const response = await within(
      FRESH_LIMIT_MS,
      'a create on a fresh connection',
      Connection.ask(port, createRequest(plant)),
    );
    latencies.push(performance.now() - begin);
    if (response.status === 200) ledger.accepted(plant);
    else if (response.status !== 503)
      findings.unexpected(`overload: a create got ${response.status}`);
  } catch (error) {
    findings.unexpected(`overload: ${(error as Error).message}`);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../../bench/connection';
import { percentile } from '../../bench/statistics';
import { say } from '../../bench/progress';
import type { Findings } from '../findings';
import type { Service } from '../service';
import { within } from '../waiting';
import { count } from './counting';
import type { SiegeResult } from './attacks';
import { startSiege } from './hostile-thread';
import { memoryOf, MemoryWatch } from './memory';
import { besidePoliteClients, PoliteCounts } from './polite-client';
import type { Stage } from './stage';

export interface SiegeOptions extends Stage {
  readonly seconds: number;
}

/** What well-behaved clients and the memory of the service were like during a siege. */
export interface SiegeFigures {
  readonly seconds: number;
  /** Of well-behaved creates, in milliseconds. */
  readonly latency: Latency;
  /** Responses to well-behaved clients other than 200, by status. */
  readonly others: ReadonlyMap<number, number>;
  /** Responses of /-/ready, by status. */
  readonly ready: ReadonlyMap<number, number>;
  /** RSS in MiB. */
  readonly rss: { readonly before: number; readonly peak: number };
  readonly cut: SiegeResult;
}

export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What a siege may do to others, when it lasts long enough for a judgement. */
export const BOUNDS = { p99Ms: 250, rssGrowth: 150, leastSeconds: 30 } as const;

const POLITE_CLIENTS = 8;

/** Well-behaved clients alone, before the siege. */
const QUIET_MS = 2_000;

const READY_EVERY_MS = 250;
const READY_LIMIT_MS = 10_000;
const LOOK_MS = 100;

/** Besieges a service that runs, while well-behaved clients use it. It ends early when the service does. */
export async function besiege(options: SiegeOptions): Promise<SiegeFigures> {
  const { service, findings, seconds, seed } = options;
  say(`hostile: a siege of ${seconds} s`);
  const quiet = new PoliteCounts();
  const counts = new PoliteCounts();
  let current = quiet;
  const ready = new Map<number, number>();
  let isOver = false;
  const goesOn = (): boolean => !isOver && service.port !== undefined;
  const { rss, cut } = await besidePoliteClients(
    options,
    POLITE_CLIENTS,
    () => current,
    async () => {
      const asker = askReady(service, findings, ready, goesOn);
      await sleep(Math.min(QUIET_MS, seconds * 500));
      const before = await rssOf(service);
      current = counts;
      const watch = new MemoryWatch(() => service.pid);
      const siege = startSiege(service.port ?? 0, seed);
      const end = performance.now() + seconds * 1_000;
      while (performance.now() < end && goesOn()) await sleep(LOOK_MS);
      const cut = await siege.stop();
      watch.stop();
      isOver = true;
      await asker;
      return { rss: { before, peak: watch.most }, cut };
    },
  );
  const { latencies, others } = counts;
  const figures = { seconds, latency: latencyOf(latencies), others, ready, rss, cut };
  judge(figures, findings);
  return figures;
}

/** @param milliseconds in any order */
export function latencyOf(milliseconds: readonly number[]): Latency {
  const sorted = Float64Array.from(milliseconds).sort();
  const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  return { count: sorted.length, p50, p99, max: sorted.at(-1) ?? NaN };
}

function judge({ seconds, latency, rss }: SiegeFigures, findings: Findings): void {
  if (seconds < BOUNDS.leastSeconds) return;
  if (!(latency.p99 <= BOUNDS.p99Ms)) {
    const p99 = latency.p99.toFixed(0);
    findings.unexpected(`siege: p99 of well-behaved creates is ${p99} ms, over ${BOUNDS.p99Ms} ms`);
  }
  const growth = rss.peak - rss.before;
  if (!(growth <= BOUNDS.rssGrowth)) {
    const mebibytes = growth.toFixed(0);
    findings.unexpected(`siege: the RSS grows by ${mebibytes} MiB, over ${BOUNDS.rssGrowth} MiB`);
  }
}

/** Asks for readiness now and again, each time on a fresh connection. */
async function askReady(
  service: Service,
  findings: Findings,
  statuses: Map<number, number>,
  goesOn: () => boolean,
): Promise<void> {
  const request = 'GET /-/ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
  while (goesOn()) {
    await sleep(READY_EVERY_MS);
    try {
      const asking = Connection.ask(service.port ?? 0, request);
      const { status } = await within(READY_LIMIT_MS, 'GET /-/ready', asking);
      count(statuses, status);
      if (status !== 200 && status !== 503) findings.unexpected(`siege: /-/ready is ${status}`);
    } catch (error) {
      if (goesOn()) findings.unexpected(`siege: /-/ready: ${(error as Error).message}`);
    }
  }
}

async function rssOf({ pid }: Service): Promise<number> {
  return (pid === undefined ? undefined : await memoryOf(pid))?.now ?? NaN;
}

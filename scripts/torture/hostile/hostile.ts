import { readFileSync } from 'node:fs';
import { CommandError } from '../../command-line';
import { Findings } from '../findings';
import type { Described } from '../report';
import type { Setting } from '../trial';
import { hostileReport, type HostileFigures } from './figures';
import { Fuzz } from './fuzz';
import type { FuzzCounts } from './fuzz-counts';
import { overload, type OverloadFigures } from './overload';
import { PoliteCounts, runPoliteClient } from './polite-client';
import { parseScript } from './script';
import { besiege, type SiegeFigures } from './siege';
import { onStage } from './stage';

/** What the scenario is given beside what every scenario is. */
export interface HostileSetting extends Setting {
  /** Requests of the fuzzer; 0 leaves it out. */
  readonly requests: number;
  /** Length of the siege; 0 leaves it and the overload out. */
  readonly siegeSeconds: number;
  /** A file with a script that is played in place of all others. */
  readonly replay?: string;
}

/** Requests that are given up by the service do not take long, so that the fuzzer sees it. */
const REQUEST_TIMEOUT_MS = 5_000;

const POLITE_CLIENTS = 2;

/** RSS in MiB that the service may have more at the end of the fuzzing than after its warm-up. */
const RSS_GROWTH = 64;

/** Fewer requests say nothing of memory. */
const LEAST_FOR_MEMORY = 50_000;

const OVERLOAD = { share: 1 / 3, least: 2, most: 10 } as const;

/** Clients that send what they should not, in every way there is, and others that do nothing wrong. */
export async function tortureHostile(setting: HostileSetting): Promise<Described> {
  const { name, seed, requests, siegeSeconds, replay } = setting;
  const findings = new Findings();
  const isBesieged = replay === undefined && siegeSeconds > 0;
  const figures = hostileReport({
    seed,
    fuzz:
      replay !== undefined
        ? await replayScript(setting, findings, replay)
        : requests > 0
          ? await fuzz(setting, findings)
          : undefined,
    siege: isBesieged ? await siegePart(setting, findings) : undefined,
    overload: isBesieged ? await overloadPart(setting, findings) : undefined,
  });
  return { name, findings, figures };
}

type FuzzFigures = NonNullable<HostileFigures['fuzz']>;

async function fuzz(setting: HostileSetting, findings: Findings): Promise<FuzzFigures | undefined> {
  const env = { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) };
  const polite = new PoliteCounts();
  const counts = await onStage(setting, 'fuzz', { env }, findings, async (stage) => {
    const fuzzer = new Fuzz({ ...setting, ...stage });
    let isOver = false;
    const options = { ...stage, target: stage.service, seed: setting.seed };
    const clients = Array.from({ length: POLITE_CLIENTS }, (_, number) =>
      runPoliteClient({ ...options, counts: () => polite, goesOn: () => !isOver }, number),
    );
    try {
      await fuzzer.run();
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
    return fuzzer.counts;
  });
  if (counts === undefined) return undefined;
  judgeMemory(counts, findings);
  return { counts, polite };
}

async function replayScript(
  setting: HostileSetting,
  findings: Findings,
  file: string,
): Promise<FuzzFigures | undefined> {
  const script = readScript(file);
  const env = { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) };
  const counts = await onStage(setting, 'fuzz', { env }, findings, async (stage) => {
    const fuzzer = new Fuzz({ ...setting, ...stage });
    await fuzzer.replay(script);
    return fuzzer.counts;
  });
  return counts && { counts, polite: new PoliteCounts() };
}

function siegePart(setting: HostileSetting, findings: Findings): Promise<SiegeFigures | undefined> {
  const nodeOptions = ['--max-old-space-size=256'];
  const { seed, siegeSeconds: seconds } = setting;
  return onStage(setting, 'siege', { nodeOptions }, findings, (stage) =>
    besiege({ ...stage, seed, seconds }),
  );
}

function overloadPart(
  setting: HostileSetting,
  findings: Findings,
): Promise<OverloadFigures | undefined> {
  const { share, least, most } = OVERLOAD;
  const seconds = Math.min(most, Math.max(least, Math.round(setting.siegeSeconds * share)));
  return onStage(setting, 'overload', {}, findings, (stage) =>
    overload({ ...stage, seed: setting.seed, seconds }),
  );
}

function judgeMemory({ requests, rss: { warm, end } }: FuzzCounts, findings: Findings): void {
  if (requests < LEAST_FOR_MEMORY || warm === undefined || end === undefined) return;
  const growth = end - warm;
  if (growth <= RSS_GROWTH) return;
  findings.unexpected(
    `fuzz: the RSS grows by ${growth.toFixed(0)} MiB after the warm-up, over ${RSS_GROWTH} MiB`,
  );
}

function readScript(file: string): ReturnType<typeof parseScript> {
  try {
    return parseScript(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = (error as Error).message;
    throw new CommandError(`--replay must name a file that a run has kept; ${file}: ${reason}`);
  }
}

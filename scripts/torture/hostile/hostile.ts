import { readFileSync } from 'node:fs';
import { CommandError } from '../../command-line';
import { Findings } from '../findings';
import type { TortureOptions } from '../options';
import type { Described } from '../report';
import type { Setting } from '../trial';
import { hostileReport, type HostileFigures } from './figures';
import { Fuzz } from './fuzz';
import type { FuzzCounts } from './fuzz-counts';
import { overload, type OverloadFigures } from './overload';
import { besidePoliteClients, PoliteCounts } from './polite-client';
import { isMarked } from './requests/plants';
import { parseScript } from './script';
import { besiege, type SiegeFigures } from './siege';
import { onStage } from './stage';

/** What the scenario is given. */
export type HostileSetting = Setting & Pick<TortureOptions, 'requests' | 'siegeSeconds' | 'replay'>;

/**
 * Less than the fuzzer waits, so that it sees what the service gives up, and longer than a busy machine lets
 * a request wait that has been sent whole.
 */
const REQUEST_TIMEOUT_MS = 12_000;

const POLITE_CLIENTS = 2;

/** RSS in MiB that the service may have more at the end of the fuzzing than after its warm-up. */
const RSS_GROWTH = 64;

/** Fewer requests say nothing of memory. */
const LEAST_FOR_MEMORY = 50_000;

const OVERLOAD = { share: 1 / 3, least: 2, most: 10 } as const;

/** Clients that send what they should not, in every way there is, and others that do nothing wrong. */
export async function tortureHostile(setting: HostileSetting): Promise<Described> {
  const { name, seed, siegeSeconds, replay } = setting;
  const findings = new Findings();
  const isBesieged = replay === undefined && siegeSeconds > 0;
  const figures = hostileReport({
    seed,
    fuzz: await fuzz(setting, findings),
    siege: isBesieged ? await siegePart(setting, findings) : undefined,
    overload: isBesieged ? await overloadPart(setting, findings) : undefined,
  });
  return { name, findings, figures };
}

/** Scripts of a seed beside well-behaved clients, or one script that is given. */
async function fuzz(setting: HostileSetting, findings: Findings): Promise<HostileFigures['fuzz']> {
  const { requests, replay } = setting;
  if (replay === undefined && requests === 0) return undefined;
  const script = replay === undefined ? undefined : readScript(replay);
  const env = { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) };
  const polite = new PoliteCounts();
  const counts = await onStage(setting, 'fuzz', { env }, isMarked, findings, async (stage) => {
    const fuzzer = new Fuzz({ ...setting, ...stage });
    if (script !== undefined) await fuzzer.replay(script);
    else
      await besidePoliteClients(
        stage,
        POLITE_CLIENTS,
        () => polite,
        () => fuzzer.run(),
      );
    return fuzzer.counts;
  });
  if (counts === undefined) return undefined;
  judgeMemory(counts, findings);
  return { counts, polite };
}

function siegePart(setting: HostileSetting, findings: Findings): Promise<SiegeFigures | undefined> {
  const nodeOptions = ['--max-old-space-size=256'];
  return onStage(setting, 'siege', { nodeOptions }, isMarked, findings, (stage) =>
    besiege({ ...stage, seconds: setting.siegeSeconds }),
  );
}

function overloadPart(
  setting: HostileSetting,
  findings: Findings,
): Promise<OverloadFigures | undefined> {
  const { share, least, most } = OVERLOAD;
  const seconds = Math.min(most, Math.max(least, Math.round(setting.siegeSeconds * share)));
  return onStage(setting, 'overload', {}, isMarked, findings, (stage) =>
    overload({ ...stage, seconds }),
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

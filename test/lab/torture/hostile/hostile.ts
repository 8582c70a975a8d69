import { readFileSync } from 'node:fs';
import { CommandError } from '../../../../src/cli/command-line';
import { Findings } from '../findings';
import type { TortureOptions } from '../options';
import { figuresText, latencyText, type Described, type Figure } from '../report';
import { onStage } from '../stage';
import type { Setting } from '../trial';
import { Fuzz, type FuzzOptions } from './fuzz';
import { PoliteClients } from './polite-clients';
import { isMarked } from './requests/plants';
import { parseScript, type Script } from './script';
import { besiege } from './siege';

/** What the scenario is given. */
export type HostileSetting = Setting & Pick<TortureOptions, 'requests' | 'siegeSeconds' | 'replay'>;

/**
 * Less than the fuzzer waits, so that it sees what the service gives up, and longer than a busy machine lets
 * a request wait that has been sent whole.
 */
const REQUEST_TIMEOUT_MS = 12_000;

const POLITE_CLIENTS = 2;

/** Clients that send what they should not, in every way there is, and others that do nothing wrong. */
export async function tortureHostile(setting: HostileSetting): Promise<Described> {
  const { name, seed, requests, siegeSeconds, replay } = setting;
  const findings = new Findings();
  const figures: (Figure[] | undefined)[] = [];
  if (replay !== undefined || requests > 0) {
    const script = replay === undefined ? undefined : readScript(replay);
    const service = { env: { REQUEST_TIMEOUT_MS: String(REQUEST_TIMEOUT_MS) } };
    figures.push(
      await onStage(setting, 'fuzz', service, isMarked, findings, (stage) =>
        fuzz({ ...setting, ...stage }, script),
      ),
    );
  }
  if (replay === undefined && siegeSeconds > 0) {
    const service = { nodeOptions: ['--max-old-space-size=256'] };
    figures.push(
      await onStage(setting, 'siege', service, isMarked, findings, (stage) =>
        besiege(stage, siegeSeconds),
      ),
    );
  }
  const lines = figures.flatMap((part) => part ?? []);
  return { name, findings, figures: figuresText(`hostile, seed ${seed}`, lines) };
}

/** Plays scripts of a seed beside well-behaved clients, or one script that is given. */
async function fuzz(options: FuzzOptions, script: Script | undefined): Promise<Figure[]> {
  const fuzzer = new Fuzz(options);
  const begin = performance.now();
  const polite = new PoliteClients(options, script === undefined ? POLITE_CLIENTS : 0);
  await (script === undefined ? fuzzer.run() : fuzzer.replay(script));
  await polite.stop();
  const seconds = (performance.now() - begin) / 1_000;
  const { requests, connections, problemCount, rss } = fuzzer;
  const [warm, end] = [rss.warm.toFixed(0), rss.end.toFixed(0)];
  return [
    ['requests', `${requests} in ${seconds.toFixed(1)} s`],
    ['connections', `${connections}, ${problemCount} of them with a problem`],
    ...(script === undefined
      ? [
          ['well-behaved', `${latencyText(polite.latencies)}; 503: ${polite.busy}`] as const,
          ['RSS', `${warm} MiB after the warm-up, ${end} MiB at the end`] as const,
        ]
      : []),
  ];
}

function readScript(file: string): Script {
  try {
    return parseScript(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = (error as Error).message;
    throw new CommandError(`--replay must name a file that a run has kept; ${file}: ${reason}`);
  }
}

import { sendLoad } from './load';
import { say } from './progress';
import type { RequestKind } from './requests';
import type { Figures, Settings } from './results';
import type { ServerProcess } from './server-process';
import { percentile, spreadOf } from './statistics';

/** A server, and what it is asked. */
export interface Subject {
  /** What progress calls it. */
  readonly label: string;
  readonly server: ServerProcess;
  readonly kind: RequestKind;
}

/** One measurement of one server. */
type Sample = Readonly<Record<keyof Figures, number>>;

/**
 * Measures servers in rounds: each is warmed up once, then each round measures all of them, beginning
 * with another one each time, so that what slows the machine for a while falls on all alike. While one is
 * measured the others are idle.
 *
 * @returns the subjects with their figures, in the same order
 */
export async function measureInRounds<Each extends Subject>(
  subjects: readonly Each[],
  settings: Settings,
): Promise<(Each & { readonly figures: Figures })[]> {
  for (const subject of subjects) {
    await sendLoad(subject.server.port, subject.kind, loadOf(settings));
    say(`warmed up ${subject.label}`);
  }
  const measured = subjects.map((subject) => ({ subject, samples: [] as Sample[] }));
  for (let round = 0; round < settings.rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      const next = measured[(round + turn) % measured.length];
      if (next === undefined) continue;
      const { subject, samples } = next;
      const sample = await measure(subject, settings);
      samples.push(sample);
      say(
        `round ${round + 1} of ${settings.rounds}: ${subject.label}: ` +
          `${sample.cpuMicros.toFixed(1)} µs, ${sample.requestsPerSecond.toFixed(0)} requests/s`,
      );
    }
  }
  return measured.map(({ subject, samples }) => ({ ...subject, figures: figuresOf(samples) }));
}

async function measure({ server, kind }: Subject, settings: Settings): Promise<Sample> {
  const before = await server.usage();
  const { requests, seconds, latencies } = await sendLoad(server.port, kind, loadOf(settings));
  const after = await server.usage();
  return {
    cpuMicros: (after.cpuMicros - before.cpuMicros) / requests,
    requestsPerSecond: requests / seconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    rssBytes: after.rssBytes,
    loopDelayP99Ms: after.loopDelayP99Ms,
  };
}

function loadOf({ connections, seconds, isAwake }: Settings): Parameters<typeof sendLoad>[2] {
  return { connections, until: { seconds }, isAwake };
}

function figuresOf(samples: readonly Sample[]): Figures {
  const spread = (key: keyof Sample): Figures[keyof Figures] =>
    spreadOf(samples.map((sample) => sample[key]));
  return {
    cpuMicros: spread('cpuMicros'),
    requestsPerSecond: spread('requestsPerSecond'),
    p50Ms: spread('p50Ms'),
    p99Ms: spread('p99Ms'),
    rssBytes: spread('rssBytes'),
    loopDelayP99Ms: spread('loopDelayP99Ms'),
  };
}

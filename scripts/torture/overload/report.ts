import { latencyOf, type Latency } from '../hostile/siege';
import type { LoadResults } from './load-results';

/** The figures of the scenario, as lines of text, with what is aimed at. */

/** What came of ten times the load that the service can take. */
export interface TenfoldFigures {
  readonly name: string;
  readonly connections: number;
  /** What it takes in a closed loop, before and after: accepted creates a second, and their latency. */
  readonly calm: { readonly rate: number; readonly latency: Latency };
  readonly results: LoadResults;
  readonly seconds: number;
  /** Of `/-/live` on a connection that was there before. */
  readonly live: Latency;
  readonly recoveryMs: number;
}

/**
 * Well-behaved clients without connections that do nothing, with those at another server, which take as much
 * time of the machine, and with those at the service.
 */
export interface CrowdFigures {
  readonly without: Latency;
  readonly elsewhere: Latency;
  readonly here: Latency;
}

const NAME_WIDTH = 20;

export function overloadReport(tenfold: readonly TenfoldFigures[], crowd: CrowdFigures): string {
  const { without, elsewhere, here } = crowd;
  const ratio = here.p99 / elsewhere.p99;
  const lines = [
    'overload, ten times what the service takes, whether or not there are responses',
    ...tenfold.flatMap(tenfoldLines),
    line(
      'idle connections',
      `p99 of others ${ms(here.p99)}, and ${ms(elsewhere.p99)} with them at another server:`,
    ),
    line('', `${ratio.toFixed(2)} times (aim: about 1); ${ms(without.p99)} without them`),
  ];
  return `${lines.join('\n')}\n`;
}

function tenfoldLines(figures: TenfoldFigures): string[] {
  const { name, connections, calm, results, seconds, live, recoveryMs } = figures;
  const rate = results.accepted.length / seconds;
  const [accepted, refused] = latencies(results);
  const [laterAccepted, laterRefused] = latencies(results.later);
  const lag = latencyOf(results.lags);
  return [
    line(
      name,
      `${connections} connections; calm ${perSecond(calm.rate)}, p99 ${ms(calm.latency.p99)}`,
    ),
    line('  sent', `${perSecond(results.sent / seconds)}, by itself late by ${ms(lag.p99)} (p99)`),
    ...(results.unsent > 0
      ? [line('', `${perSecond(results.unsent / seconds)} had no free connection`)]
      : []),
    line(
      '  accepted',
      `${perSecond(rate)}, ${(rate / calm.rate).toFixed(2)} of the calm (aim: 0.8)`,
    ),
    line('', `${latency(accepted)} (aim: p99 250 ms)`),
    line('', `after the first second ${latency(laterAccepted)}`),
    line('  503', `${refused.count}, ${latency(refused)} (aim: 50 ms)`),
    line('', `after the first second ${latency(laterRefused)}`),
    line(
      '  closed',
      `${results.closed} connections, with ${results.behindClose} creates behind a 503`,
    ),
    line('  hung, cut off', `${results.hung}, ${results.broken} (must be 0)`),
    line('  /-/live', latency(live)),
    line('  recovered', `after ${ms(recoveryMs)} (aim: 1000 ms)`),
  ];
}

function latencies(results: Pick<LoadResults, 'accepted' | 'refused'>): [Latency, Latency] {
  return [latencyOf(results.accepted), latencyOf(results.refused)];
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${text}`;
}

function latency({ p50, p99, max }: Latency): string {
  return `p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`;
}

function perSecond(rate: number): string {
  return `${rate.toFixed(0)}/s`;
}

function ms(value: number): string {
  return Number.isNaN(value) ? 'none' : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

import type { FuzzCounts } from './fuzz-counts';
import type { OverloadFigures } from './overload';
import type { PoliteCounts } from './polite-client';
import { latencyOf, type Latency, type SiegeFigures } from './siege';

/** The figures of the scenario, as lines of text. */

/** What was measured; a part that did not run is undefined. */
export interface HostileFigures {
  readonly seed: number;
  readonly fuzz: { readonly counts: FuzzCounts; readonly polite: PoliteCounts } | undefined;
  readonly siege: SiegeFigures | undefined;
  readonly overload: OverloadFigures | undefined;
}

/** Columns of the names on the left. */
const NAME_WIDTH = 18;

export function hostileReport({ seed, fuzz, siege, overload }: HostileFigures): string {
  const lines = [
    `hostile, seed ${seed}`,
    ...(fuzz === undefined ? [] : [...fuzzLines(fuzz.counts), politeLine(fuzz.polite)]),
    ...(siege === undefined ? [] : siegeLines(siege)),
    ...(overload === undefined ? [] : overloadLines(overload)),
  ];
  return `${lines.join('\n')}\n`;
}

function fuzzLines(counts: FuzzCounts): string[] {
  const { requests, connections, aborts, seconds, problems, processEnds, rss } = counts;
  const rate = Math.round(requests / seconds);
  return [
    line('requests', `${requests} in ${seconds.toFixed(1)} s, ${rate} a second`),
    line('connections', `${connections}, of them ${aborts} aborted`),
    line('responses', listed(counts.statuses)),
    line('faults sent', listed(counts.faults)),
    line(
      'problems',
      `order ${problems.order}, 5xx ${problems['server-error']}, ` +
        `other ${problems.other}, process ends ${processEnds}`,
    ),
    line(
      'RSS',
      `${mebibytes(rss.warm)} after the warm-up, ${mebibytes(rss.end)} at the end, ` +
        `${mebibytes(rss.peak)} at most`,
    ),
  ];
}

function politeLine({ latencies, others }: PoliteCounts): string {
  return line(
    'well-behaved',
    `${latency(latencyOf(latencies))}; other than 200: ${listed(others)}`,
  );
}

function siegeLines({ seconds, latency: polite, others, ready, rss, cut }: SiegeFigures): string[] {
  const growth = mebibytes(rss.peak - rss.before);
  return [
    line(
      `siege of ${seconds} s`,
      `well-behaved ${latency(polite)}; other than 200: ${listed(others)}`,
    ),
    line('', `/-/ready ${listed(ready)}`),
    line(
      '',
      `RSS ${mebibytes(rss.before)} before, ${mebibytes(rss.peak)} at most, growth ${growth}`,
    ),
    line('', `connections cut: ${listed(cut)}`),
  ];
}

function overloadLines({ seconds, fresh, throughput, others }: OverloadFigures): string[] {
  const { count, p50, max } = fresh;
  return [
    line(
      `overload of ${seconds} s`,
      `a fresh connection gets its response after ${ms(p50)} (median of ${count}), ${ms(max)} at most`,
    ),
    line('', `${Math.round(throughput)} creates a second; other than 200: ${listed(others)}`),
  ];
}

function line(name: string, text: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${text}`;
}

function latency({ count, p50, p99, max }: Latency): string {
  return `${count} creates, p50 ${ms(p50)}, p99 ${ms(p99)}, max ${ms(max)}`;
}

function ms(value: number): string {
  if (Number.isNaN(value)) return 'unknown';
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

function mebibytes(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? 'unknown' : `${value.toFixed(0)} MiB`;
}

function listed(counts: ReadonlyMap<string | number, number>): string {
  const items = [...counts]
    .filter(([, times]) => times > 0)
    .map(([key, times]) => `${key} ${times}`);
  return items.length === 0 ? 'none' : items.sort().join(', ');
}

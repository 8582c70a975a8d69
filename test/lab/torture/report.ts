import { percentile } from '../bench/statistics';
import { tableLines } from '../../../src/cli/table';
import { FAULTS, type Findings } from './findings';
import type { TrialResult } from './trial';

/** A scenario that cannot be run here, and why. */
export interface Skipped {
  readonly name: string;
  readonly skipped: string;
}

/** A scenario that kills nothing and has figures of its own. */
export interface Described {
  readonly name: string;
  readonly findings: Findings;
  /** Lines of text. */
  readonly figures: string;
}

export type Outcome = TrialResult | Described | Skipped;

const COLUMNS = [
  'scenario',
  'kills',
  'creates acknowledged',
  'in doubt',
  'retried',
  'of 503',
  ...FAULTS,
];

/** True when nothing was lost, doubled, altered or otherwise unexpected. */
export function isSound(outcome: Outcome): boolean {
  return 'skipped' in outcome || outcome.findings.isEmpty;
}

/** A table with a line for each scenario that kills, and the figures of the others. */
export function report(outcomes: readonly Outcome[]): string {
  const trials = outcomes.filter((outcome) => 'kills' in outcome);
  const figures = outcomes.map((outcome) => ('figures' in outcome && outcome.figures) || '');
  const skipped = outcomes
    .filter((outcome) => 'skipped' in outcome)
    .map((outcome) => `${outcome.name} is skipped: ${outcome.skipped}\n`);
  const parts = [
    [
      ...(trials.length > 0 || figures.every((text) => text === '') ? [table(trials)] : []),
      ...skipped,
    ].join(''),
    ...figures,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function table(trials: readonly TrialResult[]): string {
  return `${tableLines([COLUMNS, ...trials.map(row)], 'numbers').join('\n')}\n`;
}

function row({ name, kills, acknowledged, counts, findings }: TrialResult): string[] {
  const { inDoubt, retried, unavailable } = counts;
  const numbers = [kills, acknowledged, inDoubt, retried, unavailable];
  return [name, ...[...numbers, ...FAULTS.map((fault) => findings.count(fault))].map(String)];
}

/** Something that was measured: its name and a text. */
export type Figure = readonly [name: string, text: string];

/** Columns of the names on the left. */
const NAME_WIDTH = 18;

/** A title, and a line for each figure. */
export function figuresText(title: string, figures: readonly Figure[]): string {
  const lines = figures.map(([name, text]) => `  ${name.padEnd(NAME_WIDTH)}${text}`);
  return `${[title, ...lines].join('\n')}\n`;
}

/** What most requests took, and what nearly all of them took at most. @param latencies in any order */
export function latencyText(latencies: readonly number[]): string {
  const [p50, p99] = [0.5, 0.99].map((share) => msText(percentileOf(latencies, share)));
  return `${latencies.length} creates, p50 ${p50}, p99 ${p99}`;
}

/** @param latencies in any order */
export function percentileOf(latencies: readonly number[], share: number): number {
  return percentile(Float64Array.from(latencies).sort(), share);
}

export function msText(ms: number): string {
  return Number.isNaN(ms) ? 'unknown' : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

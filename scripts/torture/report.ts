import { FAULTS } from './findings';
import type { TrialResult } from './trial';

/** A scenario that cannot be run here, and why. */
export interface Skipped {
  readonly name: string;
  readonly skipped: string;
}

export type Outcome = TrialResult | Skipped;

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

/** A table with a line for each scenario. */
export function report(outcomes: readonly Outcome[]): string {
  const rows = [COLUMNS, ...outcomes.filter((outcome) => 'kills' in outcome).map(row)];
  const widths = COLUMNS.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  const skipped = outcomes
    .filter((outcome) => 'skipped' in outcome)
    .map((outcome) => `${outcome.name} is skipped: ${outcome.skipped}`);
  return `${[...lines, ...skipped].join('\n')}\n`;
}

function row({ name, kills, acknowledged, counts, findings }: TrialResult): string[] {
  const { inDoubt, retried, unavailable } = counts;
  const numbers = [kills, acknowledged, inDoubt, retried, unavailable];
  return [name, ...[...numbers, ...FAULTS.map((fault) => findings.count(fault))].map(String)];
}

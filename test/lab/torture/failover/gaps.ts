import { tableLines } from '../../../../src/cli/table';

/** How long nothing was acknowledged when a primary was lost. */
export interface Gap {
  /** In which way it was lost. */
  readonly way: string;
  readonly seconds: number;
}

/** A table of the times without writes, for each way in which the primary was lost and for all. */
export function describeGaps(gaps: readonly Gap[]): string {
  const ways = [...new Set(gaps.map(({ way }) => way))];
  const rows = ways.map((way) =>
    row(
      way,
      gaps.filter((gap) => gap.way === way),
    ),
  );
  const lines = [
    ['primary', 'times', 'median s without writes', 'most'],
    ...rows,
    row('all', gaps),
  ];
  return `${tableLines(lines, 'numbers').join('\n')}\n`;
}

function row(name: string, gaps: readonly Gap[]): string[] {
  const sorted = gaps.map(({ seconds }) => seconds).sort((one, other) => one - other);
  const numbers = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
  return [name, String(gaps.length), ...numbers.map((number) => number?.toFixed(1) ?? '-')];
}

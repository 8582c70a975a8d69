import { tableLines } from '../table';
import type { Examination } from './examine';

const COLUMNS = [
  'document',
  'operations',
  'left out',
  'generated',
  'compiled',
  'served',
  'routed',
  'good accepted',
  'broken refused',
  'seconds',
];

/** True when every step succeeded for every operation. */
export function isSound({ generated, compiled, served, exercise, failures }: Examination): boolean {
  return (
    generated &&
    compiled &&
    served &&
    failures.length === 0 &&
    exercise?.accepted === exercise?.operations
  );
}

/** A table with a line for each document, and under it what went wrong. */
export function report(examinations: readonly Examination[]): string {
  const lines = tableLines([COLUMNS, ...examinations.map(row)], 'numbers');
  const reasons = examinations.flatMap(({ name, failures }) =>
    failures.length === 0 ? [] : ['', name, ...failures.map((line) => `  ${line}`)],
  );
  return `${[...lines, ...reasons, '', summary(examinations)].join('\n')}\n`;
}

function row(examination: Examination): string[] {
  const { name, leftOut, generated, compiled, served, exercise, elapsedMs } = examination;
  const of = (count: number | undefined, all: number | undefined): string =>
    count === undefined ? '-' : `${count}/${all ?? 0}`;
  const breakable = exercise && exercise.operations - exercise.unbreakable;
  return [
    name,
    String(exercise?.operations ?? '-'),
    String(leftOut ?? '-'),
    mark(generated),
    mark(compiled),
    mark(served),
    of(exercise?.routed, exercise?.operations),
    of(exercise?.accepted, exercise?.operations),
    of(exercise?.refused, breakable),
    (elapsedMs / 1000).toFixed(1),
  ];
}

function mark(done: boolean): string {
  return done ? 'yes' : 'no';
}

function summary(examinations: readonly Examination[]): string {
  const count = (of: (examination: Examination) => number): number =>
    examinations.reduce((sum, examination) => sum + of(examination), 0);
  const sound = examinations.filter(isSound).length;
  const operations = count(({ exercise }) => exercise?.operations ?? 0);
  const accepted = count(({ exercise }) => exercise?.accepted ?? 0);
  const refused = count(({ exercise }) => exercise?.refused ?? 0);
  const leftOut = count((examination) => examination.leftOut ?? 0);
  const unbreakable = count(({ exercise }) => exercise?.unbreakable ?? 0);
  return (
    `${sound} of ${examinations.length} documents without a failure; of ${operations} operations served, ` +
    `${accepted} accepted a good request, ${refused} refused a broken one, ${unbreakable} accept anything; ${leftOut} left out`
  );
}

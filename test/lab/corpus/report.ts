import { tableLines } from '../../../src/tools/cli/table';
import type { ErrorCounts } from './error-judge';
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

/** Minimum percentage of valid bodies among the error bodies that can be judged. */
const FITTING_PERCENT = 98;

/** True when error responses have documented bodies, except for the few operations that no body fits. */
export function areErrorsSound(examinations: readonly Examination[]): boolean {
  const { judged, fitting } = errorCounts(examinations);
  return fitting * 100 >= judged * FITTING_PERCENT;
}

function errorCounts(examinations: readonly Examination[]): ErrorCounts {
  const sum = (of: (errors: ErrorCounts) => number): number =>
    examinations.reduce((total, { exercise }) => total + (exercise ? of(exercise.errors) : 0), 0);
  return {
    refusals: sum(({ refusals }) => refusals),
    documented: sum(({ documented }) => documented),
    judged: sum(({ judged }) => judged),
    fitting: sum(({ fitting }) => fitting),
  };
}

function errorSummary(examinations: readonly Examination[]): string {
  const { refusals, documented, judged, fitting } = errorCounts(examinations);
  return (
    `of ${refusals} refusals, ${documented} have a documented status; of ${judged} bodies of these that can be ` +
    `judged, ${fitting} fit their schema (${FITTING_PERCENT} of 100 must)`
  );
}

/** A table with a line for each document, followed by the failures. */
export function report(examinations: readonly Examination[]): string {
  const lines = tableLines([COLUMNS, ...examinations.map(row)], 'numbers');
  const reasons = examinations.flatMap(({ name, failures, unfitErrors }) => {
    const found = [...failures, ...unfitErrors];
    return found.length === 0 ? [] : ['', name, ...found.map((line) => `  ${line}`)];
  });
  return `${[...lines, ...reasons, '', summary(examinations), errorSummary(examinations)].join('\n')}\n`;
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

import type { OperationCoverage } from './measure';
import { type CoveragePart, PART_KINDS } from './parts';
import type { SourceDocument } from '../document';
import { tableLines, visibleLine } from '../cli';

/** The outcome of coverage, excluding parts that need not be exercised. */
interface Verdict {
  readonly exercised: number;
  /** The number of parts to exercise: all but the allowed ones. */
  readonly expected: number;
  readonly allowed: number;
  /** Parts that are neither exercised nor allowed. */
  readonly missing: readonly CoveragePart[];
  /** Faults with their remedies; empty where coverage is sufficient. */
  readonly faults: readonly string[];
}

/** The requirements for coverage. */
interface Demands {
  /** The minimum percentage of the parts that tests must exercise. */
  readonly threshold: number;
  /** The file of the allowlist, for messages. */
  readonly file: string;
  /** Parts that no test exercises, with the reasons. */
  readonly allowed: ReadonlyMap<string, string>;
}

/** Judges coverage. An allowlist entry that is exercised, or names no part, is a fault too. */
export function judge(
  coverage: readonly OperationCoverage[],
  { threshold, file, allowed }: Demands,
): Verdict {
  const expected = coverage.flatMap(({ parts }) => parts.filter(({ name }) => !allowed.has(name)));
  const exercised = new Set(coverage.flatMap((each) => [...each.exercised]));
  const missing = expected.filter((part) => !exercised.has(part));
  const count = expected.length - missing.length;
  const isEnough = 100 * count >= threshold * expected.length;
  return {
    exercised: count,
    expected: expected.length,
    allowed: allowed.size,
    missing,
    faults: [
      ...(isEnough ? [] : [tooLittle(count, expected.length, threshold, file)]),
      ...staleEntries(coverage, allowed).map((fault) => `${file}: ${fault}; remove the line`),
    ],
  };
}

function tooLittle(count: number, expected: number, threshold: number, file: string): string {
  return (
    `Tests exercise ${percent(count, expected)} of the contract, and the threshold is ${threshold} %; ` +
    `exercise what is missing, or accept it with a line OPERATION PART # REASON in ${file}`
  );
}

function staleEntries(
  coverage: readonly OperationCoverage[],
  allowed: ReadonlyMap<string, string>,
): string[] {
  const names = new Set(coverage.flatMap(({ parts }) => parts.map(({ name }) => name)));
  const exercised = coverage.flatMap((each) => [...each.exercised].map(({ name }) => name));
  return [
    ...exercised.filter((name) => allowed.has(name)).map((name) => `"${name}" is exercised`),
    ...[...allowed.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `the document has no part "${name}"`),
  ];
}

/** Rounded down, so only full coverage gives 100 %. */
export function percent(count: number, of: number): string {
  return `${of === 0 ? 100 : Math.floor((100 * count) / of)} %`;
}

/** Coverage for a terminal: a row for each operation, and the places of missing parts in the document. */
export function report(
  { name, placeOf }: Pick<SourceDocument, 'name' | 'placeOf'>,
  coverage: readonly OperationCoverage[],
  { exercised, expected, allowed, missing, faults }: Verdict,
): string {
  const head = ['operation', ...PART_KINDS, 'share'];
  const beside = allowed > 0 ? `, ${allowed} allowed` : '';
  const lines = [
    `Contract coverage of ${name}: ${percent(exercised, expected)}, ${exercised} of ${expected} parts${beside}`,
    ...tableLines([head, ...coverage.map(rowOf)]),
    ...(missing.length > 0 ? ['missing:'] : []),
    ...missing.map((part) => {
      const { file, line } = placeOf(part.pointer);
      return `  ${file}:${line}: ${part.name}`;
    }),
    ...faults,
  ];
  return `${lines.map(visibleLine).join('\n')}\n`;
}

function rowOf({ operationId, parts, exercised }: OperationCoverage): string[] {
  const counts = PART_KINDS.map((kind) => {
    const all = parts.filter((part) => part.kind === kind);
    return all.length === 0
      ? ''
      : `${all.filter((part) => exercised.has(part)).length}/${all.length}`;
  });
  return [operationId, ...counts, percent(exercised.size, parts.length)];
}

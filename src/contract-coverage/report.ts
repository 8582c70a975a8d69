import type { SourceDocument } from '../generate/index';
import { tableLines } from '../cli/table';
import { percent, type Verdict } from './judge';
import type { OperationCoverage } from './measure';
import { PART_KINDS } from './parts';

/** Coverage for a terminal: a row for each operation, and where in the document stands what is missing. */
export function report(
  { name, placeOf }: Pick<SourceDocument, 'name' | 'placeOf'>,
  coverage: readonly OperationCoverage[],
  { exercised, expected, allowed, missing, faults }: Verdict,
): string {
  const head = ['operation', ...PART_KINDS, 'share'];
  const beside = allowed > 0 ? `, ${allowed} allowed` : '';
  const lines = [
    `Contract coverage of ${name}: ${percent(exercised, expected)}, ${exercised} of ${expected} parts${beside}`,
    ...tableLines([head, ...coverage.map(rowOf)], 'text'),
    ...(missing.length > 0 ? ['missing:'] : []),
    ...missing.map((part) => {
      const { file, line } = placeOf(part.pointer);
      return `  ${file}:${line}: ${part.name}`;
    }),
    ...faults,
  ];
  return `${lines.join('\n')}\n`;
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

import { addReasonLines, CommandError, type ReasonLine, reasonLine, visibleLine } from '../cli';
import { checks, statusOrReason } from '../judge';
import type { Finding } from './finding';
import type { Results } from './results';

export interface AcceptedFinding {
  readonly check: string;
  /** The operationId, `*` for all, `-` for none. */
  readonly operation: string;
  /** The status, the place in the document and the cause; '' to match all of them. */
  readonly where: string;
  readonly line: ReasonLine;
}

/**
 * The accepted findings among lines `CHECK OPERATION # REASON`, where the operation may be followed by the status, the
 * place and the cause. Lines that accept something about the document itself are left out.
 *
 * @throws CommandError for a line that names a check alone
 */
export function acceptedFindings(lines: readonly ReasonLine[]): AcceptedFinding[] {
  return lines.flatMap((line) => {
    const [check = '', operation, ...where] = line.name.split(/\s+/);
    if (operation === undefined && checks.some(({ id }) => id === check)) {
      const place = `${line.file}:${line.line}`;
      throw new CommandError(`${place} must be "CHECK OPERATION # REASON", not "${line.name}"`);
    }
    const isOfDocument =
      operation === undefined || [check, operation].some((each) => each.startsWith('/'));
    return isOfDocument ? [] : [{ check, operation, where: where.join(' '), line }];
  });
}

/** @returns the findings that no line accepts, and the lines whose findings were looked for and not found */
export function compareFindings(results: Results, accepted: readonly AcceptedFinding[]) {
  const { findings } = results;
  const isOf = (finding: Finding, { check, operation, where }: AcceptedFinding): boolean =>
    finding.check === check &&
    [operationName(finding), '*'].includes(operation) &&
    ['', whereOf(finding)].includes(where);
  const isFound = (each: AcceptedFinding): boolean =>
    findings.some((finding) => isOf(finding, each));
  return {
    fresh: findings.filter((finding) => !accepted.some((each) => isOf(finding, each))),
    missing: accepted.filter((each) => !isFound(each) && isLookedFor(each, results)),
  };
}

/** False for checks and operations that this run left out, by its options or for lack of time. */
function isLookedFor(
  { check, operation }: AcceptedFinding,
  { checks: made, operations }: Results,
): boolean {
  const tested = operations.filter(({ requests }) => requests > 0).map(operationName);
  const isMade = made.some(({ id }) => id === check) || checks.every(({ id }) => id !== check);
  return isMade && ['-', '*', ...tested].includes(operation);
}

export function staleText({ line: { file, line, name } }: AcceptedFinding): string {
  return `${file}:${line}: "${name}" was not found; remove the line if it is gone`;
}

/** Adds a line for each finding to a file, the same whatever the seed. */
export function acceptFindings(file: string, findings: readonly Finding[], reason: string): void {
  const lines = findings.map((finding) => {
    const name = [finding.check, operationName(finding), whereOf(finding)]
      .filter(Boolean)
      .join(' ');
    const rule = checks.find(({ id }) => id === finding.check)?.rule ?? finding.message;
    return reasonLine(name, reason, rule);
  });
  addReasonLines(file, [...new Set(lines)].sort());
}

function operationName({ operationId = '-' }: Pick<Finding, 'operationId'>): string {
  return operationId.replace(/[\s#]/g, encodeURIComponent);
}

/** The parts of a finding that are the same in each run: no value of a request or response. */
function whereOf({ pointer, cause, exchanges }: Finding): string {
  const last = exchanges.at(-1);
  const status = last && statusOrReason(last);
  const parts = [status, pointer, cause ?? last?.testCase.about];
  const text = parts.filter((part) => part !== undefined && part !== '').join(' ');
  return visibleLine(text).replaceAll('#', '%23').replaceAll(/\s+/g, ' ').trim();
}

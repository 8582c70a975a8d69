import { existsSync, readFileSync } from 'node:fs';
import { CommandError, writeRegularFile, visibleLine } from '../cli';
import { statusOrReason } from '../judge';
import type { Finding } from './finding';
import { incomplete } from './report/verdict';
import type { Results } from './results';

/** A known finding, with the reason why it is accepted for now. */
export interface KnownFinding {
  readonly check: string;
  /** The operationId, or `*` for all. */
  readonly operation: string;
  /** The status, the place in the document and the cause; absent to match all of them. */
  readonly where?: string | undefined;
  readonly reason: string;
}

/** New findings, and known ones that were not found: they are fixed, or were not looked for. */
interface Compared {
  readonly fresh: readonly Finding[];
  readonly missing: readonly KnownFinding[];
}

/**
 * Reads a file of known findings: lines of the form `CHECK OPERATION # REASON`, or those of a baseline. Empty
 * lines and lines that begin with `#` are ignored.
 *
 * @throws CommandError naming the first malformed line
 */
export function readKnownFindings(file: string): KnownFinding[] {
  return fileText(file)
    .split(/\r?\n/)
    .flatMap((line, index) => {
      if (/^\s*(?:#|$)/.test(line)) return [];
      const [, check, operation, where, reason] =
        /^\s*(\S+)\s+(\S+)(?:\s+([^#]*\S))?\s+#\s*(.*\S)\s*$/.exec(line) ?? [];
      if (check !== undefined && operation !== undefined && reason !== undefined) {
        return [{ check, operation, where, reason }];
      }
      throw new CommandError(
        `${file}:${index + 1} must be "CHECK OPERATION # REASON", not "${line.trim()}"`,
      );
    });
}

export function compareFindings(
  findings: readonly Finding[],
  known: readonly KnownFinding[],
): Compared {
  const isOf = (finding: Finding, { check, operation, where }: KnownFinding): boolean =>
    finding.check === check &&
    [operationName(finding), '*'].includes(operation) &&
    (where === undefined || where === whereOf(finding));
  return {
    fresh: findings.filter((finding) => !known.some((each) => isOf(finding, each))),
    missing: known.filter((each) => !findings.some((finding) => isOf(finding, each))),
  };
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The file of known findings cannot be read: ${reason}`);
  }
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
  return visibleLine(text).replaceAll('#', '%23').trim();
}

/** The result of comparing a run with its baseline. */
interface Judged {
  readonly fresh: readonly Finding[];
  /** The file was written: all findings of this run are known from now on. */
  readonly isWritten: boolean;
  readonly lines: readonly string[];
}

const HEAD = '# Findings of conformance that are known: CHECK OPERATION STATUS PLACE CAUSE # RULE';

/** The findings of an earlier run, in a file that the first run writes. */
export class Baseline {
  private readonly known: readonly KnownFinding[] | undefined;

  /** @throws CommandError if the file cannot be read */
  constructor(
    private readonly file: string,
    private readonly isUpdated: boolean,
  ) {
    this.known = existsSync(file) ? readKnownFindings(file) : undefined;
  }

  judge(results: Results): Judged {
    const { file, known = [] } = this;
    const found = results.findings.filter(({ fault }) => fault === 'service');
    const { fresh, missing } = compareFindings(found, known);
    const gone = missing.filter((each) => isLookedFor(each, results));
    const others = results.findings.filter((each) => fresh.includes(each) || !found.includes(each));
    const isFirst = this.known === undefined;
    const reason = incomplete(results)?.reason;
    const isWritten = (isFirst || this.isUpdated) && reason === undefined;
    if (isWritten) this.write(results, fresh, gone);
    const count = found.length - fresh.length;
    return {
      fresh: others,
      isWritten,
      lines: [
        ...(count === 0 ? [] : [`known from ${file}, and not counted: ${count}`]),
        ...gone.map((each) => `gone: ${lineOf(each)}`),
        ...(gone.length > 0 && !isWritten ? [`--update-baseline removes them from ${file}`] : []),
        ...(isWritten ? [`written: ${file}; its findings are known from now on`] : []),
        ...(isFirst && !isWritten ? [`${file} is not written: ${String(reason)}`] : []),
      ],
    };
  }

  /** Keeps known findings that were not looked for. */
  private write(
    { checks }: Results,
    fresh: readonly Finding[],
    gone: readonly KnownFinding[],
  ): void {
    const kept = (this.known ?? []).filter((each) => !gone.includes(each));
    const added = fresh.map((finding): KnownFinding => {
      const reason = checks.find(({ id }) => id === finding.check)?.rule ?? finding.message;
      const { check } = finding;
      return { check, operation: operationName(finding), where: whereOf(finding), reason };
    });
    const lines = [...new Set([...kept, ...added].map(lineOf))].sort();
    try {
      writeRegularFile(this.file, `${[HEAD, ...lines].join('\n')}\n`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(`--baseline must name a file that can be written: ${reason}`);
    }
  }
}

function lineOf({ check, operation, where = '', reason }: KnownFinding): string {
  return `${[check, operation, where].filter(Boolean).join(' ')} # ${reason}`;
}

/** False for checks and operations that this run left out, by its options or for lack of time. */
function isLookedFor({ check, operation }: KnownFinding, { checks, operations }: Results): boolean {
  const tested = operations.filter(({ requests }) => requests > 0).map(operationName);
  return checks.some(({ id }) => id === check) && ['-', '*', ...tested].includes(operation);
}

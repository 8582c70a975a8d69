import { readFileSync } from 'node:fs';
import { CommandError } from '../cli/command-line';
import type { Finding } from './finding';

/** A finding that is known, with the reason why it is accepted for now. */
export interface KnownFinding {
  readonly check: string;
  /** The operationId, or `*` for all. */
  readonly operation: string;
  readonly reason: string;
}

/** What is new, and what is known and was not found: it is fixed, or not looked for. */
interface Compared {
  readonly fresh: readonly Finding[];
  readonly missing: readonly KnownFinding[];
}

/**
 * Reads a file of known findings: a line `CHECK OPERATION # REASON` each; empty lines and those that begin
 * with `#` count for nothing.
 *
 * @throws CommandError naming the line that says something else
 */
export function readKnownFindings(file: string): KnownFinding[] {
  return textOf(file)
    .split(/\r?\n/)
    .flatMap((line, index) => {
      if (/^\s*(?:#|$)/.test(line)) return [];
      const [, check, operation, reason] = /^\s*(\S+)\s+(\S+)\s+#\s*(.*\S)\s*$/.exec(line) ?? [];
      if (check !== undefined && operation !== undefined && reason !== undefined) {
        return [{ check, operation, reason }];
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
  const isOf = (finding: Finding, { check, operation }: KnownFinding): boolean =>
    finding.check === check && [finding.operationId, '*'].includes(operation);
  return {
    fresh: findings.filter((finding) => !known.some((each) => isOf(finding, each))),
    missing: known.filter((each) => !findings.some((finding) => isOf(finding, each))),
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The file of known findings cannot be read: ${reason}`);
  }
}

import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  acceptedText,
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  printLines,
  printReport,
  type ReasonLine,
  readReasonLines,
  sayLines,
} from '../cli';
import type { JsonObject } from '../document';
import { type GivenTokens, type Exchange, type Redaction, redactionOf } from '../judge';
import type { Finding } from './finding';
import {
  type AcceptedFinding,
  acceptedFindings,
  acceptFindings,
  compareFindings,
  staleText,
} from './accepted-findings';
import type { CommandOptions } from './options';
import type { Reported } from './report/finding-facts';
import { github, ExchangeLog, REPORT_FILES, writeReports } from './report/files';
import { runCommandOf } from './report/run-command';
import { explanation, terminalReport, wantsColours } from './report/terminal';
import { incomplete, isLockedOut, LOCKED_OUT } from './report/verdict';
import type { Results } from './results';
import { redactedResults } from './report/redacted-results';

/** Prints and writes the results of a run, without credentials. */
export class Reports {
  private readonly redaction: Redaction;
  private readonly accepted: readonly AcceptedFinding[];
  private readonly exchanges: ExchangeLog | undefined;

  /**
   * @param tokens tokens that must not be written
   * @throws CommandError if accepted findings cannot be read, or --out cannot be written or would replace an input
   */
  constructor(
    private readonly options: CommandOptions,
    private readonly tokens: GivenTokens,
    private readonly document: JsonObject,
  ) {
    const { out, headers } = options;
    this.redaction = redactionOf(document, tokens, headers);
    this.accepted = acceptedFindings(acceptedLines(options));
    if (out !== undefined) {
      const log = path.join(out, REPORT_FILES.log);
      refuseOwnInput(options, log);
      this.exchanges = written(() => new ExchangeLog(log, this.redaction));
    }
  }

  log(exchange: Exchange): void {
    written(() => this.exchanges?.write(exchange));
  }

  /** Prints and writes the results. @returns the exit code */
  report(results: Results): number {
    if (isLockedOut(results)) {
      sayLines(LOCKED_OUT);
      return EXIT_COULD_NOT_RUN;
    }
    const { fresh, missing } = compareFindings(results, this.accepted);
    const { options, tokens, document, redaction } = this;
    const { out } = options;
    const folder = out === undefined ? undefined : path.join(out, REPORT_FILES.folder);
    const redacted = {
      ...redactedResults(redaction, { ...results, findings: fresh }),
      command: { ...runCommandOf(options, tokens, document, redaction), folder },
      accepted: failuresIn(results.findings).length - failuresIn(fresh).length,
    };
    this.print(redacted);
    this.write(redacted);
    sayLines(...missing.map(staleText));
    const found = incomplete(results);
    const failures = failuresIn(fresh);
    if (failures.length > 0 && !this.accept(failures, found?.reason)) return EXIT_FINDINGS;
    if (found === undefined) return EXIT_OK;
    const { reason, remedy } = found;
    sayLines(remedy === undefined ? reason : `${reason}; ${remedy}`);
    return EXIT_COULD_NOT_RUN;
  }

  close(): void {
    this.exchanges?.close();
  }

  private print(results: Reported): void {
    const { out, format, explain } = this.options;
    const colours = wantsColours(process.stdout, process.env);
    const details = out === undefined ? {} : { details: path.join(out, REPORT_FILES.html) };
    printReport(terminalReport(results, { colours, ...details }));
    for (const operationId of explain) printReport(explanation(results, operationId));
    if (format === 'github') printReport(github(results));
  }

  private write(results: Results): void {
    const { out } = this.options;
    if (out === undefined) return;
    const files = written(() => writeReports(results, out));
    printLines(`written: ${[...files, path.join(out, REPORT_FILES.log)].join(', ')}`);
  }

  /** False if failures are not to be accepted. @param hindrance why the run is not conclusive */
  private accept(failures: readonly Finding[], hindrance: string | undefined): boolean {
    const { accept: reason, accepted = [] } = this.options;
    const file = accepted.at(-1);
    if (reason === undefined || file === undefined) return false;
    if (hindrance !== undefined) {
      sayLines(`${file} is not written: ${hindrance}`);
      return false;
    }
    acceptFindings(file, failures, reason);
    sayLines(acceptedText({ count: failures.length, files: [file] }));
    return true;
  }
}

/** With --accept, the last file may be one that is still to be written. */
function acceptedLines({ accepted = [], accept }: CommandOptions): ReasonLine[] {
  const isThere = (file: string): boolean => accept === undefined || existsSync(file);
  return accepted.filter(isThere).flatMap(readReasonLines);
}

function failuresIn(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ fault }) => fault === 'service');
}

function refuseOwnInput({ traffic, replay }: CommandOptions, log: string): void {
  const isLog = (file = ''): boolean => path.resolve(file) === path.resolve(log);
  const input = [traffic, replay].find(isLog);
  if (input === undefined) return;
  throw new CommandError(`${input} is read, so --out must name another folder`);
}

function written<Written>(write: () => Written): Written {
  try {
    return write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`--out must name a folder that can be written: ${reason}`);
  }
}

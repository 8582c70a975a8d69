import { redactedResults } from './report/redacted-results';
import path from 'node:path';
import {
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  printLines,
  printReport,
  sayLines,
} from '../cli';
import type { JsonObject } from '../document';
import { type GivenTokens, type Exchange, type Redaction, redactionOf } from '../judge';
import type { Finding } from './finding';
import { Baseline, compareFindings, type KnownFinding, readKnownFindings } from './known-findings';
import type { CommandOptions } from './options';
import type { Reported } from './report/finding-facts';
import { github, ExchangeLog, REPORT_FILES, writeReports } from './report/files';
import { runCommandOf } from './report/run-command';
import { explanation, terminalReport, wantsColours } from './report/terminal';
import { incomplete, isLockedOut, LOCKED_OUT } from './report/verdict';
import type { Results } from './results';

/** Prints and writes the results of a run, without credentials. */
export class Reports {
  private readonly redaction: Redaction;
  private readonly known: readonly KnownFinding[];
  private readonly baseline: Baseline | undefined;
  private readonly exchanges: ExchangeLog | undefined;

  /**
   * @param tokens tokens that must not be written
   * @throws CommandError if known findings cannot be read, or --out cannot be written or would replace an input
   */
  constructor(
    private readonly options: CommandOptions,
    private readonly tokens: GivenTokens,
    private readonly document: JsonObject,
  ) {
    const { out, known, headers, baseline, 'update-baseline': isUpdated } = options;
    this.redaction = redactionOf(document, tokens, headers);
    this.known = known === undefined ? [] : readKnownFindings(known);
    this.baseline = baseline === undefined ? undefined : new Baseline(baseline, isUpdated);
    if (out !== undefined) {
      const log = path.join(out, REPORT_FILES.log);
      refuseOwnInput(options, log);
      this.exchanges = written('--out', () => new ExchangeLog(log, this.redaction));
    }
  }

  log(exchange: Exchange): void {
    written('--out', () => this.exchanges?.write(exchange));
  }

  /** Prints and writes the results. @returns the exit code */
  report(results: Results): number {
    if (isLockedOut(results)) {
      sayLines(LOCKED_OUT);
      return EXIT_COULD_NOT_RUN;
    }
    const { fresh: unknown, missing } = compareFindings(results.findings, this.known);
    const judged = this.baseline?.judge({ ...results, findings: unknown });
    const fresh = judged?.fresh ?? unknown;
    const { options, tokens, document, redaction } = this;
    const { out } = options;
    const folder = out === undefined ? undefined : path.join(out, REPORT_FILES.folder);
    const redacted = {
      ...redactedResults(redaction, { ...results, findings: fresh }),
      command: { ...runCommandOf(options, tokens, document, redaction), folder },
      known: failuresIn(results.findings) - failuresIn(fresh),
    };
    this.print(redacted);
    this.write(redacted);
    for (const each of missing) printLines(this.outdated(each));
    printLines(...(judged?.lines ?? []));
    const isNew = judged?.isWritten !== true && failuresIn(fresh) > 0;
    const isFaulty = isNew || missing.length > 0;
    if (isFaulty) return EXIT_FINDINGS;
    const found = incomplete(results);
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
    const files = written('--out', () => writeReports(results, out));
    printLines(`written: ${[...files, path.join(out, REPORT_FILES.log)].join(', ')}`);
  }

  private outdated({ check, operation, reason }: KnownFinding): string {
    const file = String(this.options.known);
    return `${check} ${operation} is known (${reason}) and was not found; remove its line from ${file}`;
  }
}

function failuresIn(findings: readonly Finding[]): number {
  return findings.filter(({ fault }) => fault === 'service').length;
}

function refuseOwnInput({ traffic, replay }: CommandOptions, log: string): void {
  const input = [traffic, replay].find((file) => file !== undefined && isSame(file, log));
  if (input === undefined) return;
  throw new CommandError(`${input} is read, so --out must name another folder`);
}

function written<Written>(option: string, write: () => Written): Written {
  try {
    return write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${option} must name a folder that can be written: ${reason}`);
  }
}

function isSame(file: string, other: string): boolean {
  return path.resolve(file) === path.resolve(other);
}

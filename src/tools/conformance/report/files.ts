import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { writeRegularFile, visibleJson, visibleLine, visibleText } from '../../cli';
import { junitReport, type JunitCase, type JunitSuite, githubAnnotation } from '../../findings';
import type { Exchange, Redaction } from '../../judge';
import type { Results, OperationResult } from '../results';
import { exchangeJson, findingFile, findingsJson } from './exchange-json';
import { htmlReport } from './html';
import { fileOf, findingFacts, type FindingFacts, type Reported } from './finding-facts';
import {
  expectationText,
  requestText,
  responseText,
  type MessageText,
  statusText,
} from './message-text';

/** File names in the folder of `--out`. ExchangeLog writes the log, `writeReports` the others. */
export const REPORT_FILES = {
  html: 'report.html',
  junit: 'junit.xml',
  findings: 'findings.json',
  log: 'exchanges.ndjson',
  /** Subfolder with a file for each finding. */
  folder: 'findings',
} as const;

/**
 * Writes the results as files.
 *
 * @param results results without credentials (Redaction)
 * @param folder created if it does not exist
 * @returns the paths of the files, and of the folder with the findings
 */
export function writeReports(results: Reported, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const texts: readonly (readonly [name: string, text: string])[] = [
    [REPORT_FILES.html, htmlReport(results)],
    [REPORT_FILES.junit, junit(results)],
    [REPORT_FILES.findings, findingsJson(results)],
  ];
  const files = texts.map(([name, text]) => {
    const file = path.join(folder, name);
    writeRegularFile(file, text);
    return file;
  });
  return [...files, ...writeFindings(results, path.join(folder, REPORT_FILES.folder))];
}

/** Removes the files of an earlier run first, which may have had more findings. */
function writeFindings(results: Reported, folder: string): string[] {
  const earlier = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of earlier.filter((each) => /^\d{2,}-.+\.json$/.test(each))) {
    rmSync(path.join(folder, name));
  }
  const files = results.findings.flatMap((finding) => {
    const file = fileOf(results, finding);
    return file === undefined ? [] : [[file, findingFile(results, finding)] as const];
  });
  if (files.length === 0) return [];
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of files) writeRegularFile(file, text);
  return [folder];
}

const BODY = { characters: 2_000, lines: 40 };

/** A suite for each operation, and one for failed requests that no operation covers. */
export function junit(results: Results): string {
  const facts = results.findings.map((finding) => findingFacts(results, finding));
  const suites = results.operations.map((operation) =>
    suiteOf(
      operation,
      facts.filter(({ finding }) => finding.operationId === operation.operationId),
    ),
  );
  const other = facts.filter(({ finding }) => finding.operationId === undefined);
  const name = 'requests that no operation covers';
  const cases = casesOf(other, { name, className: 'conformance' });
  return junitReport({
    name: visibleLine(`${results.title} ${results.version}: conformance`),
    suites: [...suites, ...(other.length > 0 ? [{ name, cases }] : [])],
    durationMs: results.durationMs,
  });
}

function suiteOf(operation: OperationResult, facts: readonly FindingFacts[]): JunitSuite {
  const { operationId, method, path, exercised, durationMs } = operation;
  const name = `${method} ${path}`;
  const cases = casesOf(facts, {
    ...{ name, className: `conformance.${operationId}`, durationMs },
    ...(!exercised && { skipped: 'not exercised' }),
  });
  return { name, cases, durationMs };
}

/** A case for each failure, or else the given one. Faults of the document do not fail a case. */
function casesOf(facts: readonly FindingFacts[], sound: JunitCase): JunitCase[] {
  const by = (fault: string) => facts.filter(({ finding }) => finding.fault === fault);
  const output = by('document').map(findingText).join('\n\n');
  const failed = by('service').map((each): JunitCase => {
    const { check, cause, message, exchanges } = each.finding;
    return {
      name: cause === undefined ? check : `${check} (${cause})`,
      className: sound.className,
      durationMs: exchanges.reduce((sum, { durationMs }) => sum + durationMs, 0),
      failure: { message, type: check, text: findingText(each) },
    };
  });
  const [first = sound, ...others] = failed;
  return [{ ...first, ...(output !== '' && { output }) }, ...others];
}

function findingText({ finding, rule, place, repeat }: FindingFacts): string {
  const { check, message, exchanges, times } = finding;
  const sent = exchanges.flatMap(({ testCase, judgement, outcome }) => [
    `${visibleLine(testCase.title)}; expected: ${expectationText(judgement)}`,
    messageText(requestText(testCase.request, BODY, message)),
    messageText(responseText(outcome, BODY, message)),
  ]);
  const head = `${check}: ${visibleText(message)}${times > 1 ? ` (seen ${times} times)` : ''}`;
  return [head, visibleText(rule), `at ${place}`, ...sent, `repeat: ${repeat}`].join('\n');
}

function messageText({ start, headers, body }: MessageText): string {
  return [start, ...headers, ...(body === '' ? [] : ['', body])].join('\n');
}

/** An annotation for each finding at its line of the document; a warning if the document is at fault. */
export function github(results: Results): string {
  return results.findings
    .map((finding) => {
      const { file, line, rule, repeat } = findingFacts(results, finding);
      const { check, fault, operationId, message, exchanges } = finding;
      const last = exchanges.at(-1);
      const sent = last && `${last.testCase.request.method} ${last.testCase.request.target}`;
      const came =
        last?.outcome.kind === 'response'
          ? statusText(last.outcome.response.status)
          : 'no response';
      const text = [message, rule, ...(sent === undefined ? [] : [`${sent}: ${came}`]), repeat];
      return githubAnnotation({
        level: fault === 'service' ? 'error' : 'warning',
        file,
        line,
        title: operationId === undefined ? check : `${check} ${operationId}`,
        message: text.join('\n'),
      });
    })
    .join('');
}

/**
 * The log of all exchanges, one line of JSON each. Writes synchronously, so nothing is buffered or lost when the
 * run is interrupted.
 *
 * @see https://github.com/ndjson/ndjson-spec
 */
export class ExchangeLog {
  private readonly descriptor: number;

  /** @throws Error if the file cannot be written */
  constructor(
    file: string,
    private readonly redaction: Redaction,
  ) {
    mkdirSync(path.dirname(file), { recursive: true });
    this.descriptor = openSync(file, 'w');
  }

  write(exchange: Exchange): void {
    const line = Buffer.from(`${visibleJson(exchangeJson(this.redaction.exchange(exchange)))}\n`);
    for (let at = 0; at < line.length;) at += writeSync(this.descriptor, line, at);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}

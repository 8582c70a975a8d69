import { mkdirSync, closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { writeRegularFile } from '../../cli/regular-file';
import { visibleJson } from '../../cli/visible';
import type { Results, OperationResult } from '../results';
import {
  junitReport,
  type JunitCase,
  visibleLine,
  visibleText,
  githubAnnotation,
} from '../../findings/index';
import type { Exchange } from '../exchange';
import { findingsJson, exchangeJson } from './exchange-json';
import { htmlReport } from './html';
import { findingFacts, type FindingFacts } from './finding-facts';
import {
  expectationText,
  requestText,
  responseText,
  type MessageText,
  statusText,
} from './message-text';
import type { Redaction } from './redact';

/** The names of the files in the folder that `--out` names; those of the log are written by ExchangeLog. */
export const REPORT_FILES = {
  html: 'report.html',
  junit: 'junit.xml',
  findings: 'findings.json',
  log: 'exchanges.ndjson',
} as const;

/**
 * Writes the results as files.
 *
 * @param results without credentials (Redaction)
 * @param folder is made if it is not there
 * @returns the paths of the files
 */
export function writeReports(results: Results, folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const texts: readonly (readonly [name: string, text: string])[] = [
    [REPORT_FILES.html, htmlReport(results)],
    [REPORT_FILES.junit, junit(results)],
    [REPORT_FILES.findings, findingsJson(results)],
  ];
  return texts.map(([name, text]) => {
    const file = path.join(folder, name);
    writeRegularFile(file, text);
    return file;
  });
}

const BODY = { characters: 2_000, lines: 40 };

/** One test case an operation, and one for requests that no operation covers if any of them failed. */
export function junit(results: Results): string {
  const facts = results.findings.map((finding) => findingFacts(results, finding));
  const without = facts.filter(({ finding }) => finding.operationId === undefined);
  const cases = results.operations.map((operation) =>
    operationCase(
      operation,
      facts.filter(({ finding }) => finding.operationId === operation.operationId),
    ),
  );
  const other =
    without.length > 0
      ? [{ name: 'requests that no operation covers', className: 'conformance', ...told(without) }]
      : [];
  return junitReport('conformance', [...cases, ...other]);
}

function operationCase(operation: OperationResult, facts: readonly FindingFacts[]): JunitCase {
  const { operationId, method, path, exercised } = operation;
  const failed = facts.some(({ finding }) => finding.fault === 'service');
  return {
    name: visibleLine(`${method} ${path}`),
    className: visibleLine(`conformance.${operationId}`),
    ...told(facts),
    ...(!exercised && !failed && { skipped: 'not exercised' }),
  };
}

/** Faults of the document fail no test of the service. */
function told(facts: readonly FindingFacts[]): Pick<JunitCase, 'failure' | 'output'> {
  const by = (fault: string): string =>
    facts
      .filter(({ finding }) => finding.fault === fault)
      .map(findingText)
      .join('\n\n');
  const failure = by('service');
  const output = by('document');
  return { ...(failure !== '' && { failure }), ...(output !== '' && { output }) };
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

/** An annotation for each finding, at its line of the document: a warning where that is at fault. */
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
 * The log of all exchanges: a line of JSON each, as they happen. Each is written before `write` returns, so
 * that nothing waits in memory and nothing is lost when the run is interrupted.
 *
 * @see https://github.com/ndjson/ndjson-spec
 */
export class ExchangeLog {
  private readonly descriptor: number;

  /** @throws Error when the file cannot be written */
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

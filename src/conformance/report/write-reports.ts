import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Results } from '../results';
import { findingsJson } from './findings-json';
import { htmlReport } from './html';
import { junit } from './junit';

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
    writeFileSync(file, text);
    return file;
  });
}

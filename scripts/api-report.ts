import '../src/tools/cli/short-run';
import { writeFileSync } from 'node:fs';
import { apiReport, REPORT_FILE } from './api-report/report';
import { callWith, EXIT_OK, parseOptions, runIfMain } from '../src/tools/cli/command-line';

const USAGE = `Usage: ${callWith('api-report')}
Writes what the packages export, by what was built, to docs/public-api.txt.`;

export function writeReport(args: readonly string[]): number {
  parseOptions({}, USAGE, args);
  writeFileSync(REPORT_FILE, apiReport());
  return EXIT_OK;
}

runIfMain(module, writeReport);

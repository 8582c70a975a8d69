import '../src/tools/cli/short-run';
import { writeFileSync } from 'node:fs';
import { apiReport, REPORT_FILE } from './api-report/report';
import { callWith, EXIT_OK, parseOptions, runIfMain } from '../src/tools/cli/command-line';
import { requireCompiler } from '../src/tools/cli/optional-packages';

const USAGE = `Usage: ${callWith('api-report')}
Writes what the package exports, by what was built, to docs/public-api.txt.`;

export function writeReport(args: readonly string[]): number {
  parseOptions({}, USAGE, args);
  requireCompiler('The report');
  writeFileSync(REPORT_FILE, apiReport());
  return EXIT_OK;
}

runIfMain(module, writeReport);

import '../src/tools/cli/short-run';
import { callWith, EXIT_OK, parseOptions, runIfMain } from '../src/tools/cli/command-line';
import { writePages } from './pages/made-sections';

const USAGE = `Usage: ${callWith('pages')}
Writes the sections of pages that are made from the source, such as tables of rules.`;

export function pages(args: readonly string[]): number {
  parseOptions({}, USAGE, args);
  writePages();
  return EXIT_OK;
}

runIfMain(module, pages);

import './short-run';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { callWith, EXIT_OK, parseOptions, runIfMain } from './command-line';
import { ROOT } from './folders';
import { OFFICIAL, officialModule } from './generate/index';

const USAGE = `Usage: ${callWith('official-schemas')}
Compiles the schemas of OpenAPI and JSON Schema to scripts/generate/check/official.`;

export function writeOfficial(args: readonly string[]): number {
  parseOptions({}, USAGE, args);
  for (const name of OFFICIAL) {
    const file = path.join(ROOT, 'scripts', 'generate', 'check', 'official', `${name}.ts`);
    writeFileSync(file, officialModule(name));
  }
  return EXIT_OK;
}

runIfMain(module, writeOfficial);

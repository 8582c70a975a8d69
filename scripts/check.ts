import { CommandError, EXIT_DRIFT, EXIT_OK, parseOptions, runCommand } from './command-line';
import { breakingCheck } from './check/breaking';
import { documentCheck } from './check/document';
import { enforcementCheck } from './check/enforcement';
import type { Check, CheckOptions, Table } from './check/finding';
import { formats, type CheckResult } from './check/format';
import { generatedCheck } from './check/generated';
import { handlersCheck } from './check/handlers';
import { DEFAULT_OUT } from './folders';
import { GENERATION_OPTIONS, GENERATION_USAGE } from './project';

const CHECKS: readonly Check[] = [
  documentCheck,
  generatedCheck,
  handlersCheck,
  enforcementCheck,
  breakingCheck,
];

const USAGE = `Usage: npm run check -- [--spec FILE] [--base FILE|REF:PATH] [--accepted-changes FILE] [--documents URI=FILE ...] [--generated DIR] [--handlers DIR] [--runtime MODULE] [--extensions FILE] [--strict] [--accepted FILE] [--authenticators FILE] [--strict-query] [--exact-client] [--no-defaults] [--format ${Object.keys(formats).join('|')}] [--only NAME,...]
Checks: ${CHECKS.map(({ name }) => name).join(', ')}${GENERATION_USAGE}
  --base FILE|REF:PATH   the document to compare with, such as origin/main:spec/openapi.yaml, for the check breaking
  --accepted-changes FILE  a line RULE POINTER # REASON for each change that is made all the same
  --authenticators FILE  a module that exports "authenticators", of which each security scheme must have one
  --accepted FILE   a line POINTER # REASON for each fault that is accepted`;

/** The drift gate: fails when the document and what is derived from it disagree. */
async function checkCommand(): Promise<number> {
  const options = parseOptions(
    {
      ...GENERATION_OPTIONS,
      generated: { type: 'string', default: DEFAULT_OUT },
      accepted: { type: 'string' },
      base: { type: 'string' },
      'accepted-changes': { type: 'string' },
      authenticators: { type: 'string' },
      format: { type: 'string', default: 'text' },
      only: { type: 'string' },
    },
    USAGE,
  );
  const format = formats[options.format];
  if (format === undefined) {
    throw new CommandError(`There is no format "${options.format}"\n${USAGE}`);
  }
  const results: CheckResult[] = [];
  for (const check of chosenChecks(options.only, options)) {
    let table: Table | undefined;
    const findings = await check.run(options, (told) => (table = told));
    results.push({ check, findings, ...(table && { table }) });
  }
  process.stdout.write(format(results));
  return results.some(({ findings }) => findings.length > 0) ? EXIT_DRIFT : EXIT_OK;
}

function chosenChecks(only: string | undefined, options: CheckOptions): readonly Check[] {
  if (only === undefined) return CHECKS.filter((check) => check.isFor?.(options) ?? true);
  return only.split(',').map((name) => {
    const check = CHECKS.find((each) => each.name === name.trim());
    if (check === undefined) throw new CommandError(`There is no check "${name}"\n${USAGE}`);
    return check;
  });
}

runCommand(checkCommand);

import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import '../cli/short-run';
import {
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  parseOptions,
  callWith,
} from '../cli/command-line';
import { printReport, sayLines, sayText } from '../cli/terminal';
import { RUN_OPTIONS } from '../conformance/options';
import { TOOLS_FILE } from '../generate/index';
import {
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  USUAL_OUT,
  usualDocument,
} from '../generate/project';
import { acceptedText, acceptFindings, checkReason } from './acceptance';
import { checks } from './checks';
import type { Check, CheckOptions, OwnAuthenticators } from './drift-check';
import { type Format, formats } from './formats';
import { type CheckResult, runChecks } from './run-checks';
import { readServiceOptions, SECONDS, SERVICE_USAGE } from './service/service-options';

const USAGE = `Usage: ${callWith('check')} [--only NAME,...] [--base FILE|REF:PATH] [--url URL] [--format ${Object.keys(formats).join('|')}] [other options]
Checks: ${checks.map(({ name }) => name).join(', ')}
  --only NAME,...   just these checks
  --format FORMAT   what is printed; text by default
  --report FORMAT=FILE  writes FILE in one of these formats, beside what is printed
  --spec FILE       the document; by default openapi.yaml or openapi.json, in spec/ or here
  --generated DIR   the generated files; by default those in generated
  --base FILE|REF:PATH   the document to compare with, such as origin/main:spec/openapi.yaml, for the check breaking
  --accepted-changes FILE  a line RULE POINTER # REASON for each change that is made all the same
  --traffic HAR|NDJSON  says of each change since the base how many of these recorded exchanges meet it
  --accepted FILE   a line POINTER # REASON, or RULE POINTER # REASON, for each fault that is accepted
  --accept REASON   adds a line to that file for each fault of the document that is found, with this reason
  --lint FILE       the lint rules, as in redocly.yaml; by default that beside the document
  --authenticators FILE  a module that exports "authenticators", of which each security scheme must have one${GENERATION_USAGE}${SERVICE_USAGE}`;

/**
 * The drift gate: fails when the document and what is derived from it disagree.
 *
 * @param ownAuthenticators of the handlers in a checkout of this project
 */
export async function check(
  args: readonly string[],
  ownAuthenticators?: OwnAuthenticators,
): Promise<number> {
  const { report, format, only, accept, ...values } = parseOptions(
    {
      ...GENERATION_OPTIONS,
      ...RUN_OPTIONS,
      seconds: { type: 'string', default: SECONDS },
      'served-document': { type: 'string' },
      generated: { type: 'string' },
      accept: { type: 'string' },
      accepted: { type: 'string' },
      lint: { type: 'string' },
      base: { type: 'string' },
      'accepted-changes': { type: 'string' },
      traffic: { type: 'string' },
      authenticators: { type: 'string' },
      format: { type: 'string', default: 'text' },
      only: { type: 'string' },
      report: { type: 'string', multiple: true },
    },
    USAGE,
    args,
  );
  const options: CheckOptions = {
    ...values,
    spec: values.spec ?? usualDocument(),
    generated: values.generated ?? generatedHere(),
    service: readServiceOptions(values, USAGE),
    ownAuthenticators,
  };
  if (options.traffic !== undefined && options.base === undefined) {
    throw new CommandError(`--traffic needs --base, whose changes it counts\n${USAGE}`);
  }
  const print = formatNamed(format);
  const reports = (report ?? []).map(parseReport);
  if (accept !== undefined) checkReason(accept);
  const { results: all, faults } = await runChecks(chosenChecks(only, options), options);
  const results = accept === undefined ? all : withoutAccepted(all, accept);
  for (const { file, ...each } of reports) writeReport(file, each.format(results));
  if (results.length > 0) printReport(print(results));
  for (const fault of faults) sayText(fault);
  if (faults.length > 0) return EXIT_COULD_NOT_RUN;
  return results.some(({ findings }) => findings.length > 0) ? EXIT_FINDINGS : EXIT_OK;
}

/** Accepts what can be accepted. @returns what is left */
function withoutAccepted(results: readonly CheckResult[], reason: string): CheckResult[] {
  const accepted = acceptFindings(
    results.flatMap(({ findings }) => findings),
    reason,
  );
  if (accepted.count > 0) sayLines(acceptedText(accepted));
  const isLeft = new Set(accepted.left);
  return results.map((result) => ({
    ...result,
    findings: result.findings.filter((finding) => isLeft.has(finding)),
  }));
}

function chosenChecks(only: string | undefined, options: CheckOptions): readonly Check[] {
  if (only === undefined) {
    const left = checks.filter((each) => each.isFor?.(options) === false);
    for (const { name, leftOut } of left) {
      if (leftOut !== undefined) sayLines(`left out: ${name}, since ${leftOut}`);
    }
    return checks.filter((each) => !left.includes(each));
  }
  return only.split(',').map((name) => {
    const found = checks.find((each) => each.name === name.trim());
    if (found === undefined) throw new CommandError(`There is no check "${name}"\n${USAGE}`);
    return found;
  });
}

function formatNamed(name: string): Format {
  const format = formats[name];
  if (format === undefined) throw new CommandError(`There is no format "${name}"\n${USAGE}`);
  return format;
}

function parseReport(value: string): { readonly format: Format; readonly file: string } {
  const [, name = '', file = ''] = /^([^=]*)=(.+)$/.exec(value) ?? [];
  if (file === '') {
    throw new CommandError(
      `--report must be FORMAT=FILE, such as sarif=check.sarif, not "${value}"`,
    );
  }
  return { format: formatNamed(name), file };
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(`The report ${file} cannot be written (${code})`);
  }
}

/** The usual folder of generated files, if it has some. */
function generatedHere(): string | undefined {
  return existsSync(path.join(USUAL_OUT, TOOLS_FILE)) ? USUAL_OUT : undefined;
}

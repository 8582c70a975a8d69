import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import '../cli/short-run';
import {
  acceptedText,
  checkReason,
  CommandError,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  parseOptions,
  callWith,
  tableLines,
  printReport,
  sayLines,
  sayText,
} from '../cli';
import { RUN_OPTIONS } from '../conformance';
import { TOOLS_FILE, GENERATION_OPTIONS, GENERATION_USAGE, DEFAULT_OUT } from '../generate';
import { acceptFindings } from './acceptance';
import { changeRules, levelText } from './breaking/change';
import { checks } from './checks';
import { namedDocuments } from './documents';
import type { Check, CheckOptions } from './drift-check';
import { type Format, formats, noteText, titleOf } from './formats';
import { type CheckResult, runChecks } from './run-checks';
import { readServiceOptions, SECONDS, SERVICE_USAGE } from './service/service-options';

/** The text of `--help`. */
export const USAGE = `Usage: ${callWith('check')} [--only NAME,...] [--base REF|REF:PATH|FILE] [--url URL] [--format ${Object.keys(formats).join('|')}] [other options]
Checks: ${checks.map(({ name }) => name).join(', ')}
  --only NAME,...   just these checks
  --format FORMAT   what is printed; text by default
  --report FORMAT=FILE  writes FILE in one of these formats, beside what is printed
  --spec FILE|PATTERN  the document; by default openapi.yaml or openapi.json, in spec/ or here; given again, or
                    as a pattern in quotes such as 'services/*/openapi.yaml', several documents
  --generated DIR   the generated files; by default those in generated
  --base REF|REF:PATH|FILE  what the check breaking compares with: the document in a commit, tag or branch of git,
                    such as origin/main, at the same path or at PATH; or a file
  --fail-on LEVEL   fails for changes of this level and above that the version does not say: major, minor, patch
                    (the default) or none
  --levels FILE     a line RULE LEVEL # REASON for each rule of changes that has another level here
  --rules           prints the rules of changes with their levels
  --accepted FILE   what is accepted: a line RULE POINTER # REASON for a fault or a change, POINTER # REASON for all
                    faults of a place, CHECK OPERATION # REASON for a failure of the service; by default
                    openapi.accepted.txt beside openapi.yaml
  --accept REASON   adds a line to it for each fault and each change that is found, with this reason
  --lint FILE       the lint rules, as in redocly.yaml; by default that beside the document
  --authenticators FILE  a module that exports "authenticators", of which each security scheme must have one${GENERATION_USAGE}${SERVICE_USAGE}`;

/** The drift gate: fails when the document and the files derived from it disagree. */
export async function check(args: readonly string[]): Promise<number> {
  const { report, format, only, accept, rules, spec, ...values } = parseOptions(
    {
      ...GENERATION_OPTIONS,
      ...RUN_OPTIONS,
      seconds: { type: 'string', default: SECONDS },
      'served-document': { type: 'string' },
      spec: { type: 'string', multiple: true },
      generated: { type: 'string' },
      lint: { type: 'string' },
      base: { type: 'string' },
      'fail-on': { type: 'string' },
      levels: { type: 'string' },
      rules: { type: 'boolean', default: false },
      authenticators: { type: 'string' },
      format: { type: 'string', default: 'text' },
      only: { type: 'string' },
      report: { type: 'string', multiple: true },
    },
    USAGE,
    args,
    {
      '--accepted-changes': '--accepted',
      '--known': '--accepted',
      '--traffic': `${callWith('conformance')} --traffic FILE judges recorded exchanges`,
    },
  );
  if (rules) {
    printReport(rulesText());
    return EXIT_OK;
  }
  const { documents, isSeveral } = namedDocuments(spec, values.base);
  const options: Omit<CheckOptions, 'spec'> = {
    ...values,
    generated: values.generated ?? (isSeveral ? undefined : generatedHere()),
    service: readServiceOptions(values),
  };
  const print = formatNamed(format);
  const reports = (report ?? []).map(parseReport);
  if (accept !== undefined) checkReason(accept);
  const chosen = chosenChecks(only, { ...options, spec: documents[0] ?? '' }, isSeveral);
  const answers: Awaited<ReturnType<typeof runChecks>>[] = [];
  for (const document of documents) {
    const { results, faults } = await runChecks(checksFor(chosen, document), {
      ...options,
      spec: document,
    });
    answers.push({
      results: isSeveral ? results.map((each) => ({ ...each, document })) : results,
      faults,
    });
  }
  const all = answers.flatMap(({ results }) => results);
  const faults = new Set(answers.flatMap((answer) => answer.faults));
  const results = accept === undefined ? all : withoutAccepted(all, accept);
  for (const { file, ...each } of reports) writeReport(file, each.format(results));
  if (results.length > 0) printReport(print(results));
  sayLines(...results.flatMap(({ notes = [] }) => notes.map(noteText)));
  for (const fault of faults) sayText(fault);
  if (faults.size > 0) return EXIT_COULD_NOT_RUN;
  return results.some(({ findings }) => findings.length > 0) ? EXIT_FINDINGS : EXIT_OK;
}

/** Accepts findings where that is possible. @returns the others */
function withoutAccepted(results: readonly CheckResult[], reason: string): CheckResult[] {
  const accepted = acceptFindings(
    results.flatMap(({ findings }) => findings),
    reason,
  );
  if (accepted.count > 0) sayLines(acceptedText(accepted));
  const isLeft = new Set(accepted.left);
  const left = results.map((result) => ({
    ...result,
    findings: result.findings.filter((finding) => isLeft.has(finding)),
  }));
  const others = left.filter(({ findings }) => findings.length > 0);
  if (others.length > 0) {
    const names = others.map((each) => `${titleOf(each)} (${each.findings.length})`);
    sayLines(`not accepted, since it is no fault of the document: ${names.join(', ')}`);
  }
  return left;
}

/** A removed document can only be compared with its base. */
function checksFor(chosen: readonly Check[], document: string): readonly Check[] {
  const comparing = chosen.filter((each) => each.isOfChanges === true);
  return comparing.length === 0 || existsSync(document) ? chosen : comparing;
}

/** A line for each rule of changes. */
function rulesText(): string {
  const rows = Object.entries(changeRules).map(([rule, entry]) => [
    rule,
    levelText(entry),
    entry.why,
  ]);
  return `${tableLines([['rule', 'level', 'why it matters'], ...rows]).join('\n')}\n`;
}

function chosenChecks(
  only: string | undefined,
  options: CheckOptions,
  isSeveral: boolean,
): readonly Check[] {
  if (only === undefined) {
    const left = checks.filter(
      (each) => each.isFor?.(options) === false || (isSeveral && each.isOfProject === true),
    );
    if (isSeveral) return checks.filter((each) => !left.includes(each));
    for (const { name, leftOut } of left) {
      if (leftOut !== undefined) sayLines(`left out: ${name}, since ${leftOut}`);
    }
    return checks.filter((each) => !left.includes(each));
  }
  return only.split(',').map((name) => {
    const found = checks.find((each) => each.name === name.trim());
    if (found === undefined)
      throw new CommandError(
        `There is no check "${name}"; --only takes ${checks.map((each) => each.name).join(', ')}`,
      );
    if (isSeveral && found.isOfProject === true) {
      throw new CommandError(`The check "${found.name}" is of one document; --spec names several`);
    }
    return found;
  });
}

function formatNamed(name: string): Format {
  const format = formats[name];
  if (format === undefined)
    throw new CommandError(
      `There is no format "${name}"; there are ${Object.keys(formats).join(', ')}`,
    );
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

/** The default folder of generated files, if it has some. */
function generatedHere(): string | undefined {
  return existsSync(path.join(DEFAULT_OUT, TOOLS_FILE)) ? DEFAULT_OUT : undefined;
}

import path from 'node:path';
import {
  CommandError,
  EXIT_FINDINGS,
  EXIT_OK,
  parseCommandLine,
  runCommand,
} from '../../../src/tools/cli/command-line';
import { clearProgress, showProgress } from '../../../src/tools/cli/terminal';
import { examine, TypeChecker, type Examination, type ExamineOptions } from './examine';
import { findDocuments } from './find-documents';
import { areErrorsSound, isSound, report } from './report';
import { readReasons } from '../../../src/tools/cli/reasons';
import { DOCUMENT_SUITES, findSuite, knownFailuresFile } from '../fetch-suites/suites';

const USAGE = `Usage: npm run corpus -- [DIR] [--known-failures FILE] [--conformance SECONDS]
  DIR               a folder of documents; without it, those that npm run fetch-suites fetches
  --known-failures  a file with a line NAME # REASON for each document that is known to fail
  --conformance     tests as npm run conformance does, for as long with each document, whether the mock does
                    what the document says`;

/** A folder of documents that are examined together. */
interface Corpus {
  readonly folder: string;
  /** The list of those that are known to fail. */
  readonly knownFailures?: string | undefined;
}

/**
 * Takes every document of a folder through reading, generation, type check, start and requests, and prints the
 * results.
 */
async function corpusCommand(): Promise<number> {
  const options = {
    'known-failures': { type: 'string' },
    conformance: { type: 'string' },
  } as const;
  const { values, positionals } = parseCommandLine(options, USAGE);
  const [folder, ...others] = positionals;
  if (others.length > 0) throw new CommandError(`Name one folder of documents\n${USAGE}`);
  const list = values['known-failures'];
  const corpora = folder === undefined ? suites(list) : [{ folder, knownFailures: list }];
  if (corpora.length === 0) {
    throw new CommandError(`There are no documents here; run: npm run fetch-suites\n${USAGE}`);
  }
  const how = { checker: new TypeChecker(), conformanceMs: milliseconds(values.conformance) };
  let exit = EXIT_OK;
  for (const corpus of corpora) {
    if (!(await isAsKnown(corpus, how))) exit = EXIT_FINDINGS;
  }
  return exit;
}

function milliseconds(seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (/^[1-9]\d*$/.test(seconds)) return Number(seconds) * 1000;
  throw new CommandError(`--conformance takes a number of seconds, not "${seconds}"\n${USAGE}`);
}

/** The available suites; the names of the others are printed. */
function suites(list: string | undefined): Corpus[] {
  return DOCUMENT_SUITES.flatMap((name) => {
    const folder = findSuite(name);
    if (folder !== undefined) return [{ folder, knownFailures: list ?? knownFailuresFile(name) }];
    process.stdout.write(`skipped: ${name}, which is not here; npm run fetch-suites fetches it\n`);
    return [];
  });
}

/** Examines all documents of a folder; true if exactly the known ones fail, and error responses are sound. */
async function isAsKnown(corpus: Corpus, how: Omit<ExamineOptions, 'onStep'>): Promise<boolean> {
  const { folder, knownFailures: list } = corpus;
  const files = findDocuments(folder);
  const known = list === undefined ? new Map<string, string>() : readReasons(list);
  const names = files.map((file) => path.relative(folder, file).split(path.sep).join('/'));
  const unknown = [...known.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new CommandError(
      `There is no document "${unknown.join('", "')}" in ${folder}, which ${list ?? ''} lists`,
    );
  }
  const examinations: Examination[] = [];
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? file;
    const title = `${index + 1}/${files.length} ${name}`;
    const onStep = (step: string): void => {
      showProgress(`${title}: ${step}`);
    };
    examinations.push(await examine(file, name, { ...how, onStep }));
  }
  clearProgress();
  process.stdout.write(report(examinations));
  const wrong = examinations.filter((each) => !isAsWanted(each, known.has(each.name)));
  for (const { name } of wrong.filter((each) => known.has(each.name))) {
    process.stdout.write(`${name} has no failure; remove it from ${list ?? ''}\n`);
  }
  return wrong.length === 0 && areErrorsSound(examinations);
}

/** A known failure must fail, which keeps the list true; every other document must not. */
function isAsWanted(examination: Examination, isKnown: boolean): boolean {
  return isSound(examination) !== isKnown;
}

runCommand(corpusCommand);

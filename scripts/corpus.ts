import path from 'node:path';
import {
  clearProgress,
  CommandError,
  EXIT_DRIFT,
  EXIT_OK,
  parseCommandLine,
  runCommand,
  showProgress,
} from './command-line';
import { examine, type Examination } from './corpus/examine';
import { findDocuments } from './corpus/find-documents';
import { isSound, report } from './corpus/report';
import { TypeChecker } from './corpus/type-check';
import { readReasons } from './reasons';
import { findSuite, knownFailuresFile } from './fetch-suites/suites';

const USAGE = `Usage: npm run corpus -- [DIR] [--known-failures FILE]
  DIR               the folder of documents; without it, the one that npm run fetch-suites fetches
  --known-failures  a file with a line NAME # REASON for each document that is known to fail`;

/**
 * Takes every document of a folder through reading, generation, type check, start and requests, and
 * prints what became of it.
 */
async function corpusCommand(): Promise<number> {
  const { values, positionals } = parseCommandLine({ 'known-failures': { type: 'string' } }, USAGE);
  const [given, ...others] = positionals;
  if (others.length > 0) throw new CommandError(`Name one folder of documents\n${USAGE}`);
  const folder = given ?? findSuite('openapi-corpus');
  if (folder === undefined) {
    throw new CommandError(`There are no documents here; run: npm run fetch-suites\n${USAGE}`);
  }
  const files = findDocuments(folder);
  const list =
    values['known-failures'] ?? (given ? undefined : knownFailuresFile('openapi-corpus'));
  const known = list === undefined ? new Map<string, string>() : readReasons(list);
  const names = files.map((file) => path.relative(folder, file).split(path.sep).join('/'));
  const unknown = [...known.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new CommandError(
      `There is no document "${unknown.join('", "')}" in ${folder}, which ${list ?? ''} lists`,
    );
  }
  const checker = new TypeChecker();
  const examinations: Examination[] = [];
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? file;
    const title = `${index + 1}/${files.length} ${name}`;
    const onStep = (step: string): void => {
      showProgress(`${title}: ${step}`);
    };
    examinations.push(await examine(file, name, checker, onStep));
  }
  clearProgress();
  process.stdout.write(report(examinations));
  const wrong = examinations.filter((each) => !isAsWanted(each, known.has(each.name)));
  for (const { name } of wrong.filter((each) => known.has(each.name))) {
    process.stdout.write(`${name} has no failure; remove it from ${list ?? ''}\n`);
  }
  return wrong.length > 0 ? EXIT_DRIFT : EXIT_OK;
}

/** What is known to fail must fail, so that the list stays true; every other document must not. */
function isAsWanted(examination: Examination, isKnown: boolean): boolean {
  return isSound(examination) !== isKnown;
}

runCommand(corpusCommand);

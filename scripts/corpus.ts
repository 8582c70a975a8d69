import path from 'node:path';
import { CommandError, EXIT_DRIFT, EXIT_OK, parseCommandLine, runCommand } from './command-line';
import { examine, type Examination } from './corpus/examine';
import { findDocuments } from './corpus/find-documents';
import { isSound, report } from './corpus/report';
import { TypeChecker } from './corpus/type-check';

const USAGE = `Usage: npm run corpus -- DIR [--refused NAME,...]
  --refused  documents that are faulty: each must be refused, with the place of its fault`;

/**
 * Takes every document of a folder through reading, generation, type check, start and requests, and
 * prints what became of it.
 */
async function corpusCommand(): Promise<number> {
  const { values, positionals } = parseCommandLine(
    { refused: { type: 'string', default: '' } },
    USAGE,
  );
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) {
    throw new CommandError(`Name one folder of documents\n${USAGE}`);
  }
  const files = findDocuments(folder);
  const refused = new Set(values.refused.split(',').filter(Boolean));
  const names = files.map((file) => path.relative(folder, file).split(path.sep).join('/'));
  const unknown = [...refused].filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new CommandError(`There is no document "${unknown.join('", "')}" in ${folder}\n${USAGE}`);
  }
  const checker = new TypeChecker();
  const examinations: Examination[] = [];
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? file;
    const onStep = progress(`${index + 1}/${files.length} ${name}`);
    examinations.push(await examine(file, name, checker, onStep));
  }
  clearProgress();
  process.stdout.write(report(examinations));
  const wrong = examinations.filter((each) => !isAsWanted(each, refused.has(each.name)));
  for (const { name } of wrong.filter((each) => refused.has(each.name))) {
    process.stdout.write(`${name} was not refused; take it from --refused if it is sound now\n`);
  }
  return wrong.length > 0 ? EXIT_DRIFT : EXIT_OK;
}

/** A faulty document must be refused before it is served; every other one must be sound. */
function isAsWanted(examination: Examination, faulty: boolean): boolean {
  return faulty ? !examination.generated && !examination.served : isSound(examination);
}

/** One line that is written over again, where somebody watches. */
function progress(title: string): (step: string) => void {
  return (step) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${title}: ${step}`);
  };
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

runCommand(corpusCommand);

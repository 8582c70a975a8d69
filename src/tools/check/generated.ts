import path from 'node:path';
import {
  compareGenerated,
  endTypesThread,
  type FileDrift,
  type GeneratedFiles,
  readTools,
  TOOLS_FILE,
  generationArguments,
} from '../generate';
import { callOf, callWith, CommandError, shellWords, readIfRegular } from '../cli';
import { CheckedDocument } from './checked-document';
import type { Check, CheckOptions } from './drift-check';
import type { Finding } from './finding';

const KINDS: Readonly<Record<FileDrift['kind'], string>> = {
  edited: 'differs from what is generated',
  missing: 'is missing',
  stray: 'is not generated from this document',
};

const rules = {
  edited: 'The service does what the files say, and the document says something else.',
  missing: 'What imports the file cannot be compiled.',
  stray: 'The file states an interface that the document has not.',
  'other-tools': 'The same document gives other files on other machines.',
};

type Rule = keyof typeof rules;

/** Generates in memory and compares the result with the files on disk. */
export const generatedCheck: Check<Rule> = {
  name: 'generated',
  claim: 'the generated files are up to date',
  failure: 'the generated files are out of date',
  rules,
  isFor: ({ generated }) => generated !== undefined,
  isOfProject: true,
  leftOut: 'there are no generated files here; --generated DIR says where they are',
  dispose: endTypesThread,
  async run(options, checked = new CheckedDocument(options)) {
    const { generated } = options;
    if (generated === undefined) {
      throw new CommandError('--generated DIR says where the generated files are');
    }
    const files = await checked.files(generated);
    const drifts = compareGenerated(generated, files);
    const call = generateCall({ ...options, ...checked.source.part });
    return { findings: drifts.map((drift) => finding(drift, generated, files, call)) };
  },
};

/** The command that writes the files, for this project. */
function generateCall({ generated, ...options }: CheckOptions): string {
  const out = generated === undefined ? undefined : path.relative(process.cwd(), generated) || '.';
  const words = generationArguments({ ...options, out });
  return words.length === 0 ? callOf('generate') : `${callWith('generate')} ${shellWords(words)}`;
}

function finding(
  { file, kind }: FileDrift,
  folder: string,
  files: GeneratedFiles,
  call: string,
): Finding<Rule> {
  const target = path.join(folder, file);
  const where = { file: path.relative(process.cwd(), target) };
  const tools = file === TOOLS_FILE && kind === 'edited' ? otherTools(target, files) : [];
  if (tools.length > 0) {
    return {
      ...where,
      rule: 'other-tools',
      message: `the files were generated with ${tools.join(', ')}`,
      remedy: `install what package-lock.json has (npm ci), then run: ${call}`,
    };
  }
  return {
    ...where,
    rule: kind,
    message: `${file} ${KINDS[kind]}`,
    remedy: kind === 'stray' ? `remove ${file}` : `run: ${call}`,
  };
}

/** The installed tools whose versions differ from those that made the files on disk. */
function otherTools(file: string, files: GeneratedFiles): string[] {
  const made = readTools(readIfRegular(file) ?? '');
  const installed = readTools(files.get(TOOLS_FILE) ?? '');
  return Object.entries(installed)
    .filter(([name, version]) => made[name] !== undefined && made[name] !== version)
    .map(([name, version]) => `${name} ${made[name]} where ${version} is installed`);
}

import '../cli/short-run';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type AcceptedFaults, readAcceptedFaults } from '../check';
import {
  acceptedText,
  callWith,
  CommandError,
  EXIT_OK,
  parseCommandLine,
  shellWords,
  unquotable,
  printLines,
  visibleLine,
} from '../cli';
import type { DocumentNotice, SourceDocument } from '../document';
import {
  loadContract,
  type ModuleFormat,
  Notices,
  commandFault,
  moduleFormat,
  moduleFormatOf,
  READING_OPTIONS,
  readProjectPart,
} from '../generate';
import type { LoadedContract } from '../validators';
import { documentFiles, extensionFiles } from './copied-files';
import { finish, type Step, stepsFor, placePackages } from './npm';
import type { ProjectTests } from './manifest';
import { projectFiles } from './project-files';
import { makeFolder, refuseFull, writeFiles } from './project-folder';
import { exampleSpec, PROJECT_EXAMPLES, type ProjectExample, readTemplate } from './template';

const USAGE = `Usage: ${callWith('init')} DIR [--spec FILE | --example NAME] [--documents URI=FILE ...] [--allow-outside] [--extensions FILE] [--strict-query] [--exact-client] [--no-defaults] [--module FORMAT] [--test RUNNER] [--package FILE ...] [--force] [--no-install] [--all]
Makes a project for a service of your own, from a document: generated code, a handler and a test for each operation.
  --spec FILE       the document, which is copied with the local files that it refers to
  --example NAME    a small service whose handlers are written: notes, the default without --spec, or print-shop
  --documents URI=FILE  FILE is what references to URI mean, and is copied; a URI that ends in "/" is a folder
  --allow-outside   references may lead out of the repository, the package or the folder that holds the document
  --extensions FILE formats and keywords of the service's own, a module that is copied with what it imports by path
  --include, --exclude, --strict-query, --exact-client, --no-defaults   how the project generates, as
                    "generate --help" says
  --module FORMAT   esm or commonjs: the modules of the project; esm by default
  --test RUNNER     jest or vitest: what runs its tests; jest by default
  --package FILE    openapi-trellis and openapi-trellis-tools, packed, each once; or a version that npm installs of both;
                    by default they pack themselves into DIR/tools
  --force           writes beside the files of a folder that is not empty; no file is changed
  --no-install      leaves out npm install, and what follows it
  --all             shows every warning of the document, not only the first ten`;

const OPTIONS = {
  spec: { type: 'string' },
  example: { type: 'string' },
  ...READING_OPTIONS,
  extensions: { type: 'string' },
  'exact-client': { type: 'boolean', default: false },
  'no-defaults': { type: 'boolean', default: false },
  module: { type: 'string' },
  test: { type: 'string', default: 'jest' },
  package: { type: 'string', multiple: true },
  force: { type: 'boolean', default: false },
  'no-install': { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
} as const;

/** Makes a project that depends on the two packages. */
export function init(args: readonly string[]): number {
  const { values, positionals } = parseCommandLine(OPTIONS, USAGE, args);
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) {
    throw new CommandError(`Name one folder for the project: ${callWith('init')} DIR`);
  }
  const project = path.resolve(folder);
  if (!values.force) refuseFull(folder);
  const tests = testRunner(values.test);
  const format = formatIn(project, values.module);
  const { documents = [], extensions } = values;
  const { spec, example } = chosenDocument(values);
  const source = readProjectPart(spec, values);
  const loaded = load(source, values);
  const document = documentFiles(source, documents);
  const own = extensions === undefined ? undefined : extensionFiles(extensions, format);
  refuseUnquotable([
    document.spec,
    ...document.documents,
    ...[...(values.include ?? []), ...(values.exclude ?? [])],
    ...(own === undefined ? [] : [own.module]),
  ]);
  const parts = {
    ...{ folder: project, document, generation: values, loaded, format, tests },
    extensions: own,
    example:
      example === undefined ? new Map<string, string>() : readTemplate(`examples/${example}`),
  };
  makeFolder(folder);
  const packages = placePackages(project, values.package ?? []);
  writeFiles(project, projectFiles({ ...parts, packages }));
  const steps = stepsFor(example === undefined);
  if (!values['no-install']) {
    const acceptedBefore = acceptedIn(project, document.spec);
    finish(project, steps);
    sayAccepted(acceptedBefore, acceptedIn(project, document.spec));
  }
  printLines(...summary(folder, loaded, values['no-install'] ? steps : []));
  return EXIT_OK;
}

/** @throws CommandError for both, or another example than there are */
function chosenDocument(given: {
  readonly spec?: string | undefined;
  readonly example?: string | undefined;
}): { readonly spec: string; readonly example?: ProjectExample } {
  const { spec, example: name = 'notes' } = given;
  if (spec !== undefined && given.example !== undefined)
    throw new CommandError('Give --spec or --example, not both');
  if (spec !== undefined) return { spec };
  const example = PROJECT_EXAMPLES.find((each) => each === name);
  if (example !== undefined) return { spec: exampleSpec(example), example };
  throw new CommandError(`--example must be ${PROJECT_EXAMPLES.join(' or ')}, not "${name}"`);
}

/** @throws CommandError for another than these two */
function testRunner(name: string): ProjectTests {
  if (name === 'jest' || name === 'vitest') return name;
  throw new CommandError(`--test must be jest or vitest, not "${name}"`);
}

/** That of the package.json which is there already, where there is one. */
function formatIn(project: string, chosen: string | undefined): ModuleFormat {
  const isThere = existsSync(path.join(project, 'package.json'));
  if (isThere && chosen === undefined) return moduleFormatOf(project);
  return moduleFormat(project, chosen ?? 'esm');
}

/** Says what of the document is left out, before anything is written. */
function load(
  source: SourceDocument,
  { all, extensions }: { readonly all: boolean; readonly extensions?: string | undefined },
): LoadedContract {
  const notices = new Notices(source, { all });
  // The project loads its extensions once it is installed; until then their formats are not known.
  const isSaid = ({ severity }: DocumentNotice): boolean =>
    extensions === undefined || severity !== 'notice';
  try {
    const loaded = loadContract(source.document, {
      faults: source.faults,
      lazyErrors: true,
      report: (notice) => {
        if (isSaid(notice)) notices.report(notice);
      },
    });
    notices.show();
    return loaded;
  } catch (error) {
    throw commandFault(error, source);
  }
}

/** @throws CommandError for a name that npm scripts and the workflow of the project cannot have */
function refuseUnquotable(names: readonly string[]): void {
  for (const name of names) {
    const character = unquotable(name);
    if (character === undefined) continue;
    throw new CommandError(
      `${visibleLine(name)} has "${visibleLine(character)}" in its name, which shells of npm scripts may take for a command; rename it`,
    );
  }
}

/** The list of what is accepted in the document of a project. */
function acceptedIn(project: string, spec: string): AcceptedFaults {
  return readAcceptedFaults(path.join(project, spec), undefined);
}

function sayAccepted(before: AcceptedFaults, { file, names }: AcceptedFaults): void {
  const count = names.size - before.names.size;
  if (count === 0) return;
  printLines(acceptedText({ count, files: [file] }, ' that the document has already'));
}

function summary(folder: string, { operations }: LoadedContract, steps: readonly Step[]): string[] {
  const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`;
  const left = steps.map(({ command }) => command);
  const next = [`cd ${shellWords([folder])}`, ...left, 'npm test', 'npm start'].map(
    (step) => `  ${step}`,
  );
  return [`${folder} is a service of ${count}:`, ...next];
}

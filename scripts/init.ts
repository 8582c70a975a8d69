import './short-run';
import path from 'node:path';
import { callWith, CommandError, EXIT_OK, parseCommandLine, runIfMain } from './command-line';
import { ROOT } from './folders';
import { loadContract, type LoadedContract, type SourceDocument } from './generate/index';
import { documentFiles } from './init/document-files';
import { finish } from './init/finish';
import { placePackage } from './init/package-source';
import { projectFiles } from './init/project-files';
import { makeFolder, refuseFull, writeFiles } from './init/project-folder';
import { readTemplate } from './init/template';
import { Notices } from './notices';
import { commandFault, readProjectDocument } from './project';

const USAGE = `Usage: ${callWith('init')} DIR [--spec FILE] [--package FILE] [--force] [--no-install] [--all]
Makes a project for a service of your own, from a document: generated code, a handler and a test for each operation.
  --spec FILE       the document, which is copied with the local files that it refers to; a small one by default
  --package FILE    this package, packed, or what else npm installs; by default it packs itself into DIR/tools
  --force           writes beside the files of a folder that is not empty; no file is changed
  --no-install      leaves out npm install, and what follows it
  --all             shows every warning of the document, not only the first ten`;

const EXAMPLE = path.join(ROOT, 'template', 'example', 'spec', 'openapi.yaml');

/** Makes a project that depends on this package. */
export function init(args: readonly string[]): number {
  const { values, positionals } = parseCommandLine(
    {
      spec: { type: 'string' },
      package: { type: 'string' },
      force: { type: 'boolean', default: false },
      'no-install': { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
    USAGE,
    args,
  );
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) {
    throw new CommandError(`Name one folder for the project\n${USAGE}`);
  }
  const project = path.resolve(folder);
  if (!values.force) refuseFull(folder);
  const isExample = values.spec === undefined;
  const source = readProjectDocument(values.spec ?? EXAMPLE);
  const loaded = load(source, values.all);
  makeFolder(folder);
  const files = projectFiles({
    folder: project,
    document: documentFiles(source),
    loaded,
    dependency: placePackage(project, values.package),
    example: isExample ? readTemplate('example') : new Map(),
  });
  writeFiles(project, files);
  if (!values['no-install']) finish(project);
  process.stdout.write(summary(folder, loaded, values['no-install']));
  return EXIT_OK;
}

/** Says what of the document is left out, before anything is written. */
function load(source: SourceDocument, all: boolean): LoadedContract {
  const notices = new Notices(source, { all });
  try {
    const loaded = loadContract(source.document, {
      faults: source.faults,
      lazyErrors: true,
      report: notices.report,
    });
    notices.show();
    return loaded;
  } catch (error) {
    throw commandFault(error, source);
  }
}

function summary(folder: string, { operations }: LoadedContract, hasToInstall: boolean): string {
  const count = operations.length === 1 ? '1 operation' : `${operations.length} operations`;
  const left = hasToInstall ? ['npm install', 'npm run generate', 'npm run scaffold'] : [];
  const steps = [`cd ${folder}`, ...left, 'npm test', 'npm start'].map((step) => `  ${step}\n`);
  return `${folder} is a service of ${count}:\n${steps.join('')}`;
}

runIfMain(module, init);

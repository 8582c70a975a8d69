import '../cli/short-run';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { handlerFiles, handlerModules, unnamedFiles } from '../check';
import {
  callWith,
  CommandError,
  EXIT_OK,
  parseOptions,
  readExtensions,
  printLines,
  sayLines,
} from '../cli';
import {
  type HandlerName,
  handlerNames,
  loadContract,
  commandFault,
  MODULE_USAGE,
  PROJECT_USAGE,
  READING_OPTIONS,
  READING_USAGE,
  readProjectPart,
  DEFAULT_OUT,
  usualDocument,
} from '../generate';
import type { LoadedContract } from '../validators';
import type { Part, SourceDocument } from '../document';
import { type Layout, layoutOf } from './layout';
import { type ScaffoldedFile, scaffoldFiles } from './scaffold-files';

const USAGE = `Usage: ${callWith('scaffold')} [OPTIONS]
Writes a handler that responds 501, and its test, for each operation that has none; no file is changed.${PROJECT_USAGE}
  --handlers DIR    where handlers are, one file for each operationId; src/handlers by default
  --tests DIR       where their tests are; test/handlers by default. They use test/service.ts beside it
  --extensions FILE formats and keywords of the service's own, in a module that exports "extensions"${READING_USAGE}${MODULE_USAGE}`;

/** Writes missing files of a document's project: a handler and a test for each operation. */
export async function scaffold(args: readonly string[]): Promise<number> {
  const { spec = usualDocument(), ...options } = parseOptions(
    {
      spec: { type: 'string' },
      ...READING_OPTIONS,
      handlers: { type: 'string' },
      tests: { type: 'string' },
      generated: { type: 'string', default: DEFAULT_OUT },
      extensions: { type: 'string' },
      module: { type: 'string' },
    },
    USAGE,
    args,
  );
  const source = readProjectPart(spec, options);
  const layout = layoutOf(options);
  const loaded = load(source, options.extensions);
  const files = await scaffoldFiles(loaded, layout);
  for (const each of files) write(each);
  sayWhatIsLeft({ ...loaded, ...source }, layout, files.length);
  const written = files.filter(({ file }) => path.dirname(file) === layout.handlers).length;
  printLines(summary(source, loaded.operations.length, written));
  return EXIT_OK;
}

function load(source: SourceDocument, extensions: string | undefined): LoadedContract {
  try {
    return loadContract(source.document, {
      faults: source.faults,
      lazy: true,
      lazyErrors: true,
      extensions: readExtensions(extensions)?.extensions,
    });
  } catch (error) {
    throw commandFault(error, source);
  }
}

/** @throws CommandError where the file cannot be written, or was just created by someone else */
function write({ file, text }: ScaffoldedFile): void {
  const name = path.relative(process.cwd(), file);
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError(`${name} cannot be written (${code})`);
  }
  printLines(`wrote ${name}`);
}

/** Reports what is left to the user: tests without a service to start, and handlers without an operation. */
function sayWhatIsLeft(
  { operations, part }: Pick<LoadedContract, 'operations'> & SourceDocument,
  layout: Layout,
  writtenFiles: number,
): void {
  const relative = (file: string): string => path.relative(process.cwd(), file);
  if (layout.service === undefined && writtenFiles > 0) {
    const service = relative(path.join(path.dirname(layout.tests), 'service.ts'));
    sayLines(`left out: tests, since there is no ${service}, which exports useService for them`);
  }
  const names = handlerNames(operations.map(({ operationId }) => operationId));
  for (const file of strayHandlers(layout.handlers, names, part)) {
    sayLines(
      `${relative(path.join(layout.handlers, file))} is the handler of no operation; remove or rename it`,
    );
  }
}

function strayHandlers(
  folder: string,
  ...known: readonly [names: readonly HandlerName[], part: Part | undefined]
): readonly string[] {
  const files = handlerFiles(folder);
  const unnamed = unnamedFiles(files, ...known);
  if (unnamed.length === 0) return [];
  const modules = handlerModules(folder, files);
  return unnamed.filter((file) => !modules.isImported(file));
}

function summary({ name }: SourceDocument, operations: number, written: number): string {
  const count = operations === 1 ? '1 operation' : `${operations} operations`;
  const had = written === 0 ? 'each has a handler' : `${written} had no handler`;
  return `${name} has ${count}; ${had}`;
}

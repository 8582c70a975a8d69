import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  importName,
  type ModuleFormat,
  moduleFormat,
  modulePath,
  DEFAULT_HANDLERS,
} from '../generate';

/** The files and modules of a project that scaffolded files are or import. Paths are absolute. */
export interface Layout {
  readonly handlers: string;
  /** The folder of their tests. */
  readonly tests: string;
  /** The folder of the generated files. */
  readonly generated: string;
  /** The module of the type `Handler`, which knows the dependencies of handlers; undefined where it is missing. */
  readonly handler: string | undefined;
  /** The module of the type `Dependencies`, used where `Handler` is missing; undefined where it is missing too. */
  readonly dependencies: string | undefined;
  readonly format: ModuleFormat;
  /** The module that exports `useService` for tests; undefined where it is missing. */
  readonly service: string | undefined;
}

/** Command line options about the layout. */
interface LayoutOptions {
  readonly generated: string;
  readonly handlers?: string | undefined;
  readonly tests?: string | undefined;
  readonly module?: string | undefined;
}

/**
 * The layout of the project in the working directory. Next to the folders of handlers and tests, `src/handler.ts`
 * exports the type `Handler`, or `src/dependencies.ts` the type `Dependencies`, and `test/service.ts` the function
 * `useService`.
 */
export function layoutOf({ generated, handlers, tests, module }: LayoutOptions): Layout {
  const handlersFolder = path.resolve(handlers ?? DEFAULT_HANDLERS);
  const testsFolder = path.resolve(tests ?? path.join('test', 'handlers'));
  const beside = (folder: string, name: string): string | undefined => {
    const file = path.join(path.dirname(folder), name);
    return existsSync(`${file}.ts`) ? file : undefined;
  };
  const handler = beside(handlersFolder, 'handler');
  return {
    handlers: handlersFolder,
    tests: testsFolder,
    generated: path.resolve(generated),
    format: moduleFormat(handlersFolder, module),
    handler: handler !== undefined && exportsHandler(`${handler}.ts`) ? handler : undefined,
    dependencies: beside(handlersFolder, 'dependencies'),
    service: beside(testsFolder, 'service'),
  };
}

/** Other modules are named handler too, for example of cloud functions. */
function exportsHandler(file: string): boolean {
  return /^export type Handler</m.test(readFileSync(file, 'utf8'));
}

/** A module as a file in a folder imports it. */
export function importOf(folder: string, module: string, format: ModuleFormat): string {
  return path.isAbsolute(module) ? importName(modulePath(folder, module), format) : module;
}

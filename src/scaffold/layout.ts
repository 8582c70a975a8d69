import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IS_COMPILED } from '../cli/command-line';
import { DEFAULT_HANDLERS, DEFAULT_OUT, ROOT } from '../cli/package-files';
import { importName, type ModuleFormat } from '../generate/index';
import { moduleFormat, modulePath, USUAL_HANDLERS } from '../generate/project';

/** Where a project has what scaffolded files are, or import. Paths are absolute. */
export interface Layout {
  /** The folder of the handlers. */
  readonly handlers: string;
  /** The folder of their tests. */
  readonly tests: string;
  /** The folder of the generated files. */
  readonly generated: string;
  /** The module of the contract layer: the name of a package, or a path without its ending. */
  readonly contract: string;
  /** The module of the type `Handler`, which knows what handlers get; undefined where there is none. */
  readonly handler: string | undefined;
  /** The module of the type `Dependencies`, where there is none of `Handler`; undefined where there is none either. */
  readonly dependencies: string | undefined;
  /** How files import each other. */
  readonly format: ModuleFormat;
  /** The module that exports `useService` for tests; undefined where there is none. */
  readonly service: string | undefined;
}

/** What the command line says of it. */
interface LayoutOptions {
  readonly generated: string;
  readonly handlers?: string | undefined;
  readonly tests?: string | undefined;
  readonly module?: string | undefined;
}

const PACKAGE_CONTRACT = 'plant-store/contract';

/**
 * The layout of the project in whose folder the command runs: `src/handler.ts` exports the type `Handler`, or
 * `src/dependencies.ts` the type `Dependencies`, and `test/service.ts` the function `useService`, beside the
 * handlers and their tests.
 */
export function layoutOf({ generated, handlers, tests, module }: LayoutOptions): Layout {
  const out = path.resolve(generated);
  if (out === DEFAULT_OUT && handlers === undefined && tests === undefined) return OWN;
  const handlersFolder = path.resolve(handlers ?? USUAL_HANDLERS);
  const testsFolder = path.resolve(tests ?? path.join('test', 'handlers'));
  const beside = (folder: string, name: string): string | undefined => {
    const file = path.join(path.dirname(folder), name);
    return existsSync(`${file}.ts`) ? file : undefined;
  };
  const handler = beside(handlersFolder, 'handler');
  return {
    handlers: handlersFolder,
    tests: testsFolder,
    generated: out,
    format: moduleFormat(handlersFolder, module),
    contract: IS_COMPILED ? PACKAGE_CONTRACT : OWN.contract,
    handler: handler !== undefined && exportsHandler(`${handler}.ts`) ? handler : undefined,
    dependencies: beside(handlersFolder, 'dependencies'),
    service: beside(testsFolder, 'service'),
  };
}

/** Other things are called a handler too, such as what a function of some cloud is. */
function exportsHandler(file: string): boolean {
  return /^export type Handler</m.test(readFileSync(file, 'utf8'));
}

/** That of a checkout of this project. */
const OWN: Layout = {
  handlers: DEFAULT_HANDLERS,
  tests: path.join(ROOT, 'test', 'plants', 'handlers'),
  generated: DEFAULT_OUT,
  format: 'commonjs',
  contract: path.join(ROOT, 'src', 'contract'),
  handler: path.join(ROOT, 'src', 'plant-store', 'plants', 'handler'),
  dependencies: undefined,
  service: path.join(ROOT, 'test', 'support', 'use-service'),
};

/** A module as a file of a folder imports it. */
export function importOf(folder: string, module: string, format: ModuleFormat): string {
  return path.isAbsolute(module) ? importName(modulePath(folder, module), format) : module;
}

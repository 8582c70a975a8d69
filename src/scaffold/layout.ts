import { existsSync } from 'node:fs';
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
  /** The type of what handlers depend on; undefined where there is none. */
  readonly dependencies: ImportedName | undefined;
  /** How files import each other. */
  readonly format: ModuleFormat;
  /** The module that exports `useService` for tests; undefined where there is none. */
  readonly service: string | undefined;
}

/** What a module exports, by the path of the module without its ending. */
interface ImportedName {
  readonly module: string;
  readonly name: string;
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
 * The layout of the project in whose folder the command runs: `src/dependencies.ts` exports the type
 * `Dependencies`, and `test/service.ts` the function `useService`, beside the handlers and their tests.
 */
export function layoutOf({ generated, handlers, tests, module }: LayoutOptions): Layout {
  const out = path.resolve(generated);
  if (out === DEFAULT_OUT && handlers === undefined && tests === undefined) return OWN;
  const handlersFolder = path.resolve(handlers ?? USUAL_HANDLERS);
  const testsFolder = path.resolve(tests ?? path.join('test', 'handlers'));
  const dependencies = path.join(path.dirname(handlersFolder), 'dependencies');
  const service = path.join(path.dirname(testsFolder), 'service');
  return {
    handlers: handlersFolder,
    tests: testsFolder,
    generated: out,
    format: moduleFormat(handlersFolder, module),
    contract: IS_COMPILED ? PACKAGE_CONTRACT : OWN.contract,
    dependencies: existsSync(`${dependencies}.ts`)
      ? { module: dependencies, name: 'Dependencies' }
      : undefined,
    service: existsSync(`${service}.ts`) ? service : undefined,
  };
}

/** That of a checkout of this project. */
const OWN: Layout = {
  handlers: DEFAULT_HANDLERS,
  tests: path.join(ROOT, 'test', 'plants', 'handlers'),
  generated: DEFAULT_OUT,
  format: 'commonjs',
  contract: path.join(ROOT, 'src', 'contract'),
  dependencies: {
    module: path.join(ROOT, 'src', 'plant-store', 'plants', 'handler'),
    name: 'PlantDependencies',
  },
  service: path.join(ROOT, 'test', 'support', 'use-service'),
};

/** A module as a file of a folder imports it. */
export function importOf(folder: string, module: string, format: ModuleFormat): string {
  return path.isAbsolute(module) ? importName(modulePath(folder, module), format) : module;
}

import { readManifest, RUNTIME, scriptWords } from '../cli';
import {
  type ModuleFormat,
  documentArguments,
  type GenerationCall,
  generationArguments,
  readingArguments,
} from '../generate';
import type { PlacedPackages } from './npm';

/** Packages of a new project that are no dependencies of this one. */
const DEVELOPMENT = ['@parcel/watcher', '@types/express', '@types/node', 'typescript'];

/** The test runner of a new project. */
export type ProjectTests = 'jest' | 'vitest';

/** The packages of each; of Vitest the last that runs on each Node that this package runs on. */
const RUNNERS: Readonly<Record<ProjectTests, readonly string[]>> = {
  jest: ['@types/jest', 'jest', 'ts-jest'],
  vitest: ['vitest'],
};

/** Jest's resolution of modules. */
const RESOLVER = 'unrs-resolver';

interface ProjectPackage {
  readonly name: string;
  /** How the project is generated, with paths in it. */
  readonly call: GenerationCall;
  /** Where npm gets the two packages from. */
  readonly packages: PlacedPackages;
  readonly format: ModuleFormat;
  readonly tests: ProjectTests;
}

export function projectManifest(project: ProjectPackage): string {
  const { name, call, packages, format, tests } = project;
  const own = readManifest();
  const versionOf = (each: string): readonly [string, string | undefined] => [
    each,
    own.trellis.packages[each],
  ];
  const development = [...DEVELOPMENT, ...RUNNERS[tests]].map(versionOf);
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: format === 'esm' ? 'module' : 'commonjs',
    engines: own.engines,
    scripts: { ...scriptsFor(call), test: testScript(project), typecheck: 'tsc' },
    dependencies: { [RUNTIME]: packages.runtime },
    devDependencies: Object.fromEntries(
      [...development, [own.name, packages.tools] as const].sort(([one], [other]) =>
        one < other ? -1 : 1,
      ),
    ),
    ...(tests === 'jest' && { overrides: Object.fromEntries([versionOf(RESOLVER)]) }),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

const BUILD = 'tsc --build tsconfig.build.json';

/** Node has what Jest runs ES modules by behind a flag. Named by its file, it runs without a shell's PATH on any system. */
const JEST_OF_MODULES =
  'node --experimental-vm-modules --disable-warning=ExperimentalWarning node_modules/jest/bin/jest.js';

function testScript({ format, tests }: ProjectPackage): string {
  if (tests === 'vitest') return 'vitest run';
  return format === 'esm' ? JEST_OF_MODULES : 'jest';
}

function scriptsFor(call: GenerationCall): Record<string, string> {
  const { spec, extensions } = call;
  const own = extensions === undefined ? [] : ['--extensions', extensions];
  const reading = [...readingArguments(call), ...own];
  const command = (name: string, ...words: readonly string[]): string =>
    scriptWords(['trellis', name, ...words]);
  const handlers = ['--handlers', 'src/handlers'];
  const authenticators = ['--authenticators', 'src/authenticators.ts'];
  return {
    build: BUILD,
    check: command('check', ...generationArguments(call), ...handlers, ...authenticators),
    conformance: command('conformance', '--spec', spec, ...reading),
    dev: command('dev', ...generationArguments(call), ...handlers),
    generate: command('generate', ...generationArguments(call), ...handlers),
    mock: command('mock', spec, ...reading),
    scaffold: command('scaffold', ...documentArguments(spec), ...reading),
    start: `${BUILD} && node dist/src/main.js`,
  };
}

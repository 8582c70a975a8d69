import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, scriptWords } from '../cli';
import {
  type ModuleFormat,
  documentArguments,
  type GenerationCall,
  generationArguments,
  readingArguments,
} from '../generate';

/** Packages of a new project, in the versions that this one is developed with. */
const TOOLS = [
  '@parcel/watcher',
  '@types/express',
  '@types/node',
  'openapi-typescript',
  'typescript',
] as const;

/** The test runner of a new project. */
export type ProjectTests = 'jest' | 'vitest';

const JEST = ['@types/jest', 'jest', 'ts-jest'] as const;

/** The last that runs on each Node that this package runs on; it is not used here. */
const VITEST = { vitest: '^4.1.12' };

/** Jest's resolution of modules. */
const RESOLVER = 'unrs-resolver';

interface OwnManifest {
  readonly name: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}

interface ProjectPackage {
  readonly name: string;
  /** How the project is generated, with paths in it. */
  readonly call: GenerationCall;
  /** Where npm gets this package from, such as `file:tools/plant-store-1.1.1.tgz`. */
  readonly dependency: string;
  readonly format: ModuleFormat;
  readonly tests: ProjectTests;
}

export function projectManifest(project: ProjectPackage): string {
  const { name, call, dependency, format, tests } = project;
  const own = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as OwnManifest;
  const { devDependencies, overrides } = own;
  const isJest = tests === 'jest';
  const tools = isJest ? [...TOOLS, ...JEST].sort() : TOOLS;
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: format === 'esm' ? 'module' : 'commonjs',
    engines: own.engines,
    scripts: { ...scriptsFor(call), test: testScript(project), typecheck: 'tsc' },
    dependencies: { [own.name]: dependency },
    devDependencies: {
      ...Object.fromEntries(tools.map((tool) => [tool, devDependencies[tool]])),
      ...(isJest ? {} : VITEST),
    },
    ...(isJest && { overrides: { [RESOLVER]: overrides[RESOLVER] } }),
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

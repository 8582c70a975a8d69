import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../cli/package-files';
import { scriptWords } from '../cli/shell';
import {
  documentArguments,
  type GenerationCall,
  generationArguments,
  readingArguments,
} from '../generate/project';

/** Packages of a new project, in the versions that this one is developed with. */
const TOOLS = [
  '@parcel/watcher',
  '@types/express',
  '@types/jest',
  '@types/node',
  'jest',
  'openapi-typescript',
  'ts-jest',
  'typescript',
] as const;

/** What Jest resolves modules with. */
const RESOLVER = 'unrs-resolver';

interface OwnManifest {
  readonly name: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}

/**
 * The package.json of a new project.
 *
 * @param name of the package
 * @param call how the project is generated, with paths in it
 * @param dependency where npm gets this package from, such as `file:tools/plant-store-1.0.0.tgz`
 */
export function projectManifest(name: string, call: GenerationCall, dependency: string): string {
  const own = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as OwnManifest;
  const { devDependencies, overrides } = own;
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'commonjs',
    engines: own.engines,
    scripts: scriptsFor(call),
    dependencies: { [own.name]: dependency },
    devDependencies: Object.fromEntries(TOOLS.map((tool) => [tool, devDependencies[tool]])),
    overrides: { [RESOLVER]: overrides[RESOLVER] },
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function scriptsFor(call: GenerationCall): Record<string, string> {
  const { spec, extensions } = call;
  const own = extensions === undefined ? [] : ['--extensions', extensions];
  const reading = [...readingArguments(call), ...own];
  const command = (name: string, ...words: readonly string[]): string =>
    scriptWords(['plant-store', name, ...words]);
  const handlers = ['--handlers', 'src/handlers'];
  const authenticators = ['--authenticators', 'src/authenticators.ts'];
  return {
    build: 'tsc -p tsconfig.build.json',
    check: command('check', ...generationArguments(call), ...handlers, ...authenticators),
    conformance: command('conformance', '--spec', spec, ...reading),
    dev: command('dev', ...generationArguments(call), ...handlers),
    generate: command('generate', ...generationArguments(call), ...handlers),
    mock: command('mock', spec, ...reading),
    scaffold: command('scaffold', ...documentArguments(spec), ...reading),
    start: 'npm run --silent build && node dist/src/main.js',
    test: 'jest',
    typecheck: 'tsc',
  };
}

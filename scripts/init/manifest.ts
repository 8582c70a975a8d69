import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../folders';
import { isUsualDocument } from '../project';

/** Packages of a new project, in the versions that this one is developed with. */
const TOOLS = [
  '@types/jest',
  '@types/node',
  'jest',
  'openapi-typescript',
  'ts-jest',
  'typescript',
] as const;

/** What Jest resolves modules with: npm 12 is told that its install script is not needed. */
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
 * @param spec the path of the document in the project
 * @param dependency where npm gets this package from, such as `file:tools/plant-store-1.0.0.tgz`
 */
export function projectManifest(name: string, spec: string, dependency: string): string {
  const own = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as OwnManifest;
  const { devDependencies, overrides } = own;
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'commonjs',
    engines: own.engines,
    scripts: scriptsFor(spec),
    dependencies: { [own.name]: dependency },
    devDependencies: Object.fromEntries(TOOLS.map((tool) => [tool, devDependencies[tool]])),
    allowScripts: { [RESOLVER]: false },
    overrides: { [RESOLVER]: overrides[RESOLVER] },
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

function scriptsFor(spec: string): Record<string, string> {
  const named = isUsualDocument(spec) ? '' : ` --spec ${shellWord(spec)}`;
  return {
    build: 'tsc -p tsconfig.build.json',
    check: `plant-store check${named} --handlers src/handlers --authenticators src/authenticators.ts`,
    conformance: `plant-store conformance${named || ` --spec ${spec}`}`,
    generate: `plant-store generate${named} --handlers src/handlers`,
    mock: `plant-store mock ${shellWord(spec)}`,
    scaffold: `plant-store scaffold${named}`,
    start: 'npm run --silent build && node dist/src/main.js',
    test: 'jest',
    typecheck: 'tsc',
  };
}

/** In quotes that sh and cmd.exe both know, where there is anything that they would take for more than a name. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `"${text.replace(/["$`\\]/g, '\\$&')}"`;
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError, EXIT_OK, parseOptions, runCommand } from '../src/tools/cli/command-line';
import { storeDrivers } from '../src/plant-store/stores/open-store';

const ROOT = path.join(__dirname, '..');
const USAGE = 'Usage: npm run --silent sbom > FILE';

/** The fields of package.json and package-lock.json in use. */
interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly packages?: Readonly<Record<string, { readonly dev?: true; readonly link?: true }>>;
}

const RUNTIME = 'node_modules/openapi-trellis';

/**
 * Prints a CycloneDX bill of the materials that the service runs on. npm derives it from the lock file, for a package
 * that depends on the database drivers, and for the runtime with the package that it contains; neither has development
 * dependencies, as in the Dockerfile.
 *
 * @see https://cyclonedx.org/docs/1.5/json/
 */
function sbomCommand(): Promise<number> {
  parseOptions({}, USAGE);
  const own = withPackages(
    'package.json',
    storeDrivers.map((driver) => driver.package),
  );
  const runtime = withPackages('src/runtime/package.json', ['jose']);
  const { packages = {}, ...lock } = readManifest('package-lock.json');
  const needed = { '': own, [RUNTIME]: runtime } as Readonly<Record<string, object>>;
  const locked = Object.entries(packages)
    .filter(([place, each]) => place in needed || !(place.startsWith('src/') || each.link === true))
    .map(([place, each]) => [place, needed[place] ?? { ...each, dev: undefined }] as const);
  const temporary = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  try {
    // npm names the root component after its folder.
    const folder = path.join(temporary, own.name);
    mkdirSync(folder);
    const write = (name: string, value: unknown): void => {
      writeFileSync(path.join(folder, name), JSON.stringify(value));
    };
    write('package.json', own);
    write('package-lock.json', { ...lock, packages: Object.fromEntries(locked) });
    process.stdout.write(cyclonedx(folder));
  } finally {
    rmSync(temporary, { recursive: true });
  }
  return Promise.resolve(EXIT_OK);
}

/** A manifest with these packages, and without development dependencies. */
function withPackages(file: string, names: readonly string[]): Manifest {
  const { dependencies, ...own } = readManifest(file);
  const added = Object.fromEntries(names.map((name) => [name, '*']));
  const needed = { dependencies: { ...dependencies, ...added } };
  return { ...own, ...needed, ...{ devDependencies: {}, workspaces: [] } };
}

function readManifest(name: string): Manifest {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8')) as Manifest;
}

function cyclonedx(folder: string): string {
  const { status, stdout, stderr, error } = spawnSync(
    'npm sbom --sbom-format cyclonedx --package-lock-only',
    { cwd: folder, encoding: 'utf8', shell: true, maxBuffer: 2 ** 26 },
  );
  if (status === 0) return stdout;
  throw new CommandError(`npm sbom failed: ${error?.message ?? stderr}`);
}

runCommand(sbomCommand);

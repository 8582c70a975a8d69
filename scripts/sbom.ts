import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CommandError, EXIT_OK, parseOptions, runCommand } from '../src/cli/command-line';
import { ROOT } from '../src/cli/package-files';

const USAGE = 'Usage: npm run --silent sbom > FILE';

/** What is read of package.json and package-lock.json. */
interface Manifest {
  readonly name: string;
  readonly packages?: Readonly<Record<string, { readonly dev?: true }>>;
}

/**
 * Prints a bill of the materials that the service runs on, in the form of CycloneDX. npm makes it of a
 * lock file without what is for development: left to itself, `--omit dev` leaves out packages that are for
 * both, such as pg.
 *
 * @see https://cyclonedx.org/docs/1.5/json/
 */
function sbomCommand(): Promise<number> {
  parseOptions({}, USAGE);
  const manifest = { ...readManifest('package.json'), devDependencies: {} };
  const { packages = {}, ...lock } = readManifest('package-lock.json');
  const kept = Object.entries(packages).filter(([, { dev }]) => dev !== true);
  const temporary = mkdtempSync(path.join(tmpdir(), 'sbom-'));
  try {
    // npm names the whole after its folder.
    const folder = path.join(temporary, manifest.name);
    mkdirSync(folder);
    const write = (name: string, value: unknown): void => {
      writeFileSync(path.join(folder, name), JSON.stringify(value));
    };
    write('package.json', manifest);
    write('package-lock.json', {
      ...lock,
      packages: { ...Object.fromEntries(kept), '': { ...packages[''], devDependencies: {} } },
    });
    process.stdout.write(cyclonedx(folder));
  } finally {
    rmSync(temporary, { recursive: true });
  }
  return Promise.resolve(EXIT_OK);
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

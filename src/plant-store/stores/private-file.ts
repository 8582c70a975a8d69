import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  openSync,
  writeFileSync,
  type Stats,
  existsSync,
  lstatSync,
} from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UnavailableError } from 'openapi-trellis/contract';

/** Readable and writable only by the owner: databases and their copies hold plants and hashes of tokens. */
const PRIVATE_MODE = 0o600;

/**
 * Creates an empty file that only its owner can read, whatever the umask. It does not follow a symbolic link of that
 * name.
 *
 * @param like a file whose mode is copied, and its owner, if this user may
 * @returns false when the name exists already, which is left unchanged
 * @throws the file system's error
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/functions/open.html on O_EXCL
 */
export function makePrivateFile(file: string, like?: Stats): boolean {
  return withNewFile(file, (descriptor) => {
    if (like !== undefined) giveTo(descriptor, like);
    fchmodSync(descriptor, like === undefined ? PRIVATE_MODE : like.mode & 0o666);
  });
}

/**
 * Creates a file with this text, like {@link makePrivateFile}.
 *
 * @returns false when the name exists already, which is left unchanged
 * @throws the file system's error; the file may then exist, empty or incomplete
 */
export function writePrivateFile(file: string, text: string): boolean {
  return withNewFile(file, (descriptor) => {
    fchmodSync(descriptor, PRIVATE_MODE);
    writeFileSync(descriptor, text);
  });
}

function withNewFile(file: string, work: (descriptor: number) => void): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', PRIVATE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return true;
}

function giveTo(descriptor: number, { uid, gid }: Stats): void {
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Only root may change owners, and only root needs to.
  }
}

/** Thrown when a backup cannot be written. The message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';

  /** @param problem the fault and the remedy, without a full stop */
  constructor(file: string, problem: string, options: { cause?: unknown } = {}) {
    super(`Cannot write the backup ${JSON.stringify(file)}: ${problem}`, options);
  }
}

/**
 * Creates a file that is complete and on disk when it gets its name: it is first written under another name next to it,
 * which is removed when writing fails. Only its owner can read it, whatever the umask.
 *
 * @param write writes to the given file, which is empty
 * @throws BackupError when the file exists already or cannot be written
 * @throws UnavailableError when `write` does
 */
export async function writeBackup(
  file: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  if (isTaken(file)) throw new BackupError(file, 'the file exists already; name another one');
  if (!existsSync(dirname(file))) {
    throw new BackupError(file, 'its folder does not exist; create it or name another one');
  }
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    makePrivateFile(partial);
    await write(partial);
    await sync(partial);
    await rename(partial, file);
    await sync(dirname(file));
  } catch (error) {
    if (error instanceof UnavailableError) throw error;
    throw new BackupError(file, (error as Error).message, { cause: error });
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-lock']) await rm(partial + suffix, { force: true });
  }
}

/** Also true for a dangling symbolic link. Writing reports any other fault of the path. */
function isTaken(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** Waits until a file, or the names in a folder, are on disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

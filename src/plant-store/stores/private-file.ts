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
import { UnavailableError } from '../../contract/failure';

/** Only its owner may read and write it: databases and their copies hold plants and hashes of tokens. */
const PRIVATE_MODE = 0o600;

/**
 * Makes an empty file that nobody but its owner may read, whatever the umask. A symbolic link of that
 * name is not followed.
 *
 * @param like a file whose mode and, as far as this user may, whose owner it gets instead
 * @returns false when there is something of that name already, which is left as it is
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
 * Makes a file with this text, as {@link makePrivateFile} makes an empty one.
 *
 * @returns false when there is something of that name already, which is left as it is
 * @throws the file system's error; the file may be there then, empty or incomplete
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
    // Only root may give files away, and it alone needs to.
  }
}

/** Thrown when a backup cannot be written. The message is one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';

  /** @param problem what is wrong and the remedy, without a full stop */
  constructor(file: string, problem: string, options: { cause?: unknown } = {}) {
    super(`Cannot write the backup ${JSON.stringify(file)}: ${problem}`, options);
  }
}

/**
 * Makes a file that is complete and on disk when it has its name: it is written under another name
 * beside it first, which is removed when the writing fails. Only its owner may read it, whatever the
 * umask.
 *
 * @param write writes to the file that it is given, which is empty
 * @throws BackupError when the file is there already or cannot be written
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

/** Also by a symbolic link that leads nowhere. What else may be wrong with the path, the writing finds out. */
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

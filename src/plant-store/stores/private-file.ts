import { closeSync, fchmodSync, fchownSync, openSync, writeFileSync, type Stats } from 'node:fs';

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

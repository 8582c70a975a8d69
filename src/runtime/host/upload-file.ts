import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { type FileHandle, lstat, open, readdir, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type TemporaryFile, UnavailableError } from '../contract';

/** Longer than any request lasts: a killed process left the file. */
const LEFT_BEHIND_MS = 86_400_000;

const UPLOAD = /^upload-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Removes files that killed processes left. Never rejects: a service starts without it. */
export async function removeLeftUploads(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => UPLOAD.test(each))) {
    const file = path.join(folder, name);
    const stats = await lstat(file).catch(() => undefined);
    const isLeft = stats?.isFile() === true && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS;
    // It may belong to another user, or be gone by now.
    if (isLeft) await unlink(file).catch(() => undefined);
  }
}

/** The files of a form, one after the other in one file, until their request ends. */
export class UploadFile implements TemporaryFile {
  private constructor(
    private readonly name: string,
    private readonly handle: FileHandle,
  ) {}

  /** Only the user of the process can read it. @throws UnavailableError when it cannot be created */
  static async open(folder: string): Promise<UploadFile> {
    const name = path.join(folder, `upload-${randomUUID()}`);
    return new UploadFile(name, await orUnavailable(name, open(name, 'wx', 0o600)));
  }

  async append(bytes: Uint8Array): Promise<void> {
    await orUnavailable(this.name, this.handle.writeFile(bytes));
  }

  async content(): Promise<Blob> {
    await orUnavailable(this.name, this.handle.close());
    return orUnavailable(this.name, openAsBlob(this.name));
  }

  /** Never rejects: nothing of the request depends on it. */
  async remove(): Promise<void> {
    await this.handle.close().catch(() => undefined);
    await rm(this.name, { force: true }).catch(() => undefined);
  }
}

async function orUnavailable<T>(name: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (cause) {
    const message = `An upload cannot be kept in "${path.dirname(name)}"; make room there, or set TMPDIR to another folder`;
    throw new UnavailableError(message, { cause });
  }
}

import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { clearAtEnd } from '../clean-up';

/** Writes of these sizes fill a disk to its last page. */
const FILL_BYTES = [2 ** 20, 2 ** 12];

/** A disk of its own, in memory, that can be full. */
export class SmallDisk {
  private readonly cleared = clearAtEnd(() => {
    unmount(this.folder, '--lazy');
  });

  private constructor(readonly folder: string) {}

  /**
   * Mounts a tmpfs.
   *
   * @param folder is made
   * @param bytes how much it holds
   * @returns why it cannot be mounted, where this system or this user does not allow it
   */
  static mount(folder: string, bytes: number): SmallDisk | { readonly refusal: string } {
    if (process.platform !== 'linux') return { refusal: 'it needs the tmpfs of Linux' };
    mkdirSync(folder);
    const args = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder];
    const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
    if (status === 0) return new SmallDisk(folder);
    const reason = error?.message ?? stderr.trim().replaceAll(/\s+/g, ' ');
    return { refusal: `root of Linux may mount a small disk; here: ${reason}` };
  }

  /** Leaves no space at all. */
  fill(): void {
    const file = openSync(this.ballast, 'a');
    try {
      for (const bytes of FILL_BYTES) writeUntilFull(file, bytes);
    } finally {
      closeSync(file);
    }
  }

  /** Leaves the space that there was before. */
  free(): void {
    rmSync(this.ballast, { force: true });
  }

  /** To be called when nobody uses it any more. */
  unmount(): void {
    unmount(this.folder);
    this.cleared();
  }

  private get ballast(): string {
    return path.join(this.folder, 'ballast');
  }
}

function writeUntilFull(file: number, bytes: number): void {
  const zeros = Buffer.alloc(bytes);
  try {
    while (writeSync(file, zeros) === bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

function unmount(folder: string, ...options: readonly string[]): void {
  const { status, stderr } = spawnSync('umount', [...options, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${folder} is still mounted: ${stderr.trim()}`);
}

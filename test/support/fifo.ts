import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';

/** A named pipe whose reader is controlled by the test: it reads late, stops, leaves or comes back. */
export class Fifo {
  private reader: number | undefined;
  /** File descriptor to write to; it blocks, like that of a shell. */
  readonly writer: number;

  constructor(private readonly path: string) {
    execFileSync('mkfifo', [path]);
    // Opening only one end would wait for the other.
    this.reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    this.writer = openSync(path, constants.O_WRONLY);
  }

  /** Writes until the pipe is full, as if the reader had stopped. @returns number of bytes written */
  fill(): number {
    const end = openSync(this.path, constants.O_WRONLY | constants.O_NONBLOCK);
    let filled = 0;
    for (const size of [4_096, 1]) {
      try {
        for (;;) filled += writeSync(end, Buffer.alloc(size, '.'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
    }
    closeSync(end);
    return filled;
  }

  read(): string {
    const chunks: Buffer[] = [];
    const chunk = Buffer.alloc(65_536);
    try {
      for (;;) {
        const size = readSync(this.reader!, chunk);
        if (size === 0) break;
        chunks.push(Buffer.from(chunk.subarray(0, size)));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    return Buffer.concat(chunks).toString();
  }

  leave(): void {
    if (this.reader !== undefined) closeSync(this.reader);
    this.reader = undefined;
  }

  comeBack(): void {
    this.reader ??= openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  close(): void {
    this.leave();
    closeSync(this.writer);
  }
}

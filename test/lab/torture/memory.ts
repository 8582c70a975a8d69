import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The memory that a process has in RAM (RSS), in MiB; undefined when there is no such process. */
export async function memoryOf(pid: number): Promise<number | undefined> {
  try {
    const text =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
    return text === undefined ? undefined : Number(text) / 1_024;
  } catch {
    // It has ended meanwhile; why is for others to find.
    return undefined;
  }
}

/** Looks at the memory of a process again and again. */
export class MemoryWatch {
  /** The most that was seen, in MiB. */
  most = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(pid: () => number | undefined, everyMs = 100) {
    this.timer = setInterval(() => {
      const process = pid();
      if (process === undefined) return;
      void memoryOf(process).then((memory) => {
        this.most = Math.max(this.most, memory ?? 0);
      });
    }, everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
